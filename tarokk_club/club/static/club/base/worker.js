// The service worker: of pages only those are kept that the server says may be, for a day, each with the
// files that it wears; and the page that is shown in place of one that is not kept.
// Before it stands `site`: build, files of the shell, addresses (views/offline.py).
import { file, live, nothing, page } from "./worker/answers.js";
import { begin, handedOver, keep, leave, PAGES, SHELL } from "./worker/keeping.js";
import "./worker/told.js";

self.addEventListener("install", (event) => {
  const shell = caches.open(SHELL).then((cache) => cache.addAll(self.site.shell));
  event.waitUntil(shell.then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(begin()));

self.addEventListener("message", (event) => {
  const { keep: path, page: text, forget } = event.data;
  // The server keeps for the reader what it shows only once.
  const headers = { purpose: "prefetch" };
  const how = { cache: "no-store", redirect: "manual", headers };
  if (path) {
    // The page that called the worker is there already, and is not asked for again.
    const got = text ? handedOver(event.data) : fetch(path, how);
    const kept = got.then(
      (answer) => keep(path, answer),
      () => {},
    );
    event.waitUntil(kept);
  }
  if (forget) event.waitUntil(caches.delete(PAGES));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  const reads = request.method === "GET";
  if (request.mode === "navigate") {
    event.respondWith(reads ? page(event, url) : sent(request, url));
  } else if (!reads) return;
  else if (url.pathname.startsWith(self.site.statics)) event.respondWith(file(request, url));
  else if (url.pathname.endsWith("/live/")) event.respondWith(live(event, url));
});

async function sent(request, url) {
  await leave(url);
  return fetch(request).catch(nothing);
}
