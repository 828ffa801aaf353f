// The overview: runs, tables, sentences and plots, with one section per task.

const runLabel = (run) => `${run.letter}  ${run.name}`;

function drawOverview() {
  const view = byId("overview-view");
  const room = Math.max(260, Math.min(560, (byId("main").clientWidth || 800) - 64));
  const many = overview.tasks.length > 1;
  refill(view, el("h1", { tabindex: -1 }, many ? `${overview.tasks.length} tasks` : overview.tasks[0].name), many && contents(),
    overview.tasks.map((task, place) => taskSection(task, place, room)),
    el("p", { class: "note" }, `Written by defeasible ${overview.version}. Intervals are at 95 %.`));
}

function contents() {
  return el("nav", { "aria-label": "Tasks" }, el("ul", { class: "chips" }, overview.tasks.map((task, place) =>
    el("li", null, el("button", { type: "button", class: "chip", onclick: () => byId(`task-${place}`).scrollIntoView() }, task.name)))));
}

function taskSection(task, place, room) {
  const here = task.runs.map((i) => ({ ...runs[i], place: i }));
  return el("section", { id: `task-${place}`, class: "task", "aria-label": task.name },
    overview.tasks.length > 1 && el("h2", null, task.name),
    el("p", null, textOf(/[.?!]$/.test(task.summary) ? task.summary : `${task.summary}.`), ` ${count(here[0].n)} items${here.some((run) => run.n !== here[0].n) ? " in the first run" : ""}. `,
      el("a", { href: link({ view: "items", task: overview.tasks.length > 1 ? task.name : null }, fresh()) }, "Look at the items")),
    here.filter((run) => run.pending).map((run) => el("p", { class: "notice" },
      `${run.letter}: ${count(run.pending)} of ${count(run.n)} items have no score and count as wrong.`)),
    task.sentences && el("div", { class: "sentences" }, task.sentences.map(([a, b, text]) => sentenceOf(task, a, b, text))),
    scores(task, here),
    task.note && el("p", { class: "note" }, textOf(task.note)),
    el("div", { class: "figures" }, plots(task, here, room)),
    doings(here),
    task.settings.length > 0 && settings(task, here),
    more(task, here));
}

function sentenceOf(task, a, b, text) {
  const flips = a !== null && el("a", { href: link({ view: "items", task: overview.tasks.length > 1 ? task.name : null, differ: `${a}-${b}` }, fresh()) }, "Look at the flips");
  return el("p", { class: "sentence" }, textOf(text), " ", flips);
}

function table(caption, head, body, numeric = []) {
  return el("div", { class: "wide", tabindex: 0, role: "region", "aria-label": caption },
    el("table", null, el("caption", null, caption),
      el("thead", null, el("tr", null, head.map((cell) => el("th", { scope: "col", class: numeric.includes(cell) ? "n" : null }, cell)))),
      el("tbody", null, body)));
}

const withInterval = (row, i) =>
  share(row.values[i]) + (row.intervals[i] ? ` [${share(row.intervals[i][0], 2)}, ${share(row.intervals[i][1], 2)}]` : "");

function scores(task, here) {
  const line = (row, name, how) => el("tr", { class: row.kind }, el("th", { scope: "row" }, name),
    task.headline.map((_, i) => el("td", { class: "n" }, withInterval(row, i))), el("td", null, how));
  return table("Scores", ["", ...task.headline, ""], [
    ...here.map((run) => line(run.row, [swatch(run), textOf(run.name)], `coverage ${share(run.coverage)}`)),
    ...task.rows.map((row) => line(row, textOf(row.name), row.kind === "baseline" ? "constant policy" :
      el("span", { title: row.note }, row.same ? "published, same protocol" : "published, another protocol"))),
  ], task.headline);
}

const swatch = (run) => {
  const node = el("span", { class: "swatch" }, run.letter);
  node.style.setProperty("--paint", colour(run.place ?? runs.indexOf(run)));
  return node;
};

function doings(here) {
  const columns = ["executed", "right when executed", "right, fallbacks as failures", "verified", "failed", "unproved", "no decision", "seconds"];
  return table("Execution and proofs", ["", ...columns],
    here.map((run) => el("tr", null, el("th", { scope: "row" }, swatch(run), textOf(run.name)),
      ["execution_rate", "execution_accuracy", "accuracy_without_fallback"].map((rate) => el("td", { class: "n" }, share(run.rates[rate]))),
      ["verified", "failed", "unproved", "none"].map((state) => el("td", { class: `n ${state === "failed" && run.states.failed ? "bad" : ""}` }, stateLink(run, state))),
      el("td", { class: "n" }, run.seconds.toFixed(1)))), columns);
}

