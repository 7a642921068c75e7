// The auction, or whatever step the game has: htmx draws its part alone; what it settles is chosen.
import { ready } from "./amounts.js";
import { saveDraft } from "./draft.js";
import { choose } from "./fields.js";
import { update } from "./update.js";

const panel = () => document.getElementById("step-panel");

export async function redraw() {
  await ready;
  panel()?.querySelector("[data-redraw]").click();
}

document.addEventListener("drawn", ({ detail: { part } }) => {
  if (part.id !== "step-panel") return;
  for (const [name, value] of Object.entries(part.dataset)) {
    if (name.startsWith("set") && value) choose(name.slice(3).toLowerCase(), value);
  }
  part.querySelector("button")?.focus({ preventScroll: true });
  update();
  saveDraft();
});
