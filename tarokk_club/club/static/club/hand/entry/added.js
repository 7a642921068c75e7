// Further figures lie in folds, which open where one of them is announced.
import { form } from "./fields.js";

form.addEventListener("updated", () => {
  for (const fold of form.querySelectorAll(".added:has(.horn :checked)")) fold.open = true;
});
