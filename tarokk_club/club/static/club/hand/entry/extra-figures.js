// Open the folds of further figures where one of them is announced.
import { form } from "./fields.js";

form.addEventListener("updated", () => {
  for (const fold of form.querySelectorAll(".added:has(.horn :checked)")) fold.open = true;
});
