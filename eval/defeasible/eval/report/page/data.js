// The data of the page: the overview is plain JSON; the list and the items are unpacked on demand.

const read = (id) => JSON.parse(byId(id).textContent);
const overview = read("data-overview");
const runs = overview.runs;

/** Unpack JSON from zlib in base64. */
async function unpack(packed) {
  if (typeof DecompressionStream === "undefined")
    throw new Error("This browser cannot unpack the items (it lacks DecompressionStream). The overview is complete; " +
      "for the items use a browser of 2024 or later, or `defeasible show`.");
  const binary = atob(packed);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** Cache the promise of a function without arguments. */
function once(make) {
  let made;
  return () => (made ??= make());
}

// The list: rows with `task`, `id`, `name`, `gold`, `text`, `facets` and a cell, or null, per run.
const loadRows = once(async () => {
  const index = await unpack(byId("data-index").textContent);
  const rows = index.items.map(([task, id, name, gold, text, values], place) => ({
    place, id, name, gold, text, values,
    task: index.tasks[task],
    key: `${index.tasks[task]}:${id}`,
    cells: index.cells.map((column) => {
      const cell = column[place];
      return cell && Object.fromEntries(index.cell.map((field, i) => [field, cell[i]]));
    }),
  }));
  return { rows, facets: index.facets, byKey: new Map(rows.map((row) => [row.key, row])) };
});

const packed = once(() => read("data-blocks"));
const blocks = new Map();

/** Return the record of an item, by its index in the list. */
async function loadRecord(place) {
  const { size, blocks: all } = packed();
  const block = Math.floor(place / size);
  if (!blocks.has(block)) {
    blocks.set(block, unpack(all[block]));
    if (blocks.size > 8) blocks.delete(blocks.keys().next().value);
  }
  return (await blocks.get(block))[place % size];
}
