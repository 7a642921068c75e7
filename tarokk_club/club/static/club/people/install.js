// How the site gets onto the home screen of this very phone: the browser's own offer, or where to tap.
const box = document.getElementById("install");
const installed = matchMedia("(display-mode: standalone)").matches || navigator.standalone;

function show(way) {
  for (const part of box.querySelectorAll("[data-way]")) part.hidden = part.dataset.way !== way;
}

function offer() {
  // An iPad calls itself a Mac, but no Mac has a touch screen.
  const pad = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  const apple = /iPhone|iPad|iPod/.test(navigator.userAgent) || pad;
  show(apple ? "iphone" : "menu");
  box.hidden = false;
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    show("offered");
    box.querySelector("button").addEventListener("click", () => event.prompt(), { once: true });
  });
  addEventListener("appinstalled", () => {
    box.hidden = true;
  });
}

if (box && !installed && isSecureContext) offer();
