// Papers: a button that prints; on the screen that takes a sheet in, a way to the wrong place, and typed lines that outlive a reload.
for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => window.print());
}

const sheet = document.querySelector("form[data-keep]");
if (sheet) keepLines(sheet);

function keepLines({ dataset, elements }) {
  const area = elements.lines;
  // Of this tab alone, and of this state of the session: once saved, nothing comes back.
  const place = `paper-${dataset.keep}-${elements.version.value}`;
  const save = () => tryStorage((store) => store.setItem(place, area.value));
  if (area.value) save();
  else area.value = tryStorage((store) => store.getItem(place)) || "";
  area.addEventListener("input", save);
  for (const button of document.querySelectorAll("[data-line]")) {
    button.addEventListener("click", () => select(area, button.dataset));
  }
}

// A browser that keeps nothing at all still types.
function tryStorage(use) {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

function select(area, { line, column }) {
  const lines = area.value.split("\n");
  const number = Number(line) - 1;
  const start = lines.slice(0, number).reduce((sum, one) => sum + one.length + 1, 0);
  area.focus();
  area.setSelectionRange(start + Number(column) - 1, start + (lines[number] || "").length);
}
