// Save the HTML of a first visit before scripts change it; worker/registration.js passes it on.
const registersWorker =
  document.querySelector("script[data-worker]") && !navigator.serviceWorker?.controller;
if (registersWorker) {
  window.initialHtml = `<!DOCTYPE html>${document.documentElement.outerHTML}`;
}
document.documentElement.classList.add("js");
