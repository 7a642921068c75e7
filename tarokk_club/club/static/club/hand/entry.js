// The entry of a hand works without this; here taps become shorter, amounts live, nothing is lost.
import "../base/page/wake-lock.js";
import { empty, goAhead } from "./entry/ahead.js";
import "./entry/back.js";
import { local, postNothing } from "./entry/draft.js";
import { form, taps } from "./entry/fields.js";
import "./entry/key.js";
import { restore } from "./entry/restore.js";
import { feel, SAVED, tell } from "./entry/saying.js";
import { forget, now, store } from "./entry/state.js";
import { update } from "./entry/update.js";

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  feel(SAVED);
  postNothing();
  if (!store) return;
  if (now.ahead && !button?.name && taps() === now.untouched) {
    event.preventDefault();
    tell(form.dataset.empty);
  } else if (button && "drop" in button.dataset) forget();
  else local({ sent: true, waiting: now.kept === "waiting" });
});

for (const input of form.querySelectorAll("[aria-invalid]")) {
  const fold = input.closest("details");
  if (fold) fold.open = true;
}
form.querySelector("[aria-invalid]")?.focus();
update();
if (now.ahead) {
  empty();
  goAhead();
}
if (store && !document.querySelector("[role=alert]")) restore();
