// The view follows the address; keys and buttons only change the address.

const VIEWS = { overview: "overview-view", items: "list-view", item: "item-view" };
const THEMES = ["", "light", "dark"];
let shown = "";

async function render() {
  const now = route();
  const view = now.get("item") ? "item" : now.get("view") in VIEWS ? now.get("view") : "overview";
  drawTheme(now.get("theme") ?? "");
  byId("nav-overview").href = link({ view: "overview" }, fresh());
  byId("nav-items").href = link({ view: "items", item: null, step: null, run: null, beside: null });
  for (const [name, id] of Object.entries({ overview: "nav-overview", items: "nav-items" })) {
    if (name === view || (name === "items" && view === "item")) byId(id).setAttribute("aria-current", "page");
    else byId(id).removeAttribute("aria-current");
  }
  for (const [name, id] of Object.entries(VIEWS)) byId(id).hidden = name !== view;
  document.body.dataset.view = view;
  const came = view === "item" ? now.get("item") : view;
  try {
    byId("notice").hidden = true;
    if (view === "overview" && !byId("overview-view").firstChild) drawOverview();
    if (view === "items") await showList();
    if (view === "item") await showItem(now.get("item"));
  } catch (error) {
    byId("notice").textContent = error.message;
    byId("notice").hidden = false;
  }
  if (shown && shown !== came) arrive(view);
  shown = came;
}

/** Focus the element at which a reader continues after a change of view. */
function arrive(view) {
  if (view === "items" && route().get("at")) byId("body").querySelector(`tr[data-place="${list.at}"] a`)?.focus({ preventScroll: true });
  else byId(VIEWS[view]).querySelector("h1")?.focus({ preventScroll: true });
  if (view !== "items" && !route().get("step")) scrollTo(0, 0);
}

function drawTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  refill(byId("theme"), el("span", { class: "hint" }, "Theme: "), theme || "auto");
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
  const typing = event.target.closest?.("input, select, textarea");
  const view = document.body.dataset.view;
  if (event.key === "Escape") {
    if (typing) typing.blur();
    else if (route().get("step")) go({ step: null });
    else if (view === "item") location.hash = backLink();
    return;
  }
  if (typing) {
    if (event.key === "Enter" && typing.id === "search") step(0);
    return;
  }
  if (event.key === "?") byId("keys").showModal();
  else if (event.key === "/") {
    event.preventDefault();
    if (view !== "items") go({ view: "items", item: null, step: null });
    loadRows().then(() => setTimeout(() => byId("search")?.focus()));
  } else if (event.key === "j" || event.key === "k") {
    const by = event.key === "j" ? 1 : -1;
    if (view === "items") step(by);
    else if (view === "item") {
      const to = list.chosen[list.chosen.indexOf(item.row) + by];
      if (to) location.hash = itemLink(to);
    }
  } else if (event.key === "Enter" && view === "items" && !event.target.closest("a, button, summary")) openRow(list.at);
}

byId("theme").addEventListener("click", () => go({ theme: THEMES[(THEMES.indexOf(route().get("theme") ?? "") + 1) % THEMES.length] }, { replace: true }));
byId("help").addEventListener("click", () => byId("keys").showModal());
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});
addEventListener("keydown", onKey);
addEventListener("hashchange", render);
addEventListener("beforeprint", () => {
  if (document.body.dataset.view === "items") drawRows(true, true);
  for (const node of document.querySelectorAll("details.check")) node.open = true;
});
addEventListener("afterprint", () => document.body.dataset.view === "items" && drawRows(true));
let resized;
addEventListener("resize", () => {
  clearTimeout(resized);
  resized = setTimeout(() => {
    if (document.body.dataset.view === "overview") drawOverview();
    else byId("overview-view").replaceChildren();
    if (document.body.dataset.view === "items") drawRows(true);
  }, 150);
});
render();
