// One item: its texts beside the proof, and the answers of all runs with their checks.

const item = { key: "", shape: "", record: null, row: null };

async function showItem(key) {
  const { byKey, rows } = await loadRows();
  const row = byKey.get(key);
  if (!row) throw new Error(`No item of this page is called ${key}.`);
  if (!list.chosen.length) {
    list.rows = rows;
    list.byKey = byKey;
    if (!list.built) buildList((await loadRows()).facets);
    choose();
  }
  const record = await loadRecord(row.place);
  if (route().get("item") !== key) return; // the reader has moved on in the meantime
  const planned = runs.map((_, i) => i).filter((i) => record.runs[i]);
  const asked = runs.findIndex((run) => run.letter === route().get("run"));
  const place = planned.includes(asked) ? asked : planned.find((i) => runs[i].pipeline === "hybrid") ?? planned[0];
  const named = route().get("beside");
  const other = runs.findIndex((run) => run.letter === named);
  const beside = named === "none" || other === place ? -1 : planned.includes(other) ? other
    : planned.find((i) => i !== place && runs[i].pipeline === "neural" && runs[place].pipeline !== "neural") ?? -1;
  const shape = `${key} ${place} ${beside}`;
  if (item.shape !== shape) {
    Object.assign(item, { key, shape, record, row, place });
    drawItem(row, record, place, beside, planned);
  }
  select(Number(route().get("step")) || 0);
}

function drawItem(row, record, place, beside, planned) {
  const at = list.chosen.indexOf(row);
  const near = (by, label, sign) => {
    const to = list.chosen[at + by];
    return at >= 0 && to ? el("a", { class: "button", rel: by > 0 ? "next" : "prev", href: itemLink(to), "aria-label": label }, sign) : null;
  };
  const answered = record.runs[place];
  const parted = beside >= 0 ? divergence(answered, record.runs[beside], runs[place].letter, runs[beside].letter) : null;
  refill(byId("item-view"),
    el("div", { class: "crumbs" }, el("a", { class: "button", href: backLink(), id: "back" }, "← Items"),
      at >= 0 && el("span", { class: "note" }, `${count(at + 1)} of ${count(list.chosen.length)}`), el("span", { class: "space" }), near(-1, "previous item", "↑"), near(1, "next item", "↓")),
    el("h1", { tabindex: -1 }, "Item ", textOf(row.name), " ", el("code", { class: "note" }, row.id)),
    el("ul", { class: "chips", "aria-label": "Facets" }, el("li", null, el("span", { class: "chip" }, row.task)), list.facets.filter((facet) => row.values[facet.place]).map((facet) => {
      const from = fresh();
      return el("li", null, el("a", { class: "chip", href: link({ view: "items", [facet.param]: row.values[facet.place] }, from) }, `${facet.name}: ${row.values[facet.place]}`));
    })),
    answers(row, record, place, planned),
    el("div", { class: beside >= 0 ? "pair two" : "pair" },
      el("section", { class: "texts", "aria-labelledby": "texts-title" }, el("h2", { id: "texts-title" }, "Text"), el("div", { id: "texts" }),
        record.asked && el("p", null, el("span", { class: "note" }, "asked "), textOf(record.asked)),
        el("p", { class: "gold" }, el("span", { class: "note" }, "gold "), textOf(record.gold, "strong"))),
      el("section", { class: "proof", "aria-labelledby": "proof-title" },
        el("h2", { id: "proof-title" }, planned.length > 1 && swatch(runs[place]), planned.length > 1 ? ` ${runs[place].name}` : "Proof"),
        summaryOf(answered, row.cells[place], place),
        planned.length > 1 && besidePicker(place, beside, planned),
        parted && el("p", { class: "divergence" }, el("strong", null, "First divergence. "), textOf(parted.text)),
        (answered.tried ?? []).map(([verdict, proof]) => el("details", null, el("summary", null, `A solver, asked of the text: ${verdict}`), textOf(proof, "pre"))),
        drawProof(answered, place, parted?.step)),
      beside >= 0 && el("section", { class: "proof", "aria-labelledby": "beside-title" },
        el("h2", { id: "beside-title" }, swatch(runs[beside]), ` ${runs[beside].name}`),
        summaryOf(record.runs[beside], row.cells[beside], beside),
        drawProof(record.runs[beside], beside))));
}

const itemLink = (row) => link({ item: row.key, at: row.key, step: null });
const backLink = () => link({ view: "items", item: null, step: null, run: null, beside: null });

function answers(row, record, place, planned) {
  return table("Answers", [planned.length > 1 ? "run" : "status", "answer", "verdict", "confidence", "by", "rests on", "to blame", "check"],
    planned.map((i) => {
      const [cell, answered] = [row.cells[i], record.runs[i]];
      return el("tr", { class: i === place ? "at" : null },
        el("th", { scope: "row" }, planned.length > 1 ? el("a", { href: link({ run: runs[i].letter, step: null }), "aria-current": i === place ? "true" : null }, swatch(runs[i]), textOf(runs[i].name)) : cell.status),
        el("td", { class: `s-${cell.status}` }, `${SIGNS[cell.status]} `, textOf(answered.answer), hidden(`: ${cell.status}`)),
        el("td", null, cell.verdict ?? "–"), el("td", { class: "n" }, share(cell.confidence)), el("td", null, answered.branch ?? "–"), el("td", null, cell.ground),
        el("td", null, cell.blame ? [el("strong", null, cell.blame), ": ", textOf(answered.why ?? "")] : "–"),
        el("td", null, badge(cell.proof)));
    }));
}

