// What the service worker keeps: pages with their files, as long as the server says.
export const PAGES = "pages";
export const SHELL = `shell-${self.site.build}`;
export const AT = "X-Kept-At";
export const HASHED = /\.[0-9a-f]{12}\.\w+$/;
const FILES = "files";
const UNTIL = "X-Offline-Until";
const WHOSE = "X-Account";
const WORN = /(?:href|src)="([^"?#]+\.(?:css|js|svg))"/g;

let begun = Promise.resolve();

// A new worker: what the one before it kept is looked through first.
export function begin() {
  begun = takeOver();
  return begun;
}

async function takeOver() {
  await tidy();
  await self.registration.navigationPreload?.enable();
  // A browser without a network just now tidies up at the next change.
  await change().catch(() => {});
  await self.clients.claim();
}

// The shell before this one goes; what pages kept until now wear of it stays with them.
async function change() {
  const pages = await caches.open(PAGES);
  const files = await caches.open(FILES);
  const textOf = async (request) => (await pages.match(request)).text();
  const kept = await Promise.all((await pages.keys()).map(textOf));
  await Promise.all(kept.map(dress));
  const all = new Set(kept.flatMap(worn));
  for (const request of await files.keys()) {
    if (!all.has(new URL(request.url).pathname)) await files.delete(request);
  }
  for (const name of await caches.keys()) {
    if (name.startsWith("shell-") && name !== SHELL) await caches.delete(name);
  }
}

// A page that came before its worker, under the protection of the page that every shell has.
export async function handedOver({ page, until, whose: account }) {
  const headers = new Headers((await caches.match(self.site.offline)).headers);
  headers.set(UNTIL, until);
  headers.set(WHOSE, account);
  return new Response(page, { headers });
}

// One page after another: to tidy up reads all of them, and WebKit's network process dies of a page
// that is read while it is written.
let last = Promise.resolve();
export function keep(path, answer) {
  last = last.catch(() => {}).then(() => put(path, answer));
  return last;
}

async function put(path, answer) {
  // Read before anything else: the same bytes are on their way to the person.
  const text = await answer.text();
  await begun;
  await belong(answer);
  const cache = await caches.open(PAGES);
  await tidy();
  if (!answer.ok || !answer.headers.get(UNTIL)) {
    // What was closed long ago, binned or forbidden since must not stay; a busy server says nothing.
    if (answer.status < 500) await cache.delete(path);
    return;
  }
  const headers = new Headers(answer.headers);
  headers.set(AT, String(Date.now()));
  // Without its files a page would be of no use; the one before it stays then.
  await dress(text);
  await cache.put(path, new Response(text, { headers }));
}

function worn(text) {
  const paths = [...text.matchAll(WORN)].map(([, path]) => path);
  return paths.filter((path) => path.startsWith(self.site.statics));
}

// From what is kept or from the browser's own store, where the page has just put them.
async function dress(text) {
  const files = await caches.open(FILES);
  const wear = async (path) => {
    const kept = HASHED.test(path) && (await caches.match(path));
    if (!kept) await files.add(path);
    else if (!(await files.match(path))) await files.put(path, kept);
  };
  await Promise.all(worn(text).map(wear));
}

const good = (kept) => Number(kept.headers.get(UNTIL)) * 1000 > Date.now();

export async function found(path) {
  const kept = await (await caches.open(PAGES)).match(path);
  return kept && good(kept) ? kept : undefined;
}

async function tidy() {
  const cache = await caches.open(PAGES);
  const check = async (request) => {
    if (!good(await cache.match(request))) await cache.delete(request);
  };
  await Promise.all((await cache.keys()).map(check));
}

export async function lastSheet() {
  const cache = await caches.open(PAGES);
  const isSheet = ({ url }) => /\/sessions\/[^/]+\/$/.test(new URL(url).pathname);
  const dated = async (request) => {
    const kept = await cache.match(request);
    return [Number(kept.headers.get(AT)), request.url];
  };
  const dates = await Promise.all((await cache.keys()).filter(isSheet).map(dated));
  return dates.sort((a, b) => b[0] - a[0])[0]?.[1];
}

// What is kept of one person is gone before the next one sees a page.
// Behind these addresses somebody signs in or out; who it is then, the next answer tells.
export async function leave(url) {
  if (self.site.doors.some((door) => url.pathname.startsWith(door))) await caches.delete(PAGES);
}

let whose;
export async function belong(answer) {
  const now = answer.headers.get(WHOSE);
  if (now === null || now === whose) return;
  const cache = await caches.open(PAGES);
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    if (kept.headers.get(WHOSE) !== now) await cache.delete(request);
  }
  whose = now;
}
