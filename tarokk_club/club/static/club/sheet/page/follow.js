// Control htmx's polling of a live page: pause it in hidden tabs, slow it down without a network,
// and restore open details and the focus after each update.
import { watch } from "../../base/page/fragments.js";

const LONGEST_WAIT = 30000;
const { documentElement: page } = document;
const offlineNotice = document.querySelector("[data-live-state]");
// The time at which the server confirmed what the page shows, or at which a cached copy was stored.
let asOf = Number(page.dataset.kept) || Date.now();
let wait = 0;
let notBefore = 0;
let view = null;

const findLivePart = () => document.querySelector("[data-live]");

function showConnection(isOnline) {
  wait = isOnline ? 0 : Math.min((wait || 1500) * 2, LONGEST_WAIT);
  notBefore = Date.now() + wait;
  if (!offlineNotice) return;
  offlineNotice.hidden = isOnline;
  // Pages for guests do not show the time.
  const time = offlineNotice.querySelector("time");
  // All languages of the pages write times as 21:05, but browsers write Danish ones as 21.05.
  if (!isOnline && time) time.textContent = new Date(asOf).toTimeString().slice(0, 5);
}

const follower = {
  // Only the timer has to wait: a page that is seen again, or a new network, loads at once.
  mayRequest: (hasEvent) => !document.hidden && (hasEvent || Date.now() >= notBefore),
  addHeaders: (headers) => {
    headers["If-None-Match"] = findLivePart().dataset.tag;
  },
  shouldSwap: (request) => {
    const cachedAt = Number(request.getResponseHeader("X-Kept-At"));
    // A copy from the service worker may be older than the page.
    const isNewer = !cachedAt || cachedAt > asOf;
    if (isNewer) view = saveView();
    return isNewer;
  },
  onEnd: (request, status) => {
    // The user is signed out or the session was deleted, which the reloaded page explains.
    if (status && status !== 304 && status !== 200 && status < 500) {
      location.reload();
      return;
    }
    const isLoaded = status === 200 || status === 304;
    const cachedAt = isLoaded && Number(request.getResponseHeader("X-Kept-At"));
    if (isLoaded) asOf = cachedAt ? Math.max(cachedAt, asOf) : Date.now();
    showConnection(isLoaded && !cachedAt);
  },
};

// Return what an update would lose: which details are open, and selectors of the focused element.
function saveView() {
  const part = findLivePart();
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const parent = focused?.closest("[id]");
  const like = focused && [focused.localName, ...focused.classList].join(".");
  const inside = parent === focused ? "" : ` ${like}`;
  return {
    open: [...part.querySelectorAll("details[open][id]")].map((details) => details.id),
    same: parent && parent !== part && part.contains(parent) ? `#${parent.id}${inside}` : like,
    like,
  };
}

document.addEventListener("drawn", ({ detail: { requester } }) => {
  if (!requester.matches("[data-live]")) return;
  const part = findLivePart();
  watch(part, follower);
  for (const id of view.open) {
    const details = document.getElementById(id);
    if (details) details.open = true;
  }
  document.dispatchEvent(new Event("sheet-changed"));
  // Prefer the same element; if it is gone, focus one of its kind.
  if (view.like) {
    const focused = part.querySelector(view.same) || part.querySelector(view.like);
    focused?.focus({ preventScroll: true });
  }
  updateAction(part);
  announce(part);
});

// The button below is outside of the live part. If it comes or goes, the whole page changes.
function updateAction(part) {
  const label = document.querySelector("[data-action-label]");
  const action = part.querySelector("[data-action]");
  if (Boolean(label) !== Boolean(action)) location.reload();
  else if (label) label.textContent = action.dataset.action;
}

function announce(part) {
  const region = document.querySelector("[data-live-voice]");
  const source = part.querySelector("[data-say]");
  if (!region || !source || region.textContent === source.dataset.say) return;
  region.textContent = source.dataset.say;
  source.classList.add("fresh");
}

if (findLivePart()) {
  watch(findLivePart(), follower);
  if (page.dataset.kept) showConnection(false);
}