function stateLink(run, state) {
  const n = run.states[state] ?? 0;
  if (!n) return "0";
  return el("a", { href: link({ view: "items", task: overview.tasks.length > 1 ? run.task : null, proof: state, of: runs.length > 1 ? run.letter : null }, fresh()) }, count(n));
}

function settings(task, here) {
  return table("Settings that differ", ["", ...here.map(swatch)], task.settings.map(([name, ...values]) =>
    el("tr", null, el("th", { scope: "row" }, textOf(name)), values.map((value) => el("td", null, textOf(value === null ? "–" : String(value)))))));
}

function plots(task, here, room) {
  const head = task.headline;
  const systems = [
    ...here.map((run) => ({ ...run.row, kind: "run", name: runLabel(run), place: run.place, letter: run.letter })),
    ...task.rows,
  ];
  const found = [];
  const ranked = systems.filter((row) => row.values[0] !== null)
    .map((row) => ({ ...row, value: row.values[0], interval: row.intervals[0] }));
  if (ranked.length) found.push(figure(`${head[0]}, with intervals`, forest(ranked, head[0], room),
    task.rows.some((row) => row.kind === "published") ? "Discs are runs, squares constant policies, diamonds published numbers: filled where the protocol is the same." : null));
  const update = head.indexOf("bu_acc"), maintain = head.indexOf("bm_acc");
  const both = systems.filter((row) => update >= 0 && maintain >= 0 && row.values[update] !== null && row.values[maintain] !== null)
    .map((row) => ({ ...row, x: row.values[maintain], y: row.values[update] }));
  if (both.length) found.push(figure("Update against maintain", scatter(both, "maintain (bm_acc)", "update (bu_acc)", room)));
  const curves = here.filter((run) => run.selective.length > 1)
    .map((run) => ({ place: run.place, letter: run.letter, points: run.selective, third: "least confidence" }));
  if (curves.length) found.push(figure("Accuracy against coverage", lines(curves, "share of items, the surest answers first", "accuracy", room)));
  const calibrated = here.filter((run) => run.bins.length > 1)
    .map((run) => ({ place: run.place, letter: run.letter, points: run.bins, third: "answers" }));
  if (calibrated.length) found.push(figure("Calibration", lines(calibrated, "confidence", "accuracy", room, { diagonal: true, sized: true }),
    "A disc is a tenth of the confidence scale, its size the number of answers."));
  const stages = [...new Set(here.flatMap((run) => Object.keys(run.rates.blame)))];
  if (stages.length) found.push(figure("Wrong answers by the stage to blame",
    el("div", null, bars(here.map((run) => ({ name: runLabel(run), parts: Object.entries(run.rates.blame).map(([name, value]) => ({ name, value, place: stages.indexOf(name) })) })), "wrong", room),
      key(stages.map((stage, i) => [stage, i])))));
  if (here.length > 1) found.push(figure("Time", bars(here.map((run) => ({ name: runLabel(run), parts: [{ name: "seconds", value: (run.seconds / run.n) * 1000, place: run.place }] })), "ms an item", room, (x) => x.toFixed(1))));
  const asked = here.filter((run) => run.tokens);
  if (asked.length) found.push(figure("Tokens",
    el("div", null, bars(asked.map((run) => ({ name: runLabel(run), parts: [{ name: "read", value: run.tokens[0], place: 0 }, { name: "written", value: run.tokens[1], place: 1 }] })), "tokens", room),
      key([["read", 0], ["written", 1]]))));
  return found;
}

function more(task, here) {
  const list = (pairs) => el("ul", null, pairs.map(([what, n]) => el("li", null, `${count(n)}: `, textOf(what))));
  return [
    ...here.map((run) => el("details", null,
      el("summary", null, swatch(run), textOf(run.name), " ", el("span", { class: "note" }, textOf(run.path))),
      el("p", null, "Answered: ", Object.entries(run.branches).map(([branch, [n, right]]) => `${branch} ${count(n)} (${count(right)} right)`).join(", ") || "nothing"),
      run.given.length > 0 && [el("h3", null, "What verified items take as given"), list(run.given)],
      run.unproved.length > 0 && [el("h3", null, "Why others are unproved"), list(run.unproved)],
      el("h3", null, "All metrics"), textOf(JSON.stringify(run.metrics, null, 1), "pre"),
      el("h3", null, "Data, settings and environment"), textOf(JSON.stringify(run.manifest, null, 1), "pre"))),
    task.published.length > 0 && el("details", null, el("summary", null, `All ${task.published.length} published numbers`),
      table("Published numbers", ["system", "metric", "value", "source", "same protocol"], task.published.map(([name, metric, value, source, same, note]) =>
        el("tr", null, el("th", { scope: "row" }, textOf(name)), el("td", null, metric), el("td", { class: "n" }, share(value)), el("td", null, source), el("td", null, `${same ? "yes" : "no"}: `, textOf(note)))))),
  ];
}
