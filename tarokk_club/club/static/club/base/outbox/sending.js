// The way up: each hand that waits goes once and in order; the key of its form makes a second try
// harmless.
import { all, change, put, remove, sent, WAITING } from "./store.js";

const PATIENCE = 10000;
const ASKS = "asks";
const REFUSED = "refused";
let state = "";

class Stop extends Error {}

async function ask(address, body) {
  const answer = await fetch(address, {
    method: body ? "POST" : "GET",
    body,
    cache: "no-store",
    redirect: "manual",
    headers: { Accept: "application/json" },
    signal: AbortSignal.timeout?.(PATIENCE),
  });
  if (answer.type === "opaqueredirect") throw new Stop("signin");
  if (answer.status >= 500 || answer.status === 429) throw new Stop("offline");
  const json = answer.headers.get("Content-Type")?.includes("json");
  return { status: answer.status, said: json ? await answer.json() : {} };
}

function filled(hand, token, now) {
  const body = new URLSearchParams(hand.fields);
  body.set("key", hand.key);
  body.set("version", hand.version);
  body.set("csrfmiddlewaretoken", token);
  // No two clocks need to agree on when it was entered.
  body.set("ago", Date.now() - hand.at);
  if (now) body.set("now", "1");
  return body;
}

// passes: who is signed in and with which token, by session; the page of a hand just entered gives
// the first one, else it is asked for.
// front: the hand in front of the person, who goes on to the address that it is answered with.
async function sendOne(hand, passes, front) {
  if (!passes.has(hand.session)) {
    const { status, said } = await ask(hand.box);
    if (status !== 200) return refuse(hand, status, "");
    passes.set(hand.session, said);
  }
  const { who, token, guessed } = passes.get(hand.session);
  if (who !== hand.who) throw new Stop("other");
  const { status, said } = await ask(hand.box, filled(hand, token, front));
  if (status === 403 && guessed) {
    // A page that stood open for long, or another sign-in since: the token is an old one.
    passes.delete(hand.session);
    return sendOne(hand, passes, front);
  }
  if (status !== 200) return refuse(hand, status, said.say || "");
  if (front) front.next = said.next;
  const { version, after = version - 1 } = said;
  await sent(hand, version, after);
  tell("hand-sent", { hand, version, after });
  return true;
}

async function refuse(hand, status, say) {
  await change(hand, { state: status === 409 ? ASKS : REFUSED, say, status });
  return false;
}

async function round(known) {
  const held = new Set();
  const passes = new Map(known ? [[known.session, { ...known, guessed: true }]] : []);
  // Read anew each time: a hand may be added, and each tells the next one the book's version. Later
  // hands wait behind one that waits for a decision.
  const next = async () =>
    (await all()).find((hand) => {
      if (hand.state !== WAITING) held.add(hand.session);
      return !held.has(hand.session);
    });
  state = "sending";
  try {
    for (let hand = await next(); hand; hand = await next()) {
      const front = known?.key === hand.key && known;
      if (!(await sendOne(hand, passes, front))) held.add(hand.session);
    }
    state = "";
  } catch (error) {
    state = error instanceof Stop ? error.message : "offline";
  }
  tell("outbox", {});
}

// One at a time, in this tab and among tabs; where browsers know no locks the keys are guard enough.
let last = Promise.resolve();
function send(known) {
  const work = () =>
    navigator.locks ? navigator.locks.request("outbox", () => round(known)) : round(known);
  last = last.then(work, work);
  return last;
}

// Whatever stopped a hand may have changed since: each is tried again.
async function again() {
  for (const hand of await all()) {
    if (hand.state !== WAITING) await change(hand, { state: WAITING, say: "" });
  }
  return send();
}

function tell(name, detail) {
  document.dispatchEvent(new CustomEvent(name, { detail }));
}

export const outbox = {
  all,
  put,
  remove,
  sent,
  send,
  again,
  get state() {
    return state;
  },
};
// The entry of a hand is a script of its own and asks for it here.
window.outbox = outbox;
