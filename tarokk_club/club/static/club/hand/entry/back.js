// What the browser's Back brings: a hand in such a form may be the one that was just saved.
import { hidden } from "./fields.js";

const [came] = performance.getEntriesByType("navigation");
addEventListener("pageshow", ({ persisted }) => {
  const place = hidden("back");
  if (place && (persisted || came.type === "back_forward")) place.value = 1;
});
