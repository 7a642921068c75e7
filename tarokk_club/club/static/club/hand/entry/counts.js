// How many were told inside a closed part, and the number that follows from the others.
import { form, NUMBER } from "./fields.js";

function drawCounts() {
  for (const output of form.querySelectorAll("[data-counts]")) {
    const part = document.getElementById(output.dataset.counts);
    // Which card a half declaration lacks is no declaration of its own.
    const inputs = part.querySelectorAll("input[type=radio]:checked:not(.lacks *)");
    const told = [...inputs].filter((input) => input.value).length;
    output.textContent = told || "+";
    output.parentElement.classList.toggle("some", told > 0);
  }
  for (const group of form.querySelectorAll("[data-total]")) drawRest(group);
}

function drawRest(group) {
  const piles = [...group.querySelectorAll(NUMBER)];
  const open = piles.filter((pile) => !/^\d+$/.test(pile.value.trim()));
  const told = piles.reduce((sum, pile) => sum + (parseInt(pile.value, 10) || 0), 0);
  const rest = Number(group.dataset.total) - told;
  for (const pile of open) pile.placeholder = open.length === 1 && rest >= 0 ? rest : " ";
}

form.addEventListener("updated", drawCounts);
