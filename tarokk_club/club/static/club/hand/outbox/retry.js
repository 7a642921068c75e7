// Decide when to send the hands that wait in the outbox: at once when the network or the page is
// back, else after an interval.
import { outbox } from "../../base/outbox/outbox.js";

export const loadHands = () => outbox.all().catch(() => []);

// Without a network, try again after an interval that doubles each time.
const FIRST_INTERVAL = 3000;
const LONGEST_INTERVAL = 60000;
let timer = 0;
let interval = FIRST_INTERVAL;
export function scheduleRetry(hasHands) {
  clearTimeout(timer);
  if (outbox.state !== "offline") interval = FIRST_INTERVAL;
  else if (hasHands && !document.hidden) {
    timer = setTimeout(() => {
      interval = Math.min(interval * 2, LONGEST_INTERVAL);
      outbox.send();
    }, interval);
  }
}

async function sendNow() {
  if ((await loadHands()).length) outbox.send();
}
addEventListener("online", sendNow);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) sendNow();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) sendNow();
});
