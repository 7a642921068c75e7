// What the marks mean, open over the figures: the next tap closes it, and does what it does besides.
// So does the keyboard where it goes on, as nothing that has the focus may lie under it.
import { form } from "./fields.js";

const key = form.querySelector("details.key");

document.addEventListener(
  "click",
  ({ target }) => {
    if (key?.open && !target.closest("summary")) key.open = false;
  },
  true,
);

document.addEventListener("focusin", ({ target }) => {
  if (key?.open && !key.contains(target)) key.open = false;
});
