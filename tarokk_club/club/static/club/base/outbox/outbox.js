// Send the stored hands to the server, one at a time and in order.
// The key of its form makes it harmless to send a hand twice.
import { all, update, put, remove, complete, WAITING } from "./store.js";

const REQUEST_TIMEOUT = 10000;
const NEEDS_DECISION = "asks";
const REFUSED = "refused";
let state = "";

// Stop sending; the message is the next state of the outbox.
class Stop extends Error {}

async function request(url, body) {
  const response = await fetch(url, {
    method: body ? "POST" : "GET",
    body,
    cache: "no-store",
    redirect: "manual",
    headers: { Accept: "application/json" },
    signal: AbortSignal.timeout?.(REQUEST_TIMEOUT),
  });
  if (response.type === "opaqueredirect") throw new Stop("signin");
  if (response.status >= 500 || response.status === 429) throw new Stop("offline");
  const isJson = response.headers.get("Content-Type")?.includes("json");
  return { status: response.status, data: isJson ? await response.json() : {} };
}

function buildBody(hand, token, isFront) {
  const body = new URLSearchParams(hand.fields);
  body.set("key", hand.key);
  body.set("version", hand.version);
  body.set("csrfmiddlewaretoken", token);
  // An age instead of a time, because the clocks of device and server may differ.
  body.set("ago", Date.now() - hand.at);
  if (isFront) body.set("now", "1");
  return body;
}

// Send one hand; return whether the server accepted it.
// credentials: the signed-in user and CSRF token by session, from the page or else the server.
// front: set for the hand on screen; its goOn is called with the URL to go on to.
async function sendHand(hand, credentials, front) {
  if (!credentials.has(hand.session)) {
    const { status, data } = await request(hand.box);
    if (status !== 200) return rejectHand(hand, status, "");
    credentials.set(hand.session, data);
  }
  const { who, token, guessed } = credentials.get(hand.session);
  if (who !== hand.who) throw new Stop("other");
  const { status, data } = await request(hand.box, buildBody(hand, token, front));
  if (status === 403 && guessed) {
    // The token of the page is out of date, for instance after another sign-in.
    credentials.delete(hand.session);
    return sendHand(hand, credentials, front);
  }
  if (status !== 200) return rejectHand(hand, status, data.say || "");
  // Before the hand is removed: if the page ends first, the hand is sent again under its key.
  front?.goOn(data.next);
  const { version, after = version - 1 } = data;
  await complete(hand, version, after);
  dispatch("hand-sent", { hand, version, after });
  return true;
}

async function rejectHand(hand, status, say) {
  await update(hand, { state: status === 409 ? NEEDS_DECISION : REFUSED, say, status });
  return false;
}

// Send all hands that wait. A hand that needs a decision blocks the later ones of its session.
async function sendAll(front) {
  const blocked = new Set();
  const credentials = new Map(front ? [[front.session, { ...front, guessed: true }]] : []);
  // Read from the store each time: sending a hand updates the next, and new ones may arrive.
  const findNext = async () =>
    (await all()).find((hand) => {
      if (hand.state !== WAITING) blocked.add(hand.session);
      return !blocked.has(hand.session);
    });
  state = "sending";
  try {
    for (let hand = await findNext(); hand; hand = await findNext()) {
      const match = front?.key === hand.key ? front : null;
      if (!(await sendHand(hand, credentials, match))) blocked.add(hand.session);
    }
    state = "";
  } catch (error) {
    state = error instanceof Stop ? error.message : "offline";
  }
  dispatch("outbox", {});
}

// One run at a time, also across tabs where the browser has locks; else the keys are enough.
let lastRun = Promise.resolve();
function send(front) {
  const run = () =>
    navigator.locks ? navigator.locks.request("outbox", () => sendAll(front)) : sendAll(front);
  lastRun = lastRun.then(run, run);
  return lastRun;
}

// Retry rejected hands too, as the reason may be gone.
async function retry() {
  for (const hand of await all()) {
    if (hand.state !== WAITING) await update(hand, { state: WAITING, say: "" });
  }
  return send();
}

function dispatch(name, detail) {
  document.dispatchEvent(new CustomEvent(name, { detail }));
}

export const outbox = {
  all,
  put,
  remove,
  complete,
  send,
  retry,
  get state() {
    return state;
  },
};
// The hand entry is another bundle and reads it here.
window.outbox = outbox;
