// The phone's own share sheet where there is one; else the link is followed and the address copied.
document.addEventListener("click", (event) => {
  const link = event.target.closest("#link");
  if (!link || !navigator.share) return;
  event.preventDefault();
  navigator.share({ title: document.title, url: link.href }).catch(() => {});
});
