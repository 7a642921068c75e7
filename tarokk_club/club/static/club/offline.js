// Calls the service worker, and tells it what this phone will want to see without a network.
"use strict";
(() => {
const workers = navigator.serviceWorker;
const { worker, forget } = document.querySelector("script[data-worker]").dataset;

// Browsers give workers to safe addresses only; on plain http the site works with a network alone.
if (workers) {
  workers.register(worker).catch(() => {});
  workers.ready.then((ready) => {
    // Whoever meets the page of signing in is signed out: the copies with names go.
    if (forget !== undefined) ready.active.postMessage({ forget: true });
    else {
      const asked = ready.active;
      // The page that called the worker for the first time came before it.
      if (!workers.controller) asked.postMessage({ keep: location.pathname });
      keepNext(asked, 0);
      document.addEventListener("sheet-changed", () => keepNext(asked, 1500));
    }
  });
}

// The empty form for the next hand is kept beside the sheet, with the dealer of that hand.
let planned = 0;
function keepNext(asked, after) {
  const link = document.querySelector("a[data-keep]");
  clearTimeout(planned);
  if (link) planned = setTimeout(() => asked.postMessage({ keep: link.getAttribute("href") }), after);
}
})();
