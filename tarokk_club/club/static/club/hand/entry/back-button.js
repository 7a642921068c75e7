// Tell the server when a form comes from the browser's history: its hand may be saved already.
import { getField } from "./fields.js";

const [navigationEntry] = performance.getEntriesByType("navigation");
addEventListener("pageshow", ({ persisted }) => {
  const field = getField("back");
  if (field && (persisted || navigationEntry.type === "back_forward")) field.value = 1;
});
