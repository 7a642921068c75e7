// How the site gets onto the home screen of this very phone: the browser's own offer, or where to tap.
"use strict";
(() => {
const box = document.getElementById("install");
const installed = matchMedia("(display-mode: standalone)").matches || navigator.standalone;
if (!box || installed || !isSecureContext) return;

const show = (way) => box.querySelectorAll("[data-way]").forEach((part) => { part.hidden = part.dataset.way !== way; });
// An iPad calls itself a Mac, but no Mac has a touch screen.
const apple = /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
show(apple ? "iphone" : "menu");
box.hidden = false;

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  show("offered");
  box.querySelector("button").addEventListener("click", () => event.prompt(), { once: true });
});
addEventListener("appinstalled", () => { box.hidden = true; });
})();
