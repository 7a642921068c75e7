// A page that follows the table. htmx asks, at the pace that its page says; here is what no attribute
// says: nothing while nobody looks, less while there is no network, and what was open stays open.
import { watch } from "../../base/page/fragments.js";

const LATEST = 30000;
const { documentElement: page } = document;
const state = document.querySelector("[data-live-state]");
// When the book last said that this is how it stands; a kept copy says when it was kept.
let asOf = Number(page.dataset.kept) || Date.now();
let wait = 0;
let notBefore = 0;
let stood = null;

const live = () => document.querySelector("[data-live]");

function tell(online) {
  wait = online ? 0 : Math.min((wait || 1500) * 2, LATEST);
  notBefore = Date.now() + wait;
  if (!state) return;
  state.hidden = online;
  // A page for guests says only that what it shows may be old.
  const time = state.querySelector("time");
  // As the pages write it: in English, too, with 24 hours. Only when needed: the first formatter of
  // a page takes a phone longer than all its scripts.
  const language = page.lang.replace(/^en$/, "en-GB");
  if (!online && time)
    time.textContent = new Date(asOf).toLocaleTimeString(language, { timeStyle: "short" });
}

const follower = {
  // Somebody who comes back, or a network, is answered at once; the pace waits.
  may: (called) => !document.hidden && (called || Date.now() >= notBefore),
  heads: (heads) => {
    heads["If-None-Match"] = live().dataset.tag;
  },
  came: (answer) => {
    const kept = Number(answer.getResponseHeader("X-Kept-At"));
    // The service worker's copy, in place of an answer, may be older than what is shown.
    const newer = !kept || kept > asOf;
    if (newer) stood = standing();
    return newer;
  },
  after: (answer, status) => {
    // Signed out, or the session is gone: the page itself says so.
    if (status && status !== 304 && status !== 200 && status < 500) {
      location.reload();
      return;
    }
    const heard = status === 200 || status === 304;
    const kept = heard && Number(answer.getResponseHeader("X-Kept-At"));
    if (heard) asOf = kept ? Math.max(kept, asOf) : Date.now();
    tell(heard && !kept);
  },
};

// What is open, and where the reader stands.
function standing() {
  const part = live();
  const at = part.contains(document.activeElement) ? document.activeElement : null;
  const home = at?.closest("[id]");
  const like = at && [at.localName, ...at.classList].join(".");
  const inside = home === at ? "" : ` ${like}`;
  return {
    open: [...part.querySelectorAll("details[open][id]")].map((fold) => fold.id),
    own: home && home !== part && part.contains(home) ? `#${home.id}${inside}` : like,
    like,
  };
}

document.addEventListener("drawn", ({ detail: { asked } }) => {
  if (!asked.matches("[data-live]")) return;
  const part = live();
  watch(part, follower);
  for (const id of stood.open) {
    const fold = document.getElementById(id);
    if (fold) fold.open = true;
  }
  document.dispatchEvent(new Event("sheet-changed"));
  // Whoever stood on a hand or a button stands on its like again.
  if (stood.like) {
    const place = part.querySelector(stood.own) || part.querySelector(stood.like);
    place?.focus({ preventScroll: true });
  }
  drawAction(part);
  say(part);
});

// The button below follows too; where it appears or goes, the whole page is another.
function drawAction(part) {
  const label = document.querySelector("[data-action-label]");
  const action = part.querySelector("[data-action]");
  if (Boolean(label) !== Boolean(action)) location.reload();
  else if (label) label.textContent = action.dataset.action;
}

function say(part) {
  const voice = document.querySelector("[data-live-voice]");
  const said = part.querySelector("[data-say]");
  if (!voice || !said || voice.textContent === said.dataset.say) return;
  voice.textContent = said.dataset.say;
  said.classList.add("fresh");
}

if (live()) {
  watch(live(), follower);
  if (page.dataset.kept) tell(false);
}
