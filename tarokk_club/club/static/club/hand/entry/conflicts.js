// What cannot be is greyed; a tap on it says why.
import { chosen, form, holds } from "./fields.js";

// What a control says of others, where @ stands for the side that it is of itself.
export function ofItsSide(input, what) {
  const side = /_(?:ours|theirs)(?=_|$)/.exec(input.name)?.[0];
  return JSON.parse(input.dataset[what].replaceAll("_@", side));
}

// Each reason is listed once, and the controls number them.
const reasons = [...document.getElementById("reasons").content.children];

// The choices that rule a control out, each with the reason.
export const conflictsOf = (input) =>
  ofItsSide(input, "conflicts").map(([choice, number]) => [choice, reasons[number].textContent]);

// Read once: a tap asks all of them.
const controls = [...form.querySelectorAll("[data-conflicts]")].map((one) => [
  one,
  conflictsOf(one),
]);
const needing = [...form.querySelectorAll("[data-needs]")].map((part) => [
  part.dataset,
  part.querySelectorAll(".mark input:not([data-conflicts]), .catch input"),
  part.querySelectorAll(".horn [data-conflicts]"),
]);

export function markConflicts() {
  for (const [input, conflicts] of controls) {
    const found = conflicts.find(([choice]) => holds(choice));
    mark(input, found ? found[1] : "");
  }
  for (const part of needing) markUntilChosen(...part);
}

function markUntilChosen({ needs, why }, inputs, horns) {
  const missing = !chosen(needs);
  for (const input of inputs) mark(input, missing ? why : "");
  if (!missing) return;
  for (const input of horns) mark(input, why);
}

// What stays as it is is left alone: a large screen would be laid out anew at every tap.
export function mark(input, why) {
  if (input.dataset.why === why) return;
  input.dataset.why = why;
  input.closest("label").classList.toggle("barred", Boolean(why));
  if (why) input.setAttribute("aria-disabled", "true");
  else input.removeAttribute("aria-disabled");
}
