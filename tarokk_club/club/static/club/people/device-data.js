// Count the queued hands on the sign-in page, and clear this browser's data on signing out.
import "../base/worker/registration.js";
import { endSubscription } from "../base/worker/push-subscription.js";
import { all, listAllUsersHands, remove } from "../base/outbox/store.js";

const notice = document.querySelector("[data-number-only]");
const loadHands = () => all().catch(() => []);

function showCount(box, hands) {
  box.querySelector("[data-count]").textContent = hands.length;
  box.hidden = !hands.length;
}
if (notice) loadHands().then((hands) => showCount(notice, hands));

// Remove this user's hands; return whether the outbox has none of other users either.
async function emptyOutbox() {
  for (const hand of await all()) await remove(hand.key);
  return !(await listAllUsersHands()).length;
}

// Files in the cache contain no names, so only pages and storage are cleared.
async function clearDevice(form, keepHands) {
  const isEmpty = !keepHands && (await emptyOutbox().catch(() => false));
  // No hand can be lost, so the server may add Clear-Site-Data to its response.
  if (isEmpty) {
    const field = { type: "hidden", name: "wipe", value: "1" };
    form.append(Object.assign(document.createElement("input"), field));
  }
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // A browser that forbids storage has nothing to clear.
  }
  if (window.caches) await caches.delete("pages");
  await endSubscription();
}

let isCleared = false;
document.addEventListener("submit", async (event) => {
  const { target: form, submitter: button } = event;
  const warning = form.querySelector("[data-signing-out]");
  if (!warning || isCleared) return;
  event.preventDefault();
  const hands = await loadHands();
  const isDecided = button?.name === "keep" || button?.name === "throw";
  if (hands.length && !isDecided) {
    warnOfHands(hands, form, warning);
    return;
  }
  await clearDevice(form, button?.name === "keep");
  isCleared = true;
  form.requestSubmit(button);
});

function warnOfHands(hands, form, warning) {
  showCount(warning, hands);
  for (const section of form.querySelectorAll("[data-unasked]")) section.hidden = true;
  warning.querySelector("[data-look]").href = hands[0].sheet;
  warning.querySelector("a, button").focus();
}
