// Preselect the players of a fee by its purpose, and add a search where there are many players.
import { foldText } from "../base/page/search-text.js";

// A fine begins with no player selected, other fees with all.
function selectByPurpose(form, checkboxes) {
  const areAll = (value) => checkboxes.every(({ checked }) => checked === value);
  let wasFine = false;
  form.addEventListener("change", ({ target }) => {
    if (target.name !== "purpose") return;
    const isFine = target.value === form.dataset.fine;
    // A selection that the treasurer made by hand must survive a change of purpose.
    if (isFine !== wasFine && areAll(isFine))
      for (const checkbox of checkboxes) checkbox.checked = !isFine;
    wasFine = isFine;
  });
}

function addSearch(form, checkboxes) {
  const field = document.createElement("input");
  field.type = "search";
  field.autocomplete = "off";
  field.className = "find-player";
  field.placeholder = form.dataset.find;
  field.setAttribute("aria-label", form.dataset.find);
  const names = checkboxes.map((checkbox) => foldText(checkbox.labels[0].textContent));
  field.addEventListener("input", () => {
    const words = foldText(field.value).split(/\s+/).filter(Boolean);
    for (const [index, checkbox] of checkboxes.entries()) {
      checkbox.labels[0].hidden = !words.every((word) => names[index].includes(word));
    }
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
  checkboxes[0].closest(".ticks").before(field);
}

for (const form of document.querySelectorAll("form[data-fine]")) {
  const checkboxes = [...form.querySelectorAll("input[name=players]")];
  selectByPurpose(form, checkboxes);
  if (checkboxes.length > 20) addSearch(form, checkboxes);
}
