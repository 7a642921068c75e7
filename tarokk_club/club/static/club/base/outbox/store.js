// Store the hands that the server has not confirmed yet, in IndexedDB.
const STORE = "hands";
export const WAITING = "waiting";

let opening = null;
function openDatabase() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("tarokk", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "key" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

// Run work(store, setResult) in one transaction; return the result when it is complete.
async function runTransaction(mode, work, durability) {
  const database = await openDatabase();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode, { durability });
    let result;
    work(transaction.objectStore(STORE), (value) => {
      result = value;
    });
    transaction.oncomplete = () => resolve(result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

const sortByOrder = (hands) => hands.sort((a, b) => a.order - b.order);

// The user of this page. The sign-in page has none: it only shows how many hands wait.
const account = document.querySelector("script[data-account]")?.dataset.account;
const isOwn = (hand) => !account || hand.who === account;

export function listAllUsersHands() {
  return runTransaction("readonly", (store, setResult) => {
    store.getAll().onsuccess = (event) => setResult(event.target.result);
  });
}

// The hands of other users stay hidden until their owner signs in on this device.
export async function all() {
  return sortByOrder((await listAllUsersHands()).filter(isOwn));
}

// Store a hand; return whether it was stored already. A stored hand keeps its place and the
// version it was entered with (`shown`), so that decisions hold for the hands after it.
export function put(hand, replaced) {
  const work = (store, setResult) => {
    if (replaced) store.delete(replaced);
    store.getAll().onsuccess = (event) => {
      const stored = event.target.result;
      const old = stored.find((other) => other.key === hand.key);
      const last = Math.max(0, ...stored.map((other) => other.order));
      const { shown } = old ?? hand;
      store.put({ order: last + 1, words: [], ...old, ...hand, shown, state: WAITING, say: "" });
      setResult(Boolean(old));
    };
  };
  // Strict durability: the hand must survive a battery that dies now.
  return runTransaction("readwrite", work, "strict");
}

// If the hand was saved again while its request was under way, the response is out of date.
const isUnchanged = (stored, hand) => stored?.at === hand.at;

function updateIfUnchanged(store, hand, act) {
  store.get(hand.key).onsuccess = ({ target: { result } }) => {
    if (isUnchanged(result, hand)) act(result);
  };
}

export function update(hand, changes) {
  return runTransaction("readwrite", (store) => {
    updateIfUnchanged(store, hand, (stored) => store.put({ ...stored, ...changes }));
  });
}

export function remove(key) {
  return runTransaction("readwrite", (store) => {
    store.delete(key);
  });
}

// Remove a sent hand and pass its version to the next one of the session, unless another user
// wrote in between: then `after`, the version before it, is not the version of the hand.
export function complete(hand, version, after) {
  return runTransaction("readwrite", (store) => {
    updateIfUnchanged(store, hand, () => store.delete(hand.key));
    if (after !== hand.version) return;
    store.getAll().onsuccess = (event) => {
      const isLater = (other) => other.session === hand.session && other.order > hand.order;
      const [next] = sortByOrder(event.target.result.filter(isLater));
      if (next && next.shown === hand.shown) store.put({ ...next, version });
    };
  });
}
