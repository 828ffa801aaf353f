// DOM elements, and text that is shown but never interpreted.

const byId = (id) => document.getElementById(id);

/** Create an element. Strings become text; `null` and `false` are left out; `on...` are listeners. */
function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Create an SVG element. */
function svg(tag, attributes, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

// Bidirectional controls, line separators and other characters that change how the text around them looks.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u;
const CONTROL_RUNS = new RegExp(`(${CONTROLS.source})`, "u");
const LONG = 20000;

/** Return text from the data as nodes. Control characters are shown by their code, so they have no effect. */
function words(text) {
  if (!CONTROLS.test(text)) return [text];
  return text.split(CONTROL_RUNS).filter(Boolean).map((part) =>
    CONTROLS.test(part)
      ? el("span", { class: "control", title: "a control character of the text" }, `U+${part.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`)
      : part);
}

/** Return an element with text from the data; for a very long text, its beginning and a button for the rest. */
function textOf(text, tag = "span", attributes = {}) {
  const node = el(tag, { dir: "auto", ...attributes });
  node.classList.add("text");
  if (text.length <= LONG) {
    node.append(...words(text));
    return node;
  }
  const more = el("button", { type: "button", class: "quiet", onclick: () => more.replaceWith(...words(text.slice(LONG))) },
    `show ${count(text.length - LONG)} more characters`);
  node.append(...words(text.slice(0, LONG)), more);
  return node;
}

/** Replace the children of a node. */
function refill(node, ...children) {
  node.replaceChildren();
  return fill(node, null, children);
}

const hidden = (text) => el("span", { class: "hidden" }, text);
const count = (n) => n.toLocaleString("en");
const share = (x, places = 3) => (x === null || x === undefined ? "–" : x.toFixed(places));

/** Announce something to screen readers. */
function say(text) {
  byId("said").textContent = text;
}
