// Papers: a button that prints; on the screen that takes a sheet in, a way to the wrong place, and typed lines that outlive a reload.
"use strict";
document.querySelectorAll("[data-print]").forEach((button) => button.addEventListener("click", () => window.print()));
const sheet = document.querySelector("form[data-keep]");
if (sheet) {
  const area = sheet.elements.lines;
  // Of this tab alone, and of this state of the session: once saved, nothing comes back.
  const place = `paper-${sheet.dataset.keep}-${sheet.elements.version.value}`;
  // A browser that keeps nothing at all still types.
  const kept = (use) => { try { return use(sessionStorage); } catch { return null; } };
  const keep = () => kept((store) => store.setItem(place, area.value));
  if (area.value) keep();
  else area.value = kept((store) => store.getItem(place)) || "";
  area.addEventListener("input", keep);
  document.querySelectorAll("[data-line]").forEach((button) => button.addEventListener("click", () => {
    const lines = area.value.split("\n"), number = Number(button.dataset.line) - 1;
    const start = lines.slice(0, number).reduce((sum, line) => sum + line.length + 1, 0);
    area.focus();
    area.setSelectionRange(start + Number(button.dataset.column) - 1, start + (lines[number] || "").length);
  }));
}
