// Configure htmx for the strict policy of the site and translate its events.
// Other scripts listen for "drawn" (a fragment was swapped in) and "fragment-failed".
const { htmx } = window;

// Set here because a meta tag would add a hundred bytes to every page.
if (htmx) {
  Object.assign(htmx.config, {
    // The content security policy allows no inline style and no code from text.
    includeIndicatorStyles: false,
    allowEval: false,
    allowScriptTags: false,
    selfRequestsOnly: true,
    // Each element has its own attributes, as in the next major version of htmx.
    disableInheritance: true,
    // Pages contain names, so the browser must not store them.
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

const listen = (name, handle) =>
  document.addEventListener(`htmx:${name}`, (event) => handle(event.detail, event));
const dispatch = (name, detail) =>
  document.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));

// Attach callbacks to the requests of an element, all optional:
//   mayRequest(triggered): return false to skip the request; addHeaders(headers): add headers;
//   shouldSwap(response): return false to skip the swap;
//   onEnd(response, status): run at the end, with status 0 if there was no network.
const watchers = new WeakMap();
export const watch = (element, watcher) => watchers.set(element, watcher);
// htmx dispatches on an element that is still in the page; the request has the one that sent it.
const getRequester = (detail) => detail.requestConfig?.elt ?? detail.elt;
const getWatcher = (detail) => watchers.get(getRequester(detail)) ?? {};

export const load = (element) => htmx?.process(element);

listen("beforeRequest", (detail, event) => {
  if (getWatcher(detail).mayRequest?.(Boolean(detail.requestConfig.triggeringEvent)) === false) {
    event.preventDefault();
  } else if (!navigator.onLine && !watchers.has(getRequester(detail))) {
    // The request would fail, and the outbox already shows that there is no network.
    event.preventDefault();
    handleFailure(getRequester(detail), 0);
  }
});
listen("configRequest", (detail) => getWatcher(detail).addHeaders?.(detail.headers));
listen("beforeSwap", (detail) => {
  // White space around a fragment would pile up in the page, a little with each response.
  detail.serverResponse = detail.serverResponse.trim();
  if (detail.shouldSwap && getWatcher(detail).shouldSwap?.(detail.xhr) === false) {
    detail.shouldSwap = false;
  }
});
listen("afterSwap", (detail, { target }) => {
  dispatch("drawn", { part: target, requester: getRequester(detail) });
});
listen("afterRequest", (detail) => {
  const { status } = detail.xhr;
  getWatcher(detail).onEnd?.(detail.xhr, status);
  if (status < 200 || (status >= 400 && status !== 422)) {
    handleFailure(getRequester(detail), status);
  }
});

// A watcher handles its own failures; other elements fall back to their form or link.
function handleFailure(requester, status) {
  if (watchers.has(requester) || !dispatch("fragment-failed", { requester, status })) return;
  if (requester.localName === "form") requester.submit();
  else if (requester.href) location.assign(requester.href);
  else requester.form?.requestSubmit(requester);
}
