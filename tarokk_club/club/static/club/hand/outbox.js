// Where the network comes and goes: the outbox, and the worker that keeps pages. One file, as no page wants one without the other.
// The outbox holds the hands that the book has not acknowledged yet, in the browser's own database. Each
// goes up once and in order; the key of its form makes a second try harmless.
"use strict";
window.outbox = (() => {
const STORE = "hands", PATIENCE = 10000;
const WAITING = "waiting", ASKS = "asks", REFUSED = "refused";
let state = "", me = null;

// --- the store
let opening = null;
function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("tarokk", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "key" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

async function inStore(mode, work) {
  const database = await open();
  return new Promise((resolve, reject) => {
    // Strict: a battery that dies a moment later must not take the hand with it.
    const transaction = database.transaction(STORE, mode, { durability: "strict" });
    let found;
    work(transaction.objectStore(STORE), (value) => { found = value; });
    transaction.oncomplete = () => resolve(found);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

async function all() {
  const hands = await inStore("readonly", (store, tell) => { store.getAll().onsuccess = (event) => tell(event.target.result); });
  return hands.sort((a, b) => a.order - b.order);
}

// A hand that waits already keeps its place, under another key too.
const put = (hand, replaced) => inStore("readwrite", (store) => {
  if (replaced) store.delete(replaced);
  store.getAll().onsuccess = (event) => {
    const before = event.target.result, old = before.find((one) => one.key === hand.key);
    const last = Math.max(0, ...before.map((one) => one.order));
    store.put({ order: last + 1, words: [], ...old, ...hand, state: WAITING, say: "" });
  };
});

// While an answer was on its way the person may have sent the hand anew: then it says nothing of it.
const same = (stored, hand) => stored?.at === hand.at;

const change = (hand, changes) => inStore("readwrite", (store) => {
  store.get(hand.key).onsuccess = ({ target: { result } }) => { if (same(result, hand)) store.put({ ...result, ...changes }); };
});

const remove = (key) => inStore("readwrite", (store) => { store.delete(key); });

// The next hand was entered on a page that knew of no other change: what this one changed is no
// conflict. When somebody else wrote in between, the numbers do not follow, and the book asks.
const sent = (hand, version) => inStore("readwrite", (store) => {
  store.get(hand.key).onsuccess = ({ target: { result } }) => { if (same(result, hand)) store.delete(hand.key); };
  if (version !== hand.version + 1) return;
  store.getAll().onsuccess = (event) => {
    const next = event.target.result.filter((one) => one.session === hand.session && one.order > hand.order).sort((a, b) => a.order - b.order)[0];
    if (next && next.shown === hand.shown) store.put({ ...next, version });
  };
});

// --- the way up
async function ask(address, body) {
  const answer = await fetch(address, { method: body ? "POST" : "GET", body, cache: "no-store", redirect: "manual", headers: { Accept: "application/json" }, signal: AbortSignal.timeout?.(PATIENCE) });
  if (answer.type === "opaqueredirect") throw new Stop("signin");
  if (answer.status >= 500 || answer.status === 429) throw new Stop("offline");
  const said = answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : {};
  return { status: answer.status, said };
}

class Stop extends Error {}

function filled(hand, token, now) {
  const body = new URLSearchParams(hand.fields);
  body.set("key", hand.key);
  body.set("version", hand.version);
  body.set("csrfmiddlewaretoken", token);
  if (now) body.set("now", "1");
  return body;
}

// passes: who is signed in and with which token, by session; the page of a hand just entered gives
// the first one, else it is asked for.
async function sendOne(hand, passes, now) {
  if (!passes.has(hand.session)) {
    const { status, said } = await ask(hand.box);
    if (status !== 200) return refuse(hand, status, "");
    passes.set(hand.session, said);
  }
  const { who, token, guessed } = passes.get(hand.session);
  me = who;
  if (who !== hand.who) throw new Stop("other");
  const { status, said } = await ask(hand.box, filled(hand, token, now));
  if (status === 403 && guessed) {
    // A page that stood open for long, or another sign-in since: the token is an old one.
    passes.delete(hand.session);
    return sendOne(hand, passes, now);
  }
  if (status !== 200) return refuse(hand, status, said.say || "");
  await sent(hand, said.version);
  tell("hand-sent", { hand, version: said.version });
  return true;
}

async function refuse(hand, status, say) {
  await change(hand, { state: status === 409 ? ASKS : REFUSED, say, status });
  return false;
}

async function round(known) {
  const held = new Set(), passes = new Map(known ? [[known.session, { ...known, guessed: true }]] : []);
  state = "sending";
  try {
    // Read anew each time: a hand may be added, and each tells the next one the book's version.
    for (let hand; (hand = (await all()).find((one) => one.state === WAITING && !held.has(one.session)));) {
      if (await blocked(hand) || !await sendOne(hand, passes, known?.key === hand.key)) held.add(hand.session);
    }
    state = "";
  } catch (error) {
    state = error instanceof Stop ? error.message : "offline";
  }
  tell("outbox", {});
}

// Later hands wait behind one that waits for a decision.
const blocked = async (hand) => (await all()).some((one) => one.session === hand.session && one.order < hand.order && one.state !== WAITING);

// One at a time, in this tab and among tabs; where browsers know no locks the keys are guard enough.
let last = Promise.resolve();
function send(known) {
  const work = () => (navigator.locks ? navigator.locks.request("outbox", () => round(known)) : round(known));
  last = last.then(work, work);
  return last;
}

// Whatever stopped a hand may have changed since: each is tried again.
async function again() {
  for (const hand of await all()) if (hand.state !== WAITING) await change(hand, { state: WAITING, say: "" });
  return send();
}

async function adopt() {
  for (const hand of await all()) await change(hand, { who: me });
  return send();
}

function tell(name, detail) { document.dispatchEvent(new CustomEvent(name, { detail })); }

const empty = () => inStore("readwrite", (store) => { store.clear(); });

return { all, put, remove, send, again, adopt, empty, get state() { return state; } };
})();

// --- the service worker: it is called, and told what this phone will want to see without a network
(() => {
const workers = navigator.serviceWorker;
const { worker, forget } = document.querySelector("script[data-worker]")?.dataset ?? {};

// Browsers give workers to safe addresses only; on plain http the site works with a network alone.
if (workers && worker) {
  workers.register(worker).catch(() => {});
  workers.ready.then((ready) => {
    // Whoever meets the page of signing in is signed out: the copies with names go.
    if (forget !== undefined) ready.active.postMessage({ forget: true });
    else {
      const asked = ready.active;
      // The page that called the worker for the first time came before it, and is handed over as it came.
      if (!workers.controller) asked.postMessage({ keep: location.pathname, page: asItCame });
      keepNext(asked, 0);
      document.addEventListener("sheet-changed", () => keepNext(asked, 1500));
    }
  });
}

// The empty form for the next hand is kept beside the sheet, with the dealer of that hand.
let planned = 0;
function keepNext(asked, after) {
  const link = document.querySelector("a[data-keep]");
  clearTimeout(planned);
  if (link) planned = setTimeout(() => asked.postMessage({ keep: link.getAttribute("href") }), after);
}
})();
