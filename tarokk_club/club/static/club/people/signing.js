// Signing in and out while hands wait: before, their number is told; after, nothing stays behind unasked.
import "../base/worker/registration.js";
import { endSubscription } from "../base/worker/push-subscription.js";
import { all, listAllUsersHands, remove } from "../base/outbox/store.js";

const told = document.querySelector("[data-number-only]");
const waiting = () => all().catch(() => []);

function number(place, hands) {
  place.querySelector("[data-count]").textContent = hands.length;
  place.hidden = !hands.length;
}
if (told) waiting().then((hands) => number(told, hands));

// One's own; whether nothing of anybody is left.
async function empty() {
  for (const hand of await all()) await remove(hand.key);
  return !(await listAllUsersHands()).length;
}

// Everything that this site kept here; what the program looks like holds no names and may stay.
async function wipe(form, keep) {
  const bare = !keep && (await empty().catch(() => false));
  // Nothing of anybody waits here, so the browser may be told to forget all of it.
  if (bare) {
    const told = { type: "hidden", name: "wipe", value: "1" };
    form.append(Object.assign(document.createElement("input"), told));
  }
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // Forbidden, so empty.
  }
  if (window.caches) await caches.delete("pages");
  await endSubscription();
}

let clean = false;
document.addEventListener("submit", async (event) => {
  const { target: form, submitter: button } = event;
  const asks = form.querySelector("[data-signing-out]");
  if (!asks || clean) return;
  event.preventDefault();
  const hands = await waiting();
  const decided = button?.name === "keep" || button?.name === "throw";
  if (hands.length && !decided) {
    askAbout(hands, form, asks);
    return;
  }
  await wipe(form, button?.name === "keep");
  clean = true;
  form.requestSubmit(button);
});

function askAbout(hands, form, asks) {
  number(asks, hands);
  for (const part of form.querySelectorAll("[data-unasked]")) part.hidden = true;
  asks.querySelector("[data-look]").href = hands[0].sheet;
  asks.querySelector("a, button").focus();
}
