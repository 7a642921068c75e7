// The service worker: of pages only those are kept that the server says may be, for a day, each with the
// files that it wears; and the page that is shown in place of one that is not kept.
// Before it stands `site`: build, files of the shell, addresses (views/offline.py).
"use strict";
const PAGES = "pages", FILES = "files", SHELL = `shell-${self.site.build}`, UNTIL = "X-Offline-Until", AT = "X-Kept-At";
// Who waits longer than this for a page that is kept here has no network worth the name.
const PATIENCE = 6000;
const HASHED = /\.[0-9a-f]{12}\.\w+$/;
const WORN = /(?:href|src)="([^"?#]+\.(?:css|js|svg))"/g;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(self.site.shell)).then(() => self.skipWaiting()));
});

let begun = Promise.resolve();
self.addEventListener("activate", (event) => event.waitUntil(begun = begin()));

async function begin() {
  await tidy();
  // A browser without a network just now tidies up at the next change.
  await change().catch(() => {});
  await self.clients.claim();
}

// The shell before this one goes; what pages kept until now wear of it stays with them.
async function change() {
  const pages = await caches.open(PAGES), files = await caches.open(FILES);
  const kept = await Promise.all((await pages.keys()).map(async (request) => (await pages.match(request)).text()));
  await Promise.all(kept.map(dress));
  const all = new Set(kept.flatMap(worn));
  for (const request of await files.keys()) if (!all.has(new URL(request.url).pathname)) await files.delete(request);
  for (const name of await caches.keys()) if (name.startsWith("shell-") && name !== SHELL) await caches.delete(name);
}

self.addEventListener("message", (event) => {
  const { keep: path, page: text, forget } = event.data;
  // The page that called the worker is there already: asked without its body, the server says whether it may stay.
  const how = { method: text ? "HEAD" : "GET", cache: "no-store", redirect: "manual" };
  if (path) event.waitUntil(fetch(path, how).then((answer) => keep(path, answer, text), () => {}));
  if (forget) event.waitUntil(caches.delete(PAGES));
});

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(request.method === "GET" ? page(event, url) : fetch(request).catch(nothing));
  else if (request.method !== "GET") return;
  else if (url.pathname.startsWith(self.site.statics)) event.respondWith(file(request, url));
  else if (url.pathname.endsWith("/live/")) event.respondWith(live(event, url));
});

// --- pages: from the network as long as there is one
async function page(event, url) {
  const kept = await found(url.pathname);
  try {
    const answer = await (kept ? inTime(event.request) : fetch(event.request));
    // A proxy in front of a dead site answers too.
    if (kept && answer.status >= 500) return await dated(kept);
    event.waitUntil(keep(url.pathname, answer.clone()));
    return answer;
  } catch {
    if (kept) return dated(kept);
    const sheet = url.pathname === self.site.home && await lastSheet();
    return sheet ? Response.redirect(sheet) : nothing();
  }
}

function inTime(request) {
  return new Promise((resolve, reject) => {
    setTimeout(reject, PATIENCE);
    fetch(request).then(resolve, reject);
  });
}

const nothing = () => caches.match(self.site.offline);

async function live(event, url) {
  try {
    const answer = await fetch(event.request);
    if (answer.status === 200) event.waitUntil(keep(url.pathname, answer.clone()));
    return answer;
  } catch (error) {
    const kept = await found(url.pathname);
    if (kept) return kept;
    throw error;
  }
}

// A kept page says so to its scripts, which must not take its key and its hour for those of now.
async function dated(kept) {
  const text = await kept.text();
  return new Response(text.replace("<html ", `<html data-kept="${kept.headers.get(AT)}" `), { headers: kept.headers });
}

async function keep(path, answer, came) {
  await begun;
  const cache = await caches.open(PAGES);
  await tidy();
  if (!answer.ok || !answer.headers.get(UNTIL)) {
    // What was closed long ago, binned or forbidden since must not stay; a busy server says nothing.
    if (answer.status < 500) await cache.delete(path);
    return;
  }
  const headers = new Headers(answer.headers), text = came ?? await answer.text();
  headers.set(AT, String(Date.now()));
  // Without its files a page would be of no use; the one before it stays then.
  await dress(text);
  await cache.put(path, new Response(text, { headers }));
}

const worn = (text) => [...text.matchAll(WORN)].map(([, path]) => path).filter((path) => path.startsWith(self.site.statics));

// From what is kept or from the browser's own store, where the page has just put them.
async function dress(text) {
  const files = await caches.open(FILES);
  await Promise.all(worn(text).map(async (path) => {
    const kept = HASHED.test(path) && await caches.match(path);
    if (!kept) await files.add(path);
    else if (!await files.match(path)) await files.put(path, kept);
  }));
}

const good = (kept) => Number(kept.headers.get(UNTIL)) * 1000 > Date.now();

async function found(path) {
  const kept = await (await caches.open(PAGES)).match(path);
  return kept && good(kept) ? kept : undefined;
}

async function tidy() {
  const cache = await caches.open(PAGES);
  const all = await cache.keys();
  await Promise.all(all.map(async (request) => { if (!good(await cache.match(request))) await cache.delete(request); }));
}

async function lastSheet() {
  const cache = await caches.open(PAGES);
  const sheets = (await cache.keys()).filter((request) => /\/sessions\/[^/]+\/$/.test(new URL(request.url).pathname));
  const dates = await Promise.all(sheets.map(async (request) => [Number((await cache.match(request)).headers.get(AT)), request.url]));
  return dates.sort((a, b) => b[0] - a[0])[0]?.[1];
}

// --- files: those named by their content never change, the others are asked for first
async function file(request, url) {
  const kept = await caches.match(url.pathname);
  if (kept && HASHED.test(url.pathname)) return kept;
  return fetch(request).catch((error) => { if (kept) return kept; throw error; });
}
