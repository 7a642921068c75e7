// The service worker is called, and told what this phone will want to see without a network.
const workers = navigator.serviceWorker;
const { worker, forget, account } = document.querySelector("script[data-worker]")?.dataset ?? {};

// Browsers give workers to safe addresses only; on plain http the site works with a network alone.
if (workers && worker) {
  workers.register(worker).catch(() => {});
  workers.ready.then((ready) => {
    // Whoever meets the page of signing in is signed out: the copies with names go.
    if (forget !== undefined) ready.active.postMessage({ forget: true });
    else follow(ready.active);
  });
}

function follow(asked) {
  // The page that called the worker for the first time came before it, and is handed over as it came.
  const { until } = document.documentElement.dataset;
  if (!workers.controller && until) {
    asked.postMessage({ keep: location.pathname, page: window.asItCame, until, whose: account });
  }
  keepNext(asked, 0);
  document.addEventListener("sheet-changed", () => keepNext(asked, 1500));
}

// The empty form for the next hand is kept beside the sheet, with the dealer of that hand.
let planned = 0;
function keepNext(asked, after) {
  const link = document.querySelector("a[data-keep]");
  clearTimeout(planned);
  if (!link) return;
  planned = setTimeout(() => asked.postMessage({ keep: link.getAttribute("href") }), after);
}
