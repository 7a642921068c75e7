// Whatever follows from the fields is drawn anew after each tap.
import { markConflicts } from "./conflicts.js";
import { drawEnds } from "./ends.js";
import { form } from "./fields.js";
import { drawSides } from "./sides.js";
import { drawSteps, drawTricks, settle } from "./steps.js";

// What is chosen: the same tap once more takes it back.
export const held = new Set();

export function hold() {
  held.clear();
  for (const input of form.querySelectorAll("input[type=radio]:checked")) held.add(input);
}

export function update() {
  drawSides();
  markConflicts();
  drawTricks();
  settle();
  drawSteps();
  drawEnds();
  form.dispatchEvent(new Event("updated"));
  hold();
}
