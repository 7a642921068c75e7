// A notice of the site, which this browser alone could read; a tap on it leads to its page.
self.addEventListener("push", (event) => event.waitUntil(show(read(event))));

function read(event) {
  try {
    return event.data.json();
  } catch {
    // Whoever sends something else: the browser wants to show that something came.
    return {};
  }
}

function show({ title, body, url, tag, lang }) {
  const { name, icon } = self.site;
  return self.registration.showNotification(title || name, {
    body,
    tag,
    lang,
    icon,
    data: { url },
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? self.site.home));
});

async function open(path) {
  const wanted = new URL(path, self.location.origin);
  // Nowhere but here.
  const { href } =
    wanted.origin === self.location.origin ? wanted : new URL(self.site.home, self.location.origin);
  const there = (await self.clients.matchAll({ type: "window" })).find(({ url }) => url === href);
  return there ? there.focus() : self.clients.openWindow(href);
}
