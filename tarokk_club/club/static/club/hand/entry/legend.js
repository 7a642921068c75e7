// Close the legend of the marks on the next tap, and when the focus moves under it.
import { form } from "./fields.js";

const legend = form.querySelector("details.key");

document.addEventListener(
  "click",
  ({ target }) => {
    if (legend?.open && !target.closest("summary")) legend.open = false;
  },
  true,
);

document.addEventListener("focusin", ({ target }) => {
  if (legend?.open && !legend.contains(target)) legend.open = false;
});
