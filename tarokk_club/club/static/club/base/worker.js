// The service worker: cache pages for offline use and show push notifications.
// views/offline.py prepends `site`: the build, the files of the shell and some paths.
import { dropHeldPage, holdPage } from "./worker/held-page.js";
import { respondWithFile, respondWithLive, respondWithPage } from "./worker/responses.js";
import {
  activateCaches,
  buildResponse,
  cachePage,
  clearOnSignIn,
  PAGES,
  SHELL,
} from "./worker/page-cache.js";
import "./worker/push.js";
import { offerResend } from "./worker/resend.js";

self.addEventListener("install", (event) => {
  const shell = caches.open(SHELL).then((cache) => cache.addAll(self.site.shell));
  event.waitUntil(shell.then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(activateCaches()));

self.addEventListener("message", (event) => {
  const { keep: path, page: html, forget } = event.data;
  // The page that registered the worker sends its own HTML, which saves a request.
  if (html) event.waitUntil(buildResponse(event.data).then((page) => cachePage(path, page)));
  else if (path) event.waitUntil(prefetchPage(path).catch(() => {}));
  if (forget) event.waitUntil(caches.delete(PAGES));
});

// Cache a page for offline use and hold it for the next navigation.
async function prefetchPage(path) {
  const page = holdPage(path);
  // Marked as a prefetch, so that the server does not use up messages that it shows only once.
  const response = await fetch(path, { redirect: "manual", headers: { purpose: "prefetch" } });
  const copy = response.clone();
  await cachePage(path, response);
  page.response = copy;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  const isGet = request.method === "GET";
  if (!isGet) dropHeldPage();
  if (request.mode === "navigate") {
    event.respondWith(isGet ? respondWithPage(event, url) : forwardForm(request, url));
  } else if (!isGet) return;
  else if (url.pathname.startsWith(self.site.statics)) {
    event.respondWith(respondWithFile(request, url));
  } else if (url.pathname.endsWith("/live/")) event.respondWith(respondWithLive(event, url));
});

async function forwardForm(request, url) {
  const copy = request.clone();
  await clearOnSignIn(url);
  return fetch(request).catch(() => offerResend(copy));
}
