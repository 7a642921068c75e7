// Register the service worker, send it the pages to cache and reload outdated ones.
const workers = navigator.serviceWorker;
const { worker, forget, account } = document.querySelector("script[data-worker]")?.dataset ?? {};

// Browsers offer service workers only over https; over plain http the site needs a network.
if (workers && worker) {
  workers.register(worker).catch(() => {});
  workers.ready.then(({ active }) => {
    // The sign-in page sets data-forget: after signing out, no names may stay in the cache.
    if (forget !== undefined) active.postMessage({ forget: true });
    else sendPages(active);
  });
}

// The worker opened this page from memory, and the response of the network differs from it.
workers?.addEventListener("message", () => {
  // A reload would lose what was entered; the server finds the conflict when the hand is saved.
  if (!document.querySelector("[data-state=waiting], textarea:focus")) location.reload();
});

function sendPages(active) {
  // The page that registers the worker was loaded without it, so it sends its own HTML.
  const { until } = document.documentElement.dataset;
  if (!workers.controller && until) {
    active.postMessage({
      keep: location.pathname,
      page: window.initialHtml,
      until,
      whose: account,
    });
  }
  cacheNextForm(active, 0);
  document.addEventListener("sheet-changed", () => cacheNextForm(active, 1500));
}

// Cache the empty form of the next hand again after each change, as its dealer changes too.
let timer = 0;
function cacheNextForm(active, delay) {
  const link = document.querySelector("a[data-keep]");
  clearTimeout(timer);
  if (!link) return;
  timer = setTimeout(() => active.postMessage({ keep: link.getAttribute("href") }), delay);
}
