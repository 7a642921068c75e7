// Before any script changes it: a first page is kept so by the worker that it calls (worker/called.js).
const called =
  document.querySelector("script[data-worker]") && !navigator.serviceWorker?.controller;
if (called) window.asItCame = `<!DOCTYPE html>${document.documentElement.outerHTML}`;
document.documentElement.classList.add("js");
