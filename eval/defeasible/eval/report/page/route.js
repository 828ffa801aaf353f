// All state of the page is in the fragment of its address, so that a link shows what was seen.

const route = () => new URLSearchParams(location.hash.slice(1));

/** Return a fragment: the present one with changes; an empty value takes a part out. */
function link(changes, from = route()) {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === "") from.delete(name);
    else from.set(name, value);
  }
  return `#${from}`;
}

/** Go to the present state with changes. With `replace` the back button does not stop here. */
function go(changes, { replace = false } = {}) {
  const to = link(changes);
  if (to === location.hash) return;
  if (replace) {
    history.replaceState(null, "", to);
    render();
  } else location.hash = to; // `hashchange` renders
}

/** A fragment without anything but the theme, for links that begin anew. */
function fresh() {
  const theme = route().get("theme");
  return new URLSearchParams(theme ? { theme } : {});
}
