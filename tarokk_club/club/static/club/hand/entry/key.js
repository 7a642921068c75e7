// What the marks mean, open over the figures: the next tap closes it, and does what it does besides.
import { form } from "./fields.js";

const key = form.querySelector("details.key");

document.addEventListener(
  "click",
  ({ target }) => {
    if (key?.open && !target.closest("summary")) key.open = false;
  },
  true,
);
