// Respond to requests from the network, and from the caches without one.
import { dropHeldPage, takeHeldPage } from "./held-page.js";
import {
  CACHED_AT,
  cachePage,
  deleteForeignPages,
  findLatestSheet,
  getCachedPage,
  HASHED_NAME,
} from "./page-cache.js";

// Milliseconds to wait for the network before a cached page is shown.
const NETWORK_TIMEOUT = 6000;

export const matchOfflinePage = () => caches.match(self.site.offline);

export async function respondWithPage(event, url) {
  const held = takeHeldPage(url);
  if (held?.ok) {
    event.waitUntil(checkHeldPage(event, url, held.clone()).catch(() => {}));
    return held;
  }
  const cached = await getCachedPage(url.pathname);
  try {
    const response = await (cached ? fetchInTime(event) : fetchPage(event));
    // A proxy in front of a dead site responds with 5xx.
    if (cached && response.status >= 500) return await markAsCached(cached);
    await deleteForeignPages(response);
    event.waitUntil(cachePage(url.pathname, response.clone()));
    return response;
  } catch {
    if (cached) return markAsCached(cached);
    const sheet = url.pathname === self.site.home && (await findLatestSheet());
    return sheet ? Response.redirect(sheet) : matchOfflinePage();
  }
}

// The page is on screen already: compare it with the response of the network, and have it reloaded
// if that differs.
async function checkHeldPage(event, { pathname }, shown) {
  const response = await fetchPage(event);
  const text = await readContent(response.clone());
  await cachePage(pathname, response);
  if ((await readContent(shown)) === text) return;
  (await self.clients.get(event.resultingClientId))?.postMessage("stale");
}

// Return the HTML without the values that differ in each response.
async function readContent(response) {
  return (await response.text()).replace(/(?:(?:token|key)" value|until)="[^"]*"/g, "");
}

// With navigation preload the request is already under way while the worker starts.
// Without a network Firefox resolves it to an error response, which fetch would reject.
async function fetchPage(event) {
  const response = await event.preloadResponse;
  return response && response.type !== "error" ? response : fetch(event.request);
}

function fetchInTime(event) {
  return new Promise((resolve, reject) => {
    setTimeout(reject, NETWORK_TIMEOUT);
    fetchPage(event).then(resolve, reject);
  });
}

export async function respondWithLive(event, url) {
  try {
    const response = await fetch(event.request);
    await deleteForeignPages(response);
    if (response.status !== 304) {
      dropHeldPage();
      event.waitUntil(cachePage(url.pathname, response.clone()));
    }
    return response;
  } catch {
    return (await getCachedPage(url.pathname)) || Response.error();
  }
}

// Mark the HTML, so that scripts do not take the key and time of a cached page for current.
async function markAsCached(cached) {
  const text = await cached.text();
  const time = cached.headers.get(CACHED_AT);
  const html = text.replace("<html ", `<html data-kept="${time}" `);
  return new Response(html, { headers: cached.headers });
}

// Files with hashed names never change. Others come from the network first and are not even
// looked up: WebKit's network process crashes when a cached file is read while it is written.
export async function respondWithFile(request, { pathname }) {
  const cached = HASHED_NAME.test(pathname) && (await caches.match(pathname));
  return cached || fetch(request).catch(() => matchFile(pathname));
}

const matchFile = async (pathname) => (await caches.match(pathname)) || Response.error();
