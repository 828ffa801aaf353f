// Plots as SVG. The label of each says what it shows, and each mark has its numbers as a title.

const colour = (place) => `var(--c${place % 8})`;
const title = (text) => svg("title", null, text);

function figure(caption, drawing, note) {
  return el("figure", null, el("figcaption", null, caption), drawing, note && el("p", { class: "note" }, note));
}

function canvas(width, height, label) {
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label });
}

function clipped(text, width, size = 6.6) {
  const most = Math.max(6, Math.floor(width / size));
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** A forest plot: one value with its interval per row. Rows: {name, value, interval, kind, same, place}. */
function forest(rows, metric, width) {
  const step = 43, top = 4, bottom = 24, left = 8, right = 8;
  const ends = rows.flatMap((row) => [row.value, ...(row.interval ?? [])]);
  const low = Math.min(...ends) < 0 ? -1 : 0;
  const x = (value) => left + ((value - low) / (1 - low)) * (width - left - right);
  const height = top + rows.length * step + bottom;
  const plot = canvas(width, height, `${metric} with 95 % intervals: ${rows.map((row) => `${row.name} ${share(row.value)}`).join("; ")}`);
  for (const tick of low < 0 ? [-1, -0.5, 0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1]) {
    plot.append(svg("line", { class: "grid", x1: x(tick), x2: x(tick), y1: top, y2: height - bottom }),
      svg("text", { class: "tick", x: x(tick), y: height - 7, "text-anchor": tick === low ? "start" : tick === 1 ? "end" : "middle" }, tick));
  }
  rows.forEach((row, i) => {
    const base = top + i * step, y = base + 26;
    const paint = row.kind === "run" ? colour(row.place) : "var(--dim)";
    const shown = share(row.value) + (row.interval ? ` [${share(row.interval[0], 2)}, ${share(row.interval[1], 2)}]` : "");
    if (i) plot.append(svg("line", { class: "grid", x1: 0, x2: width, y1: base + 0.5, y2: base + 0.5 }));
    const group = svg("g", null, title(`${row.name}: ${shown}${row.note ? `. ${row.note}` : ""}`),
      svg("text", { class: row.kind === "run" ? "label strong" : "label", x: left, y: base + 15 }, clipped(row.name, width - shown.length * 7 - 30)),
      svg("text", { class: "value", x: width - right, y: base + 15, "text-anchor": "end" }, shown));
    if (row.interval) {
      const [from, to] = row.interval.map(x);
      group.append(svg("line", { x1: from, x2: to, y1: y, y2: y, stroke: paint, "stroke-width": 2 }));
      for (const end of [from, to]) group.append(svg("line", { x1: end, x2: end, y1: y - 4, y2: y + 4, stroke: paint, "stroke-width": 2 }));
    }
    group.append(mark(x(row.value), y, row, paint));
    plot.append(group);
  });
  return plot;
}

/** A point: a disc for a run, a square for a policy, a diamond for a published number (filled: same protocol). */
function mark(x, y, row, paint) {
  if (row.kind === "run") return svg("circle", { cx: x, cy: y, r: 5.5, fill: paint });
  if (row.kind === "baseline") return svg("rect", { x: x - 4, y: y - 4, width: 8, height: 8, fill: paint });
  return svg("path", { d: `M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}Z`, stroke: paint, "stroke-width": 1.5, fill: row.same ? paint : "var(--panel)" });
}

/** Draw both axes from 0 to 1; return the plot and functions that convert data to its units. */
function square(width, label, xName, yName) {
  const left = 44, bottom = 40, top = 10, right = 14;
  const height = Math.round(Math.min(width * 0.8, 340));
  const plot = canvas(width, height, label);
  const x = (value) => left + value * (width - left - right);
  const y = (value) => height - bottom - value * (height - bottom - top);
  for (const tick of [0, 0.25, 0.5, 0.75, 1]) {
    plot.append(
      svg("line", { class: "grid", x1: x(tick), x2: x(tick), y1: y(0), y2: y(1) }),
      svg("line", { class: "grid", x1: x(0), x2: x(1), y1: y(tick), y2: y(tick) }),
      svg("text", { class: "tick", x: x(tick), y: y(0) + 15, "text-anchor": "middle" }, tick),
      svg("text", { class: "tick", x: x(0) - 6, y: y(tick) + 4, "text-anchor": "end" }, tick));
  }
  plot.append(svg("text", { class: "axis", x: x(0.5), y: height - 5, "text-anchor": "middle" }, xName),
    svg("text", { class: "axis", transform: `translate(11 ${y(0.5)}) rotate(-90)`, "text-anchor": "middle" }, yName));
  return { plot, x, y };
}

/** Put a run's letter next to a point, without covering letters that are already there. */
function letter(text, x, y, left, taken) {
  let at = x + (left ? -9 : 9);
  while (taken.some(([otherX, otherY]) => Math.abs(otherX - at) < 12 && Math.abs(otherY - y) < 12)) at += left ? -13 : 13;
  taken.push([at, y]);
  return svg("text", { class: "letter", x: at, y: Math.max(y - 11, 10), "text-anchor": left ? "end" : "start" }, text);
}

/** One metric against another: rows with `x` and `y`. */
function scatter(rows, xName, yName, width) {
  const { plot, x, y } = square(width, `${yName} against ${xName}: ${rows.map((row) => `${row.name} ${share(row.x)}, ${share(row.y)}`).join("; ")}`, xName, yName);
  const taken = [];
  for (const row of [...rows].reverse()) { // runs last, so that they are on top
    const paint = row.kind === "run" ? colour(row.place) : "var(--dim)";
    plot.append(svg("g", null, title(`${row.name}: ${xName} ${share(row.x)}, ${yName} ${share(row.y)}`),
      mark(x(row.x), y(row.y), row, paint),
      row.kind === "run" && letter(row.letter, x(row.x), y(row.y), row.x > 0.9, taken)));
  }
  return plot;
}

/** One line per run. Lines: {place, letter, points: [[x, y]]}. */
function lines(all, xName, yName, width, { diagonal = false, sized = false } = {}) {
  const { plot, x, y } = square(width, `${yName} against ${xName}, a line a run`, xName, yName);
  if (diagonal) plot.append(svg("line", { class: "diagonal", x1: x(0), y1: y(0), x2: x(1), y2: y(1) }));
  const taken = [];
  for (const line of all) {
    const most = Math.max(...line.points.map((point) => point[2]));
    plot.append(svg("polyline", { points: line.points.map((point) => `${x(point[0])},${y(point[1])}`).join(" "), fill: "none", stroke: colour(line.place), "stroke-width": 2 }));
    for (const point of line.points) {
      const radius = sized ? 2.5 + 5 * Math.sqrt(point[2] / most) : line.points.length > 40 ? 1 : 2.5;
      plot.append(svg("circle", { cx: x(point[0]), cy: y(point[1]), r: radius, fill: colour(line.place) },
        title(`${line.letter}: ${xName} ${share(point[0])}, ${yName} ${share(point[1])}, ${line.third} ${sized ? count(point[2]) : share(point[2])}`)));
    }
    const [lastX, lastY] = line.points.at(-1);
    plot.append(letter(line.letter, x(lastX), y(lastY), lastX > 0.9, taken));
  }
  return plot;
}

/** Stacked bars. Rows: {name, parts: [{name, value, place}]}, in `unit`. */
function bars(rows, unit, width, write = count) {
  const step = 40, top = 4;
  const most = Math.max(...rows.map((row) => row.parts.reduce((sum, part) => sum + part.value, 0))) || 1;
  const plot = canvas(width, top + rows.length * step + 4,
    rows.map((row) => `${row.name}: ${row.parts.map((part) => `${part.name} ${write(part.value)}`).join(", ") || "none"}`).join("; "));
  rows.forEach((row, i) => {
    const base = top + i * step;
    const sum = row.parts.reduce((total, part) => total + part.value, 0);
    const shown = `${write(sum)} ${unit}`;
    plot.append(svg("text", { class: "label", x: 0, y: base + 13 }, clipped(row.name, width - shown.length * 7 - 16)),
      svg("text", { class: "value", x: width, y: base + 13, "text-anchor": "end" }, shown),
      svg("rect", { class: "rail", x: 0, y: base + 19, width, height: 14, rx: 2 }));
    let at = 0;
    for (const part of row.parts) {
      const long = (part.value / most) * width;
      plot.append(svg("g", null, title(`${row.name}: ${part.name} ${write(part.value)} ${unit}`),
        svg("rect", { x: at, y: base + 19, width: Math.max(long - 1, 1), height: 14, rx: 2, fill: colour(part.place) }),
        row.parts.length > 1 && long > part.name.length * 6.5 + 8 && svg("text", { class: "inside", x: at + 5, y: base + 30 }, part.name)));
      at += long;
    }
  });
  return plot;
}

const key = (parts) => el("ul", { class: "key" }, parts.map(([name, place]) =>
  el("li", null, svg("svg", { width: 10, height: 10, "aria-hidden": "true" }, svg("rect", { width: 10, height: 10, rx: 2, fill: colour(place) })), name)));
