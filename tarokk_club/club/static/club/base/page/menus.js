// Close open menus on a click outside or on Escape.
addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.more[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector("details.more[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
