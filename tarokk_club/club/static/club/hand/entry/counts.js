// Count the declarations in each fold and suggest the number of tricks that is left.
import { form, NUMBER_FIELDS } from "./fields.js";

function drawCounts() {
  for (const output of form.querySelectorAll("[data-counts]")) {
    const fold = document.getElementById(output.dataset.counts);
    // The missing card of a half declaration is no declaration of its own.
    const inputs = fold.querySelectorAll("input[type=radio]:checked:not(.lacks *)");
    const count = [...inputs].filter((input) => input.value).length;
    output.textContent = count || "+";
    output.parentElement.classList.toggle("some", count > 0);
  }
  for (const group of form.querySelectorAll("[data-total]")) suggestRest(group);
}

function suggestRest(group) {
  const inputs = [...group.querySelectorAll(NUMBER_FIELDS)];
  const empty = inputs.filter((input) => !/^\d+$/.test(input.value.trim()));
  const sum = inputs.reduce((total, input) => total + (parseInt(input.value, 10) || 0), 0);
  const rest = Number(group.dataset.total) - sum;
  for (const input of empty) input.placeholder = empty.length === 1 && rest >= 0 ? rest : " ";
}

form.addEventListener("updated", drawCounts);
