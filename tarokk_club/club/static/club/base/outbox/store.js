// The browser's own database of the hands that the book has not acknowledged yet.
const STORE = "hands";
export const WAITING = "waiting";

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

async function inStore(mode, work, durability) {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode, { durability });
    let found;
    work(transaction.objectStore(STORE), (value) => {
      found = value;
    });
    transaction.oncomplete = () => resolve(found);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

const inOrder = (hands) => hands.sort((a, b) => a.order - b.order);

// Whose page this is; without a name nobody is signed in, and only the number of hands is told.
const account = document.querySelector("script[data-account]")?.dataset.account;
const mine = (hand) => !account || hand.who === account;

export function everybodys() {
  return inStore("readonly", (store, tell) => {
    store.getAll().onsuccess = (event) => tell(event.target.result);
  });
}

// Hands of others wait here unseen until their owner signs in on this phone.
export async function all() {
  return inOrder((await everybodys()).filter(mine));
}

// A hand that waits already keeps its place, under another key too, and the version of the book that
// it was first entered by: what the person decides about it holds for those entered after it.
// Returns whether it waited already. Strict: a battery that dies a moment later must not take the
// hand with it; an answered hand that comes back is sent once more, under the same key.
export function put(hand, replaced) {
  const work = (store, tell) => {
    if (replaced) store.delete(replaced);
    store.getAll().onsuccess = (event) => {
      const before = event.target.result;
      const old = before.find((one) => one.key === hand.key);
      const last = Math.max(0, ...before.map((one) => one.order));
      const { shown } = old ?? hand;
      store.put({ order: last + 1, words: [], ...old, ...hand, shown, state: WAITING, say: "" });
      tell(Boolean(old));
    };
  };
  return inStore("readwrite", work, "strict");
}

// While an answer was on its way the person may have sent the hand anew: then it says nothing of it.
const same = (stored, hand) => stored?.at === hand.at;

function onSame(store, hand, act) {
  store.get(hand.key).onsuccess = ({ target: { result } }) => {
    if (same(result, hand)) act(result);
  };
}

export function change(hand, changes) {
  return inStore("readwrite", (store) => {
    onSame(store, hand, (stored) => store.put({ ...stored, ...changes }));
  });
}

export function remove(key) {
  return inStore("readwrite", (store) => {
    store.delete(key);
  });
}

// The next hand was entered on a page that knew of no other change: what this one changed is no
// conflict. When somebody else wrote in between, the numbers do not follow, and the book asks.
// after: the version that the hand followed, where it was raised by a merging of players only.
export function sent(hand, version, after) {
  return inStore("readwrite", (store) => {
    onSame(store, hand, () => store.delete(hand.key));
    if (after !== hand.version) return;
    store.getAll().onsuccess = (event) => {
      const later = (one) => one.session === hand.session && one.order > hand.order;
      const [next] = inOrder(event.target.result.filter(later));
      if (next && next.shown === hand.shown) store.put({ ...next, version });
    };
  });
}
