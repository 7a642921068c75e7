// The address follows the hand, so that what is seen can be passed on at any moment.
"use strict";
document.addEventListener("drawn", () => {
  const link = document.getElementById("link");
  if (link) history.replaceState(null, "", link.href);
});
// The phone's own share sheet where there is one; else the link is followed and the address copied.
document.addEventListener("click", (event) => {
  const link = event.target.closest("#link");
  if (!link || !navigator.share) return;
  event.preventDefault();
  navigator.share({ title: document.title, url: link.href }).catch(() => {});
});
