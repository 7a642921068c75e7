// Who pays a fee: a fine begins with nobody, other fees with everybody; many players are searched.
import { foldText } from "../base/page/search-text.js";

function followKind(box, ticks) {
  const all = (value) => ticks.every(({ checked }) => checked === value);
  let wasFine = false;
  box.form.addEventListener("change", ({ target }) => {
    if (target.name !== "purpose") return;
    const isFine = target.value === box.dataset.fine;
    // What was ticked one by one is left alone.
    if (isFine !== wasFine && all(isFine)) for (const tick of ticks) tick.checked = !isFine;
    wasFine = isFine;
  });
}

function addSearch(box, ticks) {
  const field = document.createElement("input");
  field.type = "search";
  field.autocomplete = "off";
  field.className = "find-player";
  field.placeholder = box.dataset.find;
  field.setAttribute("aria-label", box.dataset.find);
  const names = ticks.map((tick) => foldText(tick.labels[0].textContent));
  field.addEventListener("input", () => {
    const words = foldText(field.value).split(/\s+/).filter(Boolean);
    for (const [place, tick] of ticks.entries()) {
      tick.labels[0].hidden = !words.every((word) => names[place].includes(word));
    }
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
  ticks[0].closest(".ticks").before(field);
}

for (const form of document.querySelectorAll("form[data-fine]")) {
  const ticks = [...form.querySelectorAll("input[name=players]")];
  followKind({ form, dataset: form.dataset }, ticks);
  if (ticks.length > 20) addSearch(form, ticks);
}
