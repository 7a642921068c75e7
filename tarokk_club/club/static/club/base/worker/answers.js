// What the service worker answers: from the network as long as there is one.
import { AT, belong, found, HASHED, keep, lastSheet } from "./keeping.js";

// Who waits longer than this for a page that is kept here has no network worth the name.
const PATIENCE = 6000;

export const nothing = () => caches.match(self.site.offline);

export async function page(event, url) {
  const kept = await found(url.pathname);
  try {
    const answer = await (kept ? inTime(event) : fetchPage(event));
    // A proxy in front of a dead site answers too.
    if (kept && answer.status >= 500) return await dated(kept);
    await belong(answer);
    event.waitUntil(keep(url.pathname, answer.clone()));
    return answer;
  } catch {
    if (kept) return dated(kept);
    const sheet = url.pathname === self.site.home && (await lastSheet());
    return sheet ? Response.redirect(sheet) : nothing();
  }
}

// The browser asked already while this worker was starting, if it knows navigation preload.
const fetchPage = async (event) => (await event.preloadResponse) || fetch(event.request);

function inTime(event) {
  return new Promise((resolve, reject) => {
    setTimeout(reject, PATIENCE);
    fetchPage(event).then(resolve, reject);
  });
}

export async function live(event, url) {
  try {
    const answer = await fetch(event.request);
    await belong(answer);
    if (answer.status === 200) event.waitUntil(keep(url.pathname, answer.clone()));
    return answer;
  } catch {
    return (await found(url.pathname)) || Response.error();
  }
}

// A kept page says so to its scripts, which must not take its key and its hour for those of now.
async function dated(kept) {
  const text = await kept.text();
  const html = text.replace("<html ", `<html data-kept="${kept.headers.get(AT)}" `);
  return new Response(html, { headers: kept.headers });
}

// Files that are named by their content never change, the others are asked for first: what is kept of
// them is not even read, as WebKit's network process dies of a file that is written meanwhile.
export async function file(request, { pathname }) {
  const kept = HASHED.test(pathname) && (await caches.match(pathname));
  return kept || fetch(request).catch(() => instead(pathname));
}

const instead = async (pathname) => (await caches.match(pathname)) || Response.error();
