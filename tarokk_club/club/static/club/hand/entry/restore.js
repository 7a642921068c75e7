// Restore taps from localStorage after a reload or a lost connection.
import { redrawAuction } from "./auction.js";
import { drawStatus, saveDraft } from "./draft.js";
import { CHOICES, form, getField, NUMBER_FIELDS } from "./fields.js";
import { clearStored, entryState, readStored } from "./state.js";
import { updateForm } from "./update.js";

export function restoreTaps() {
  const revision = Number(getField("revision").value);
  if (revision) {
    entryState.status = "kept";
    drawStatus();
  }
  const stored = readStored();
  if (!stored) return;
  const isSameHand = stored.number === form.dataset.number;
  if (!stored.waiting && isSameHand && stored.revision > revision) {
    // The server received the taps while this page was loading, so the page is out of date.
    clearStored();
    location.reload();
    return;
  }
  if (
    !(isSameHand && isUnsaved(stored, revision)) &&
    (stored.sent || !(entryState.ahead || stored.ahead))
  ) {
    clearStored();
    return;
  }
  fillForm(new URLSearchParams(stored.taps));
  entryState.resumed = true;
  updateForm();
  saveDraft();
}

function isUnsaved(stored, revision) {
  const isOwn = stored.key === getField("key").value;
  // A submitted hand without a draft was most likely saved.
  const isWaiting = stored.waiting && (!stored.sent || revision);
  // The draft is one revision ahead if the response to the last post was lost.
  const isCurrent = stored.revision === revision || (stored.revision === revision - 1 && isOwn);
  return isWaiting && isCurrent && (!revision || isOwn);
}

function fillForm(taps) {
  for (const input of form.querySelectorAll(CHOICES)) {
    if (!("idle" in input.dataset)) {
      input.checked = taps.getAll(input.name).includes(input.value);
    }
  }
  const fields = [...form.querySelectorAll(`${NUMBER_FIELDS}, select`)];
  const names = fields.map((input) => input.name);
  for (const name of ["key", "auction", "order", ...names]) {
    if (form.elements[name] && taps.has(name)) form.elements[name].value = taps.get(name);
  }
  if (taps.get("auction")) redrawAuction();
}
