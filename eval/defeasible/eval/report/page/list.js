// The table of items by runs: filtered, sorted, counted. Only visible rows are in the document.

const ROW = 52; // pixels, as in the style sheet
const SIGNS = { correct: "✓", scored: "≈", wrong: "✗", undecided: "?", unparsed: "∅", invalid: "!", timeout: "…", error: "!", missing: "·" };
const PROOFS = { verified: "✓", failed: "✗", unproved: "○", none: "·" };
const CELL_FILTERS = { status: "status", verdict: "verdict", proof: "check", blame: "to blame", ground: "rests on" };
const SORTS = {
  wrong: "failures first", order: "as in the data", name: "name", gold: "gold",
  sure: "most confident first", unsure: "least confident first", slow: "slowest first", tokens: "most tokens first",
};
const MOST_VALUES = 30; // of a facet with its own filter; others can be searched

// Columns are the first, second, ... run of each item's task, so tasks share columns.
const runsOf = new Map(overview.tasks.map((task) => [task.name, task.runs]));
const COLUMNS = Math.max(...overview.tasks.map((task) => task.runs.length));
const oneTask = overview.tasks.length === 1;

const list = { rows: [], facets: [], chosen: [], at: 0, built: false };

async function showList() {
  const { rows, facets, byKey } = await loadRows();
  Object.assign(list, { rows, byKey });
  if (!list.built) buildList(facets);
  choose();
  const at = list.chosen.findIndex((row) => row.key === route().get("at"));
  list.at = Math.max(0, at);
  if (at >= 0) inSight(at);
  drawRows(true);
}

function buildList(facets) {
  list.built = true;
  list.facets = facets.map((name, place) => ({ name, place, param: `f.${name}`, values: new Set(list.rows.map((row) => row.values[place])) }))
    .filter((facet) => facet.values.size > 1 && facet.values.size <= MOST_VALUES);
  const select = (param, label) => el("label", { class: "pick" }, el("span", null, label),
    el("select", { "data-filter": param, onchange: (event) => go({ [param]: event.target.value, at: null }) }));
  const search = el("input", { type: "search", id: "search", placeholder: "Search texts, names, answers", autocomplete: "off", spellcheck: "false",
    oninput: (event) => go({ q: event.target.value, at: null }, { replace: true }) });
  const sort = el("select", { id: "sort", onchange: (event) => go({ sort: event.target.value === "wrong" ? null : event.target.value }) },
    Object.entries(SORTS).map(([value, label]) => el("option", { value }, label)));
  const filters = [
    overview.tasks.length > 1 && select("task", "task"),
    runs.length > 1 && select("of", "of run"),
    ...Object.entries(CELL_FILTERS).map(([param, label]) => select(param, label)),
    ...list.facets.map((facet) => select(facet.param, facet.name)),
  ];
  const differ = COLUMNS > 1 && el("button", { type: "button", id: "differ", onclick: () => go({ differ: route().get("differ") ? null : "any", at: null }) }, "Where the runs differ");
  refill(byId("list-view"),
    el("h1", { class: "hidden", tabindex: -1 }, "Items"),
    el("div", { class: "bar", role: "search" },
      el("label", { class: "search" }, el("span", { class: "hidden" }, "Search"), search), differ,
      el("label", { class: "pick" }, el("span", null, "sort"), sort),
      el("button", { type: "button", id: "clear", class: "quiet", onclick: clearFilters }, "Clear filters"),
      el("span", { id: "count", role: "status" })),
    el("details", { class: "filters", id: "filters", open: matchMedia("(min-width: 48rem)").matches }, el("summary", null, "Filters"), el("div", { class: "picks" }, filters)),
    COLUMNS > 1 && el("ul", { class: "legend", "aria-label": "Runs" }, runs.map((run) => el("li", null, swatch(run), textOf(run.name), overview.tasks.length > 1 && el("span", { class: "note" }, ` ${run.task}`)))),
    el("div", { class: COLUMNS === 1 ? "rows single" : "rows", id: "rows", onscroll: () => drawRows(false) },
      el("table", { "aria-label": "Items by runs", "aria-rowcount": -1 },
        el("thead", null, el("tr", { "aria-rowindex": 1 },
          el("th", { scope: "col", class: "what" }, "item"), el("th", { scope: "col", class: "gold" }, "gold"),
          Array.from({ length: COLUMNS }, (_, i) => el("th", { scope: "col", class: "cell" },
            COLUMNS === 1 ? "answer" : oneTask ? [swatch(runs[i]), hidden(runs[i].name)] : `run ${i + 1}`)))),
        el("tbody", { id: "body" }))),
    el("p", { id: "none", class: "note", hidden: true }, "No item is like this."));
  byId("rows").firstChild.style.setProperty("--runs", COLUMNS);
}

function clearFilters() {
  const kept = fresh();
  kept.set("view", "items");
  location.hash = kept.toString();
}

