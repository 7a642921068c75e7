// Enter the next hand while earlier ones wait in the outbox.
import { clearAmounts, ready } from "./amounts.js";
import { CHOICES, form, getField, NUMBER_FIELDS, serializeTaps } from "./fields.js";
import { showMessage } from "./feedback.js";
import { clearStored, entryState } from "./state.js";
import { repeatLink } from "./taps.js";
import { updateForm } from "./update.js";

const { session } = form.dataset;

// crypto.randomUUID exists only over https.
const createDigit = () => (crypto.getRandomValues(new Uint8Array(1))[0] & 15).toString(16);
const createKey = () => "00000000-0000-4000-8000-000000000000".replace(/0/g, createDigit);

const heading = document.querySelector(".bar h1");
const dealer = document.querySelector(".bar .soft");
// The calculator has no version.
const pageVersion = Number(getField("version")?.value);

// The deal moves on by one seat if a waiting hand was played and entered at the page's version;
// in other cases only the server knows the dealer.
const movesDeal = ({ state, version, fields }) =>
  state === "waiting" &&
  version === pageVersion &&
  fields.some((field) => field.join() === "outcome,played");

async function predictDealer() {
  await ready;
  const waiting = (await window.outbox.all()).filter((hand) => hand.session === session);
  const { length } = waiting;
  const turns = document.getElementById("turns").content.children;
  // There are no turns where a player sits out.
  const turn = length && turns[length % turns.length];
  if (!turn || !waiting.every(movesDeal)) return;
  dealer.innerHTML = turn.innerHTML;
  heading.textContent = form.dataset.aheadHand.replace(0, Number(form.dataset.number) + length);
}

// Reset what the server filled in for its own hand and start a new one.
export function startNextHand() {
  entryState.ahead = true;
  getField("key").value = createKey();
  getField("revision").value = 0;
  getField("dealer").value = "";
  for (const input of form.querySelectorAll(".seats input")) input.disabled = false;
  for (const role of form.querySelectorAll(".seats small")) {
    if (!role.closest(".alone")) role.remove();
  }
  const { aheadTitle, aheadDealer, aheadSave } = form.dataset;
  heading.textContent = aheadTitle;
  dealer.textContent = aheadDealer;
  document.querySelector(".foot .go").textContent = aheadSave;
  document.querySelector(".ends").hidden = true;
  // The auction needs the server for each call and the dealer for the order of bidding.
  document.getElementById("step-panel")?.closest("details")?.setAttribute("hidden", "");
  form.querySelector("[data-trial]")?.setAttribute("data-trial", "");
  form.querySelector("[data-drop]")?.setAttribute("hidden", "");
  repeatLink?.remove();
  clearAmounts();
  entryState.emptyTaps = serializeTaps();
  predictDealer();
}

export function clearForm() {
  const defaults = JSON.parse(form.dataset.usual);
  for (const input of form.querySelectorAll(CHOICES)) {
    // The page to open after saving is the user's setting, not part of the hand.
    if (input.name === "then") continue;
    input.checked = String(defaults[input.name]) === input.value;
  }
  for (const group of form.querySelectorAll(".kontra")) {
    const first = group.querySelector("input");
    if (first) first.checked = true;
  }
  for (const list of form.querySelectorAll("select")) list.selectedIndex = 0;
  for (const field of form.querySelectorAll(`${NUMBER_FIELDS}, textarea`)) field.value = "";
  for (const name of ["order", "auction"]) {
    if (form.elements[name]) form.elements[name].value = "";
  }
  for (const fold of form.querySelectorAll("details[open]")) fold.open = false;
}

form.addEventListener("hand-waits", (event) => {
  event.preventDefault();
  clearStored();
  entryState.status = "";
  clearForm();
  startNextHand();
  updateForm();
  scrollTo(0, 0);
  showMessage(form.dataset.put);
});

// An earlier hand from this device was saved: its change is no conflict for this form.
document.addEventListener("hand-sent", ({ detail: { hand, version, after } }) => {
  if (hand.session !== session) return;
  if (hand.key === getField("key").value) clearStored();
  const field = getField("version");
  if (Number(field.value) === hand.version && after === hand.version) field.value = version;
});

document.addEventListener("outbox", async () => {
  // A note would be lost by a reload, as it is not stored.
  if (!entryState.ahead || window.outbox.state || form.elements.note.value) return;
  const hands = await window.outbox.all();
  // Once all hands are sent, a new page knows the dealer; the taps are restored into it.
  if (!hands.some((hand) => hand.session === session)) location.reload();
});
