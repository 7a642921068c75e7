// Redraw everything that depends on the fields, after each tap.
import { markConflicts } from "./conflicts.js";
import { drawResults } from "./figure-results.js";
import { checkedRadios, form } from "./fields.js";
import { drawSides } from "./sides.js";
import { drawSteppers, drawTricks, resetImpossibleSteps } from "./steppers.js";

export function rememberChecked() {
  checkedRadios.clear();
  for (const input of form.querySelectorAll("input[type=radio]:checked")) checkedRadios.add(input);
}

export function updateForm() {
  drawSides();
  markConflicts();
  drawTricks();
  resetImpossibleSteps();
  drawSteppers();
  drawResults();
  form.dispatchEvent(new Event("updated"));
  rememberChecked();
}
