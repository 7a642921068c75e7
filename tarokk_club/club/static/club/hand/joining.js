// Who joins: among many players a search, as where a table is started.
import { addSearch } from "../session/seats/search.js";

function rowOf(input, often) {
  const label = input.closest("label");
  const select = {
    get value() {
      return input.checked ? input.value : "";
    },
  };
  return { select, button: label, name: label.textContent.trim(), often: often.has(input.value) };
}

for (const form of document.querySelectorAll("form[data-find]")) {
  const often = new Set(form.dataset.often.split(" "));
  const rows = [...form.querySelectorAll("input[name=player]")].map((one) => rowOf(one, often));
  const pad = rows[0].button.parentElement;
  addSearch(form, pad, rows, () => {})();
}
