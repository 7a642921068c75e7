// Cache pages and their files for offline use, until the time in the page's header.
export const PAGES = "pages";
export const SHELL = `shell-${self.site.build}`;
export const CACHED_AT = "X-Kept-At";
export const HASHED_NAME = /\.[0-9a-f]{12}\.\w+$/;
const FILES = "files";
const EXPIRY = "X-Offline-Until";
const ACCOUNT = "X-Account";
const FILE_LINK = /(?:href|src)="([^"?#]+\.(?:css|js|svg))"/g;

let activation = Promise.resolve();

// Clean up the caches of the previous worker before new pages are cached.
export function activateCaches() {
  activation = takeOver();
  return activation;
}

async function takeOver() {
  await deleteExpired();
  await self.registration.navigationPreload?.enable();
  // Without a network the old shell stays until the next activation.
  await replaceShell().catch(() => {});
  await self.clients.claim();
}

// Delete the previous shell, but copy the files that cached pages still need.
async function replaceShell() {
  const pages = await caches.open(PAGES);
  const files = await caches.open(FILES);
  const readPage = async (request) => (await pages.match(request)).text();
  const texts = await Promise.all((await pages.keys()).map(readPage));
  await Promise.all(texts.map(cacheFiles));
  const needed = new Set(texts.flatMap(listFiles));
  for (const request of await files.keys()) {
    if (!needed.has(new URL(request.url).pathname)) await files.delete(request);
  }
  for (const name of await caches.keys()) {
    if (name.startsWith("shell-") && name !== SHELL) await caches.delete(name);
  }
}

// Build a response from HTML sent by a page, with the security headers of the offline page.
export async function buildResponse({ page, until, whose }) {
  const headers = new Headers((await caches.match(self.site.offline)).headers);
  headers.set(EXPIRY, until);
  headers.set(ACCOUNT, whose);
  return new Response(page, { headers });
}

// Pages are cached one at a time: WebKit's network process crashes when a page is read
// while it is written, and each call reads all pages to find the expired ones.
let lastWrite = Promise.resolve();
export function cachePage(path, response) {
  lastWrite = lastWrite.catch(() => {}).then(() => storePage(path, response));
  return lastWrite;
}

async function storePage(path, response) {
  // Read the body first: the same bytes are streaming to the page.
  const text = await response.text();
  await activation;
  await deleteForeignPages(response);
  const cache = await caches.open(PAGES);
  await deleteExpired();
  if (!response.ok || !response.headers.get(EXPIRY)) {
    // The page may no longer be cached; an error of the server says nothing about that.
    if (response.status < 500) await cache.delete(path);
    return;
  }
  const headers = new Headers(response.headers);
  headers.set(CACHED_AT, String(Date.now()));
  // A page is useless without its files: if they fail, the previous copy stays.
  await cacheFiles(text);
  await cache.put(path, new Response(text, { headers }));
}

function listFiles(text) {
  const paths = [...text.matchAll(FILE_LINK)].map(([, path]) => path);
  return paths.filter((path) => path.startsWith(self.site.statics));
}

// Copy files from another cache where possible, else from the HTTP cache or the network.
async function cacheFiles(text) {
  const files = await caches.open(FILES);
  const cacheFile = async (path) => {
    const cached = HASHED_NAME.test(path) && (await caches.match(path));
    if (!cached) await files.add(path);
    else if (!(await files.match(path))) await files.put(path, cached);
  };
  await Promise.all(listFiles(text).map(cacheFile));
}

const isFresh = (cached) => Number(cached.headers.get(EXPIRY)) * 1000 > Date.now();

export async function getCachedPage(path) {
  const cached = await (await caches.open(PAGES)).match(path);
  return cached && isFresh(cached) ? cached : undefined;
}

async function deleteExpired() {
  const cache = await caches.open(PAGES);
  const checkPage = async (request) => {
    if (!isFresh(await cache.match(request))) await cache.delete(request);
  };
  await Promise.all((await cache.keys()).map(checkPage));
}

export async function findLatestSheet() {
  const cache = await caches.open(PAGES);
  const isSheet = ({ url }) => /\/sessions\/[^/]+\/$/.test(new URL(url).pathname);
  const addTime = async (request) => {
    const cached = await cache.match(request);
    return [Number(cached.headers.get(CACHED_AT)), request.url];
  };
  const sheets = await Promise.all((await cache.keys()).filter(isSheet).map(addTime));
  return sheets.sort((a, b) => b[0] - a[0])[0]?.[1];
}

// Delete all pages before a request that signs in or out, so that no user sees another's.
export async function clearOnSignIn(url) {
  if (self.site.doors.some((path) => url.pathname.startsWith(path))) await caches.delete(PAGES);
}

let currentAccount;
export async function deleteForeignPages(response) {
  const account = response.headers.get(ACCOUNT);
  if (account === null || account === currentAccount) return;
  const cache = await caches.open(PAGES);
  for (const request of await cache.keys()) {
    const cached = await cache.match(request);
    if (cached.headers.get(ACCOUNT) !== account) await cache.delete(request);
  }
  currentAccount = account;
}
