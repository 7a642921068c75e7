// Add the figure's name to each control of its row: lists of controls and the description of a
// waiting hand leave out the label of the group.
import { form } from "./fields.js";

const CONTROLS = ".horn input, .announced [aria-label], .card-of input";

for (const row of form.querySelectorAll(".figure[role=group], .announcements:not(.suited)")) {
  const figure = row.getAttribute("aria-label");
  for (const control of row.querySelectorAll(CONTROLS)) {
    control.setAttribute("aria-label", `${figure}: ${control.getAttribute("aria-label")}`);
  }
}
