// The next hand while earlier ones wait on this phone.
import { clearAmounts, ready } from "./amounts.js";
import { form, hidden, NUMBER, TICKS, taps } from "./fields.js";
import { tell } from "./saying.js";
import { forget, now } from "./state.js";
import { repeat } from "./taps.js";
import { update } from "./update.js";

const { session } = form.dataset;

// crypto.randomUUID exists only at secure addresses.
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

const heading = document.querySelector(".bar h1");
const turn = document.querySelector(".bar .soft");
// The version of the book that the page came with; the calculator has none.
const base = Number(hidden("version")?.value);

// The deal goes round as long as each hand that waits was played and entered on this page, or on
// one of the same version; else only the book knows.
const isPlain = ({ state, version, fields }) =>
  state === "waiting" &&
  version === base &&
  fields.some((field) => field.join() === "outcome,played");

async function foresee() {
  await ready;
  const waits = (await window.outbox.all()).filter((one) => one.session === session);
  const { length } = waits;
  const turns = document.getElementById("turns").content.children;
  // Where a player sits out there are none.
  const its = length && turns[length % turns.length];
  if (!its || !waits.every(isPlain)) return;
  turn.innerHTML = its.innerHTML;
  heading.textContent = form.dataset.aheadHand.replace(0, Number(form.dataset.number) + length);
}

// Nothing that the page knew about its own hand holds for the next one.
export function goAhead() {
  now.ahead = true;
  hidden("key").value = newKey();
  hidden("revision").value = 0;
  hidden("dealer").value = "";
  for (const input of form.querySelectorAll(".seats input")) input.disabled = false;
  for (const who of form.querySelectorAll(".seats small")) {
    if (!who.closest(".alone")) who.remove();
  }
  const { aheadTitle, aheadDealer, aheadSave } = form.dataset;
  heading.textContent = aheadTitle;
  turn.textContent = aheadDealer;
  document.querySelector(".foot .go").textContent = aheadSave;
  document.querySelector(".ends").hidden = true;
  // The auction is told call by call to the book, and who spoke last depends on who deals.
  document.getElementById("step-panel")?.closest("details")?.setAttribute("hidden", "");
  form.querySelector("[data-trial]")?.setAttribute("data-trial", "");
  form.querySelector("[data-drop]")?.setAttribute("hidden", "");
  repeat?.remove();
  clearAmounts();
  now.untouched = taps();
  foresee();
}

export function empty() {
  const usual = JSON.parse(form.dataset.usual);
  for (const input of form.querySelectorAll(TICKS)) {
    // Where to go after saving is the person's, and no part of the hand.
    if (input.name === "then") continue;
    input.checked = String(usual[input.name]) === input.value;
  }
  for (const group of form.querySelectorAll(".kontra")) {
    const first = group.querySelector("input");
    if (first) first.checked = true;
  }
  for (const list of form.querySelectorAll("select")) list.selectedIndex = 0;
  for (const field of form.querySelectorAll(`${NUMBER}, textarea`)) field.value = "";
  for (const name of ["order", "auction"]) {
    if (form.elements[name]) form.elements[name].value = "";
  }
  for (const fold of form.querySelectorAll("details[open]")) fold.open = false;
}

form.addEventListener("hand-waits", (event) => {
  event.preventDefault();
  forget();
  now.kept = "";
  empty();
  goAhead();
  update();
  scrollTo(0, 0);
  tell(form.dataset.put);
});

// The book has taken an earlier hand of this phone: what it changed is no news to this form.
document.addEventListener("hand-sent", ({ detail: { hand, version, after } }) => {
  if (hand.session !== session) return;
  if (hand.key === hidden("key").value) forget();
  const shown = hidden("version");
  if (Number(shown.value) === hand.version && after === hand.version) shown.value = version;
});

document.addEventListener("outbox", async () => {
  // A note is kept nowhere but in its field.
  if (!now.ahead || window.outbox.state || form.elements.note.value) return;
  const hands = await window.outbox.all();
  // Nothing waits any more: the page of now knows the dealer, and the taps come back into it.
  if (!hands.some((hand) => hand.session === session)) location.reload();
});