/** Find the rows that pass all filters, count what each filter value would leave, and sort. */
function choose() {
  const now = route();
  const filters = [...document.querySelectorAll("[data-filter]")].map((node) => ({ node, param: node.dataset.filter, wanted: now.get(node.dataset.filter) ?? "", counts: new Map() }));
  const onCell = filters.filter((filter) => filter.param in CELL_FILTERS);
  const onRow = filters.filter((filter) => !(filter.param in CELL_FILTERS));
  const facet = new Map(list.facets.map((each) => [each.param, each.place]));
  const query = (now.get("q") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const differ = now.get("differ");
  const of = runs.findIndex((run) => run.letter === now.get("of"));
  const tally = (filter, value) => filter.counts.set(value, (filter.counts.get(value) ?? 0) + 1);
  const rowValues = (filter, row) => filter.param === "task" ? [row.task]
    : filter.param === "of" ? runs.filter((_, i) => row.cells[i]).map((run) => run.letter) : [row.values[facet.get(filter.param)] ?? "(none)"];

  list.chosen = list.rows.filter((row) => {
    if (differ && !differs(row, differ)) return false;
    if (query.length) {
      row.hay ??= [row.id, row.name, row.gold, row.text, ...row.values, ...row.cells.flatMap((cell) => cell ? [cell.answer] : [])].join("\n").toLowerCase();
      if (!query.every((word) => row.hay.includes(word))) return false;
    }
    const missed = onRow.filter((filter) => filter.wanted && !rowValues(filter, row).includes(filter.wanted));
    if (missed.length > 1) return false;
    let passes = false;
    const seen = new Set();
    row.cells.forEach((cell, i) => {
      if (!cell || (of >= 0 && i !== of)) return;
      const failed = onCell.filter((filter) => filter.wanted && (cell[filter.param] ?? "(none)") !== filter.wanted);
      if (failed.length === 0) passes = true;
      if (missed.length || failed.length > 1) return;
      for (const filter of failed.length ? failed : onCell) {
        const value = cell[filter.param] ?? "(none)";
        const mark = `${filter.param}=${value}`;
        if (!seen.has(mark)) tally(filter, value);
        seen.add(mark);
      }
    });
    if (!passes) return false;
    for (const filter of missed.length ? missed : onRow) rowValues(filter, row).forEach((value) => tally(filter, value));
    return missed.length === 0;
  });
  sortRows(now.get("sort") ?? "wrong", of);
  drawFilters(filters, now);
}

function differs(row, which) {
  const [a, b] = which.split("-").map(Number);
  if (which !== "any") return Boolean(row.cells[a] && row.cells[b] && row.cells[a].score !== row.cells[b].score);
  const cells = row.cells.filter(Boolean);
  return cells.some((cell) => cell.status !== cells[0].status || cell.answer !== cells[0].answer);
}

function sortRows(sort, of) {
  const cells = (row) => (of >= 0 ? [row.cells[of]] : row.cells).filter(Boolean);
  const best = (row, field, pick) => cells(row).reduce((found, cell) => (cell[field] === null ? found : found === null ? cell[field] : pick(found, cell[field])), null);
  const value = {
    wrong: (row) => cells(row).reduce((sum, cell) => sum + (cell.status === "correct" ? 1 : cell.score), 0) / Math.max(1, cells(row).length),
    name: (row) => row.name, gold: (row) => row.gold,
    sure: (row) => -(best(row, "confidence", Math.max) ?? -1), unsure: (row) => best(row, "confidence", Math.min) ?? 2,
    slow: (row) => -(best(row, "seconds", Math.max) ?? 0), tokens: (row) => -(best(row, "tokens", Math.max) ?? 0),
  }[sort];
  if (!value) return; // as in the data
  const keyed = list.chosen.map((row) => [value(row), row]);
  const collate = new Intl.Collator("en", { numeric: true }).compare;
  keyed.sort(([a], [b]) => (typeof a === "string" ? collate(a, b) : a - b));
  list.chosen = keyed.map(([, row]) => row);
}

function drawFilters(filters, now) {
  for (const { node, wanted, counts } of filters) {
    if (wanted && !counts.has(wanted)) counts.set(wanted, 0);
    const options = [...counts].sort((a, b) => b[1] - a[1]);
    node.replaceChildren(el("option", { value: "" }, "any"), ...options.map(([value, n]) => el("option", { value, selected: value === wanted }, `${value} (${count(n)})`)));
    node.closest("label").hidden = !wanted && [...counts.keys()].every((value) => value === "(none)");
    node.closest("label").classList.toggle("set", Boolean(wanted));
  }
  const search = byId("search");
  if (search.value !== (now.get("q") ?? "")) search.value = now.get("q") ?? "";
  byId("sort").value = now.get("sort") ?? "wrong";
  const differ = now.get("differ");
  byId("differ")?.setAttribute("aria-pressed", String(Boolean(differ)));
  if (byId("differ")) byId("differ").textContent = differ && differ !== "any" ? `Flips of ${differ.split("-").map((i) => runs[i]?.letter).join(" and ")}` : "Where the runs differ";
  const set = filters.filter((filter) => filter.wanted).length;
  byId("clear").hidden = !set && !now.get("q") && !differ;
  byId("filters").firstChild.textContent = set ? `Filters (${set})` : "Filters";
  byId("count").textContent = list.chosen.length === list.rows.length ? `${count(list.rows.length)} items` : `${count(list.chosen.length)} of ${count(list.rows.length)} items`;
  byId("none").hidden = list.chosen.length > 0;
  byId("rows").hidden = list.chosen.length === 0;
}

let drawn = "";

/** Draw the visible rows and some around them. */
function drawRows(anew, all = false) {
  const box = byId("rows");
  const room = box.clientHeight || 600;
  const first = all ? 0 : Math.max(0, Math.floor(box.scrollTop / ROW) - 8);
  const last = all ? list.chosen.length : Math.min(list.chosen.length, first + Math.ceil(room / ROW) + 18);
  if (!anew && drawn === `${first}-${last}`) return;
  drawn = `${first}-${last}`;
  const focused = document.activeElement?.closest?.("#body tr")?.dataset.place;
  const body = byId("body");
  const gap = (rows) => {
    const node = el("tr", { "aria-hidden": "true", class: "gap" }, el("td", { colspan: 2 + COLUMNS }));
    node.firstChild.style.height = `${rows * ROW}px`;
    return node;
  };
  body.replaceChildren(gap(first), ...list.chosen.slice(first, last).map((row, i) => drawRow(row, first + i)), gap(list.chosen.length - last));
  box.firstChild.setAttribute("aria-rowcount", String(list.chosen.length + 1));
  if (focused !== undefined) body.querySelector(`tr[data-place="${focused}"] a`)?.focus({ preventScroll: true });
}

function drawRow(row, place) {
  const excerpt = row.text.slice(0, 160).replaceAll("\n", " · ");
  const node = el("tr", { "data-place": place, "aria-rowindex": place + 2, class: place === list.at ? "at" : null, "aria-current": place === list.at ? "true" : null,
    onclick: (event) => { if (!event.target.closest("a")) openRow(place); } },
    el("td", { class: "what" }, textOf(excerpt, "a", { href: link({ view: null, item: row.key, at: row.key }), onfocus: () => makeCurrent(place) }),
      el("span", { class: "sub" }, overview.tasks.length > 1 ? `${row.task} ` : "", textOf(row.name), " ", row.values.filter(Boolean).slice(0, 4).join(", "))),
    textOf(row.gold.slice(0, 40), "td", { class: "gold" }),
    Array.from({ length: COLUMNS }, (_, i) => {
      const place = runsOf.get(row.task)[i];
      return drawCell(row.cells[place], oneTask || COLUMNS === 1 ? "" : runs[place]?.letter);
    }));
  return node;
}

function drawCell(cell, letter) {
  if (!cell) return el("td", { class: "cell" }, hidden("not planned in this run"));
  return el("td", { class: `cell s-${cell.status}`, title: `${cell.status}; verdict ${cell.verdict ?? "none"}; check: ${cell.proof}; rests on ${cell.ground}${cell.blame ? `; to blame: ${cell.blame}` : ""}` },
    el("span", { class: "said" }, el("span", { "aria-hidden": "true" }, `${SIGNS[cell.status]} `), hidden(`${cell.status}: `), textOf(cell.answer || cell.status)),
    el("span", { class: "sub" }, el("span", { class: `p-${cell.proof}`, "aria-hidden": "true" }, PROOFS[cell.proof]), hidden(`check: ${cell.proof}; `), el("span", { class: "why" }, ` ${cell.blame ?? cell.ground}`), letter && ` ${letter}`));
}

/** Make a row the current one, without redrawing. */
function makeCurrent(place) {
  list.at = place;
  for (const row of byId("body").querySelectorAll("tr[data-place]")) {
    const here = Number(row.dataset.place) === place;
    row.classList.toggle("at", here);
    if (here) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
}

function inSight(place) {
  const box = byId("rows");
  const top = place * ROW, head = box.querySelector("thead").offsetHeight;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + ROW + head > box.scrollTop + box.clientHeight) box.scrollTop = top + ROW + head - box.clientHeight + 4;
}

/** Move down by `by` rows, and focus the row there. */
function step(by) {
  if (!list.chosen.length) return;
  const onRow = document.activeElement?.closest?.("#body tr");
  const to = Math.min(Math.max(list.at + (onRow ? by : 0), 0), list.chosen.length - 1);
  inSight(to);
  drawRows(true);
  makeCurrent(to);
  byId("body").querySelector(`tr[data-place="${to}"] a`)?.focus({ preventScroll: true });
}

function openRow(place) {
  const row = list.chosen[place];
  if (row) location.hash = link({ view: null, item: row.key, at: row.key });
}
