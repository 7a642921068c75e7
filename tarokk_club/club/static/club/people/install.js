// Offer to install the site: by the browser's own prompt, or with directions for this platform.
const box = document.getElementById("install");
const isInstalled = matchMedia("(display-mode: standalone)").matches || navigator.standalone;

function showDirections(way) {
  for (const section of box.querySelectorAll("[data-way]"))
    section.hidden = section.dataset.way !== way;
}

function offerInstall() {
  // An iPad calls itself a Mac, but no Mac has a touch screen.
  const isIPad = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || isIPad;
  showDirections(isApple ? "iphone" : "menu");
  box.hidden = false;
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    showDirections("offered");
    box.querySelector("button").addEventListener("click", () => event.prompt(), { once: true });
  });
  addEventListener("appinstalled", () => {
    box.hidden = true;
  });
}

if (box && !isInstalled && isSecureContext) offerInstall();
