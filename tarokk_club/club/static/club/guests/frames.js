// Size the frames of a club's pages to their content, on any web site that includes this script:
// <iframe data-tarokk src="…/embed/leaderboard/" title="…"></iframe>
addEventListener("message", ({ data, origin, source }) => {
  const height = data?.tarokkHeight;
  if (typeof height !== "number" || !(height > 0 && height < 20000)) return;
  for (const frame of document.querySelectorAll("iframe[data-tarokk]"))
    if (frame.contentWindow === source && new URL(frame.src).origin === origin)
      frame.style.height = `${Math.ceil(height)}px`;
});
