// Print a page from its button; on the page that reads a typed sheet, store the draft of its lines
// and link each error to its position.
for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => window.print());
}

const form = document.querySelector("form[data-keep]");
if (form) storeDraft(form);

function storeDraft({ dataset, elements }) {
  const area = elements.lines;
  // The version is in the key, so that a saved draft does not come back.
  const storageKey = `paper-${dataset.keep}-${elements.version.value}`;
  const save = () => tryStorage((storage) => storage.setItem(storageKey, area.value));
  if (area.value) save();
  else area.value = tryStorage((storage) => storage.getItem(storageKey)) || "";
  area.addEventListener("input", save);
  for (const button of document.querySelectorAll("[data-line]")) {
    button.addEventListener("click", () => selectPosition(area, button.dataset));
  }
}

// A browser may forbid storage; the page works without a draft.
function tryStorage(action) {
  try {
    return action(sessionStorage);
  } catch {
    return null;
  }
}

function selectPosition(area, { line, column }) {
  const lines = area.value.split("\n");
  const index = Number(line) - 1;
  const start = lines.slice(0, index).reduce((sum, text) => sum + text.length + 1, 0);
  area.focus();
  area.setSelectionRange(start + Number(column) - 1, start + (lines[index] || "").length);
}
