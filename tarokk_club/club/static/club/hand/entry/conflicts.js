// Grey out controls that contradict other choices; a tap on one shows the reason.
import { form, getChoice, isTrue } from "./fields.js";

// Parse a data attribute of a control, where @ stands for the side of the control.
export function parseForSide(input, attribute) {
  const side = /_(?:ours|theirs)(?=_|$)/.exec(input.name)?.[0];
  return JSON.parse(input.dataset[attribute].replaceAll("_@", side));
}

// The page lists each reason once; controls refer to it by number.
const reasons = [...document.getElementById("reasons").content.children];

// Return the conditions that rule out a control, each with its reason.
export const getConflicts = (input) =>
  parseForSide(input, "conflicts").map(([condition, number]) => [
    condition,
    reasons[number].textContent,
  ]);

// Collected once, because each tap checks all of them.
const controls = [...form.querySelectorAll("[data-conflicts]")].map((input) => [
  input,
  getConflicts(input),
]);
const dependents = [...form.querySelectorAll("[data-needs]")].map((part) => [
  part.dataset,
  part.querySelectorAll(".mark input:not([data-conflicts]), .catch input"),
  part.querySelectorAll(".horn [data-conflicts]"),
]);

export function markConflicts() {
  for (const [input, conflicts] of controls) {
    const conflict = conflicts.find(([condition]) => isTrue(condition));
    barControl(input, conflict ? conflict[1] : "");
  }
  for (const dependent of dependents) barUntilChosen(...dependent);
}

function barUntilChosen({ needs, why }, inputs, announcements) {
  const isMissing = !getChoice(needs);
  for (const input of inputs) barControl(input, isMissing ? why : "");
  if (!isMissing) return;
  for (const input of announcements) barControl(input, why);
}

// Bar a control for a reason, or free it without one. Touch the page only for a change,
// because each write makes a large form be laid out again.
export function barControl(input, why) {
  if (input.dataset.why === why) return;
  input.dataset.why = why;
  input.closest("label").classList.toggle("excluded", Boolean(why));
  if (why) input.setAttribute("aria-disabled", "true");
  else input.removeAttribute("aria-disabled");
}
