// Draw the auction step by step with htmx and copy its results into the form.
import { ready } from "./amounts.js";
import { saveDraft } from "./draft.js";
import { setChoice } from "./fields.js";
import { updateForm } from "./update.js";

const getPanel = () => document.getElementById("step-panel");

export async function redrawAuction() {
  await ready;
  getPanel()?.querySelector("[data-redraw]").click();
}

document.addEventListener("drawn", ({ detail: { part } }) => {
  if (part.id !== "step-panel") return;
  for (const [name, value] of Object.entries(part.dataset)) {
    if (name.startsWith("set") && value) setChoice(name.slice(3).toLowerCase(), value);
  }
  part.querySelector("button")?.focus({ preventScroll: true });
  updateForm();
  saveDraft();
});
