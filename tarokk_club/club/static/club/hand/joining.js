// Add a player search to the forms by which players join a session.
import { addSearch } from "../session/seats/search.js";

function buildRow(input, frequent) {
  const label = input.closest("label");
  // A checkbox in place of the <select> that the search expects.
  const select = {
    get value() {
      return input.checked ? input.value : "";
    },
  };
  return {
    select,
    button: label,
    name: label.textContent.trim(),
    often: frequent.has(input.value),
  };
}

for (const form of document.querySelectorAll("form[data-find]")) {
  const frequent = new Set(form.dataset.often.split(" "));
  const inputs = [...form.querySelectorAll("input[name=player]")];
  const rows = inputs.map((input) => buildRow(input, frequent));
  const list = rows[0].button.parentElement;
  addSearch(form, list, rows, () => {})();
}
