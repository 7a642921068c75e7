// Enhance the entry of a hand: fewer taps, live amounts and a draft that survives a reload.
import "../base/page/wake-lock.js";
import { clearForm, startNextHand } from "./entry/next-hand.js";
import "./entry/back-button.js";
import { cancelPost, storeTaps } from "./entry/draft.js";
import { form, serializeTaps } from "./entry/fields.js";
import "./entry/legend.js";
import { restoreTaps } from "./entry/restore.js";
import { SAVED, showMessage, vibrate } from "./entry/feedback.js";
import { clearStored, entryState, storageKey } from "./entry/state.js";
import { updateForm } from "./entry/update.js";

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  vibrate(SAVED);
  cancelPost();
  if (!storageKey) return;
  if (entryState.ahead && !button?.name && serializeTaps() === entryState.emptyTaps) {
    event.preventDefault();
    showMessage(form.dataset.empty);
  } else if (button && "drop" in button.dataset) clearStored();
  else storeTaps({ sent: true, waiting: entryState.status === "waiting" });
});

for (const input of form.querySelectorAll("[aria-invalid]")) {
  const fold = input.closest("details");
  if (fold) fold.open = true;
}
form.querySelector("[aria-invalid]")?.focus();
updateForm();
if (entryState.ahead) {
  clearForm();
  startNextHand();
}
if (storageKey && !document.querySelector("[role=alert]")) restoreTaps();
