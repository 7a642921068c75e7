// htmx asks for the parts of a page that change; it is set up here for the strict policy of the site.
// Nowhere else stand the names of its events: the rest of our scripts hears "drawn" and "part-missed".
const { htmx } = window;

// Here and not in a tag of each page, where it would cost every answer a hundred bytes.
if (htmx) {
  Object.assign(htmx.config, {
    // The policy knows no inline style and no text that becomes a script.
    includeIndicatorStyles: false,
    allowEval: false,
    allowScriptTags: false,
    selfRequestsOnly: true,
    // What is asked for stands on the element that asks, as in the next htmx.
    disableInheritance: true,
    // No page with names is kept in the browser's own store.
    historyCacheSize: 0,
    refreshOnHistoryMiss: true,
    defaultSettleDelay: 0,
    attributesToSettle: [],
    responseHandling: [
      { code: "[23]04", swap: false },
      { code: "2..", swap: true },
      { code: "422", swap: true },
      { code: "...", swap: false },
    ],
  });
}

const on = (name, act) =>
  document.addEventListener(`htmx:${name}`, (event) => act(event.detail, event));
const tell = (name, detail) =>
  document.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));

// watch: what an element that asks by itself wants to know.
//   may(): whether to ask now; heads(heads): add to them; came(answer): whether to show the answer;
//   after(answer, status): it was shown, or there was none, status 0 for no network.
const watchers = new WeakMap();
export const watch = (element, watcher) => watchers.set(element, watcher);
// An event is told on an element that is still there; who asked is told in its request.
const askerOf = (detail) => detail.requestConfig?.elt ?? detail.elt;
const watcherOf = (detail) => watchers.get(askerOf(detail)) ?? {};

export const load = (element) => htmx?.process(element);

on("beforeRequest", (detail, event) => {
  if (watcherOf(detail).may?.(Boolean(detail.requestConfig.triggeringEvent)) === false) {
    event.preventDefault();
  } else if (!navigator.onLine && !watchers.has(askerOf(detail))) {
    // The outbox and the fields tell the rest; what is asked in vain is not asked.
    event.preventDefault();
    missed(askerOf(detail), 0);
  }
});
on("configRequest", (detail) => watcherOf(detail).heads?.(detail.headers));
on("beforeSwap", (detail) => {
  // The gaps around a part would gather in the page, one more with each answer.
  detail.serverResponse = detail.serverResponse.trim();
  if (detail.shouldSwap && watcherOf(detail).came?.(detail.xhr) === false) {
    detail.shouldSwap = false;
  }
});
on("afterSwap", (detail, { target }) => {
  tell("drawn", { part: target, asked: askerOf(detail) });
});
on("afterRequest", (detail) => {
  const { status } = detail.xhr;
  watcherOf(detail).after?.(detail.xhr, status);
  if (status < 200 || (status >= 400 && status !== 422)) missed(askerOf(detail), status);
});

// Who watches knows already. Nobody else's part is lost: what it stands on leads there without htmx.
function missed(asked, status) {
  if (watchers.has(asked) || !tell("part-missed", { asked, status })) return;
  if (asked.localName === "form") asked.submit();
  else if (asked.href) location.assign(asked.href);
  else asked.form?.requestSubmit(asked);
}
