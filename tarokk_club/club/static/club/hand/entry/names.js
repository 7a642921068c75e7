// The group of a row names its figure once for all controls in it; lists of controls, and the words
// of a hand that waits, leave groups out, so here each control gets the name as well.
import { form } from "./fields.js";

const NAMELESS = ".horn input, .announced [aria-label], .card-of input";

for (const row of form.querySelectorAll(".figure[role=group], .told:not(.suited)")) {
  const figure = row.getAttribute("aria-label");
  for (const one of row.querySelectorAll(NAMELESS)) {
    one.setAttribute("aria-label", `${figure}: ${one.getAttribute("aria-label")}`);
  }
}
