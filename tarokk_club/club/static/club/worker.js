// The service worker: the site's look is kept; of pages only those that the server says may be, for a day.
// Before it stands `site`: build, files of the shell, addresses (views/offline.py).
"use strict";
const PAGES = "pages", SHELL = `shell-${self.site.build}`, UNTIL = "X-Offline-Until", AT = "X-Kept-At";
// Who waits longer than this for a page that is kept here has no network worth the name.
const PATIENCE = 6000;
const HASHED = /\.[0-9a-f]{12}\.\w+$/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(self.site.shell)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  // The shell before this one stays: pages kept until now are dressed by it.
  const shells = (await caches.keys()).filter((name) => name.startsWith("shell-") && name !== SHELL);
  await Promise.all(shells.slice(0, -1).map((name) => caches.delete(name)));
  await tidy();
  await self.clients.claim();
}

self.addEventListener("message", (event) => {
  if (event.data.keep) event.waitUntil(fetch(event.data.keep, { cache: "no-store", redirect: "manual" }).then((answer) => keep(event.data.keep, answer), () => {}));
  if (event.data.forget) event.waitUntil(caches.delete(PAGES));
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

async function keep(path, answer) {
  const cache = await caches.open(PAGES);
  await tidy();
  if (!answer.ok || !answer.headers.get(UNTIL)) {
    // What was closed long ago, binned or forbidden since must not stay; a busy server says nothing.
    if (answer.status < 500) await cache.delete(path);
    return;
  }
  const headers = new Headers(answer.headers);
  headers.set(AT, String(Date.now()));
  await cache.put(path, new Response(await answer.text(), { headers }));
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
