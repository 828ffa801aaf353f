// A proof: numbered steps, linked to the words they come from and to the steps they rest on.

const STATUS = { accepted: "✓ accepted", overruled: "✗ overruled", tied: "= tied", retracted: "↶ retracted" };
const PREMISES = new Set(["premise", "size", "fact", "happening"]);

/** Draw the proof of one run. `marked`: the first step that differs from the proof beside it. */
function drawProof(answered, place, marked = null) {
  if (answered.error) return [el("h3", null, "The pipeline raised"), textOf(answered.error, "pre")];
  if (answered.raw) return [el("p", { class: "notice" }, "The logged proof cannot be read as one; this is the document as it stands."), textOf(answered.raw, "pre")];
  if (!answered.steps) return [el("p", { class: "note" }, "There is no proof.")];
  const usedBy = answered.steps.map(() => []);
  answered.steps.forEach((one, i) => one.rests.forEach((n) => usedBy[n - 1]?.push(i + 1)));
  return [
    premisesUsed(answered, place),
    answered.atoms.length > 0 && el("dl", { class: "atoms", "aria-label": "What the letters stand for" }, answered.atoms.map(([id, gloss]) =>
      el("div", null, el("dt", null, textOf(id, "code")), el("dd", null, textOf(gloss))))),
    el("ol", { class: "steps" }, answered.steps.map((one, i) => drawStep(one, i + 1, usedBy[i], place, answered.steps.length, marked === i + 1))),
  ];
}

const stepLink = (n, place, last) => (n >= 1 && n <= last
  ? el("a", { class: "ref", href: link({ step: n, run: runs[place].letter }), "aria-label": `step ${n}` }, n)
  : el("span", { class: "ref bad" }, n));

function drawStep(one, n, usedBy, place, last, marked) {
  const [head, ...rest] = one.lines;
  const base = PREMISES.has(one.kind);
  return el("li", { id: `step-${place}-${n}`, value: n, class: `step k-${one.kind} ${one.status ? `is-${one.status}` : ""} ${base && !one.used ? "unused" : ""} ${marked ? "parts" : ""}` },
    el("a", { class: "number", href: link({ step: n, run: runs[place].letter }), "aria-label": `step ${n}` }, n),
    el("div", { class: "body" },
      marked && el("p", { class: "parting" }, "Here the two proofs part."),
      el("div", { class: "line" }, textOf(head, "p", { class: "head" }),
        one.status && el("span", { class: `sign ${one.status}` }, STATUS[one.status] ?? one.status),
        base && el("span", { class: one.used ? "sign used" : "sign" }, one.used ? "used" : "not used")),
      rest.length > 0 && el("ul", null, rest.map((line) => textOf(line, "li"))),
      (one.rests.length > 0 || usedBy.length > 0) && el("p", { class: "refs" },
        one.rests.length > 0 && [el("span", null, "rests on "), one.rests.map((m) => [stepLink(m, place, last), " "])],
        usedBy.length > 0 && [el("span", null, "leads to "), usedBy.map((m) => [stepLink(m, place, last), " "])])));
}

/** Say which premises the conclusion was derived from, and which were not used. */
function premisesUsed(answered, place) {
  const premises = answered.steps.map((one, i) => ({ ...one, n: i + 1 })).filter((one) => PREMISES.has(one.kind));
  if (!premises.length) return null;
  const some = (used) => premises.filter((one) => one.used === used).map((one) => [stepLink(one.n, place, answered.steps.length), " "]);
  const [used, unused] = [some(true), some(false)];
  return el("p", { class: "usedline" }, "Premises used by the conclusion: ", used.length ? used : "none", unused.length > 0 && [" · not used: ", unused]);
}

/** Say where two decisions on an item first differ: {step, text}; `step` is in the first proof, or null. */
function divergence(a, b, aName, bName) {
  if (!a?.steps?.length || !b?.steps?.length) return null;
  const alone = (answered) => answered.steps[0].kind === "answer";
  if (alone(a) && alone(b)) return { step: null, text: a.answer === b.answer ? "Both models give the same answer." : `The models differ: ${aName} says ${a.answer}, ${bName} says ${b.answer}.` };
  if (alone(a) || alone(b)) {
    const [proof, proofName, word, wordName] = alone(b) ? [a, aName, b, bName] : [b, bName, a, aName];
    if (proof.answer === word.answer) return { step: null, text: `${wordName} gives by its own word the answer that ${proofName} proves.` };
    const flip = proof.flips[0];
    const last = proof.steps.length;
    const where = flip ? `hinges on step ${flip[0].join(", ")}: otherwise ${flip[1].toUpperCase()}` : "hinges on no evidence: they part at the reading, or in what the model thought";
    return { step: alone(b) ? (flip ? flip[0][0] : last) : null, text: `${wordName} says ${word.answer} by its own word. The proof of ${proofName} concludes ${proof.answer}, and ${where}.` };
  }
  const long = Math.max(a.steps.length, b.steps.length);
  for (let i = 0; i < long; i++) {
    const [one, other] = [a.steps[i], b.steps[i]];
    if (one && other && one.lines[0] === other.lines[0] && one.status === other.status) continue;
    const told = (each) => (each ? `“${each.lines[0].replace(/\s+/g, " ")}”` : "no such step");
    return { step: one ? i + 1 : null, text: `They first part at step ${i + 1}: ${aName} has ${told(one)}, ${bName} ${told(other)}.` };
  }
  return { step: null, text: "The proofs are the same, step by step." };
}
