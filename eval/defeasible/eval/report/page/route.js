// All state of the page is in the fragment of its address, so that a link reproduces the view.

const route = () => new URLSearchParams(location.hash.slice(1));

/** Return the current fragment with changes; an empty value removes a part. */
function link(changes, from = route()) {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === "") from.delete(name);
    else from.set(name, value);
  }
  return `#${from}`;
}

/** Go to the current state with changes. With `replace` the back button skips this state. */
function go(changes, { replace = false } = {}) {
  const to = link(changes);
  if (to === location.hash) return;
  if (replace) {
    history.replaceState(null, "", to);
    render();
  } else location.hash = to; // `hashchange` renders
}

/** A fragment with only the theme, for links that start over. */
function fresh() {
  const theme = route().get("theme");
  return new URLSearchParams(theme ? { theme } : {});
}