const badge = (state) => el("span", { class: `badge p-${state}` }, `${PROOFS[state]} ${state === "none" ? "no decision" : state}`);

/** The check of a decision: failures by step, what is unproved and why, and the assumptions. */
function summaryOf(answered, cell, place) {
  const check = answered.check;
  if (!check) return el("p", { class: "note" }, "This run has no decision on the item yet.");
  const last = answered.steps?.length ?? 0;
  const some = (name, parts) => parts.length > 0 && [el("h4", null, name), el("ul", null, parts.map((part) => el("li", null, part)))];
  return el("details", { class: "check", open: check.state !== "verified" },
    el("summary", null, badge(check.state), answered.reason && textOf(` ${answered.reason}`, "span", { class: "note" })),
    some("What fails", check.failures.map(([step, reason]) => [step ? ["step ", stepLink(step, place, last), ": "] : "trace: ", textOf(reason)])),
    some("Why it is not proved", check.unproved.map((why) => textOf(why))),
    some("Worked out again", check.verified.map((what) => textOf(what))),
    some("Taken as given", check.given.map((what) => textOf(what))),
    cell.tokens !== null && el("p", { class: "note" }, `${count(cell.tokens)} tokens`),
    el("p", { class: "note" }, `${(cell.seconds * 1000).toFixed(1)} ms`));
}

function besidePicker(place, beside, planned) {
  return el("label", { class: "pick" }, el("span", null, "beside"),
    el("select", { id: "beside", onchange: (event) => go({ beside: event.target.value, step: null }) },
      el("option", { value: "none" }, "nothing"),
      planned.filter((i) => i !== place).map((i) => el("option", { value: runs[i].letter, selected: i === beside }, runLabel(runs[i])))));
}

/** Select a step: mark its words in the text, and the steps that it names. 0 selects none. */
function select(n) {
  const steps = item.record.runs[item.place]?.steps ?? [];
  const one = steps[n - 1];
  drawTexts(steps, one ? n : 0);
  for (const node of byId("item-view").querySelectorAll(".step")) {
    const [, place, number] = node.id.split("-").map(Number);
    const here = place === item.place && one;
    node.classList.toggle("selected", Boolean(here && number === n));
    node.classList.toggle("named", Boolean(here && one.rests.includes(number)));
    node.classList.toggle("naming", Boolean(here && steps[number - 1]?.rests.includes(n)));
    if (here && number === n) node.setAttribute("aria-current", "step");
    else node.removeAttribute("aria-current");
  }
  if (!one) return;
  byId(`step-${item.place}-${n}`)?.scrollIntoView({ block: "nearest" });
  const told = one.words.length ? `; its words are marked` : "";
  say(`step ${n} of ${steps.length} selected${told}`);
}

/** All words from which a step is derived: its own, or those of the steps that it names, recursively. */
function wordsOf(steps, n, seen = new Set()) {
  const one = steps[n - 1];
  if (!one || seen.has(n)) return [];
  seen.add(n);
  return one.words.length ? one.words : one.rests.flatMap((m) => (m < n ? wordsOf(steps, m, seen) : []));
}

function drawTexts(steps, n) {
  const answered = item.record.runs[item.place];
  const sources = answered?.sources ?? item.record.sources;
  const own = n ? steps[n - 1].words : [];
  const chosen = n ? (own.length ? own : wordsOf(steps, n)) : [];
  const options = new Map(item.record.options.map(([label, text]) => [text, label]));
  refill(byId("texts"),el("dl", { class: "sources" }, sources.map(([id, text, arriving]) => {
    const label = /^q\d*$/.test(id) ? options.get(text) : undefined;
    return el("div", { class: arriving ? "arriving" : null }, el("dt", null, label ? `${label})` : id, arriving && el("span", { class: "sign new" }, "new")),
      el("dd", { dir: "auto" }, text ? marked(text, id, steps, chosen, own.length > 0) : el("span", { class: "note" }, "(empty)")));
  }), [...options].filter(([text]) => !sources.some(([, source]) => source === text)).map(([text, label]) =>
    el("div", null, el("dt", null, `${label})`), el("dd", null, textOf(text))))));
}

/** A text split at the boundaries of quoted words; each piece links to the step that quotes it. */
function marked(text, source, steps, chosen, direct) {
  const spans = steps.flatMap((one, i) => (one.kind === "evidence" ? [] : one.words.filter((word) => word[0] === source).map(([, from, to]) => ({ from, to, n: i + 1 }))));
  const lit = chosen.filter((word) => word[0] === source).map(([, from, to]) => ({ from, to }));
  const within = (all, at) => all.filter((span) => span.from <= at && at < span.to);
  const cuts = [...new Set([0, text.length, ...[...spans, ...lit].flatMap((span) => [span.from, span.to])])].filter((cut) => cut <= text.length).sort((a, b) => a - b);
  return cuts.slice(0, -1).map((from, i) => {
    const piece = text.slice(from, cuts[i + 1]);
    const here = within(spans, from);
    const kind = within(lit, from).length ? (direct ? "lit" : "lit far") : "";
    if (!here.length) return textOf(piece, kind ? "mark" : "span", { class: kind });
    const first = here.reduce((best, span) => (span.to - span.from < best.to - best.from ? span : best));
    return textOf(piece, "a", { class: `words ${kind}`, href: link({ step: first.n, run: runs[item.place].letter }), title: `step ${first.n}` });
  });
}
