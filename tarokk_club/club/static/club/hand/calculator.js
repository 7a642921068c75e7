// Share the link of the calculator where the browser can; else the link works as usual.
document.addEventListener("click", (event) => {
  const link = event.target.closest("#link");
  if (!link || !navigator.share) return;
  event.preventDefault();
  navigator.share({ title: document.title, url: link.href }).catch(() => {});
});
