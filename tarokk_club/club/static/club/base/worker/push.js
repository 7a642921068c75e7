// Show push notifications and open their page on a tap.
self.addEventListener("push", (event) => event.waitUntil(showNotification(readData(event))));

function readData(event) {
  try {
    return event.data.json();
  } catch {
    // Browsers require a notification for every push, even an unreadable one.
    return {};
  }
}

function showNotification({ title, body, url, tag, lang }) {
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
  event.waitUntil(openPage(event.notification.data?.url ?? self.site.home));
});

async function openPage(path) {
  const requested = new URL(path, self.location.origin);
  // Never leave the site.
  const { href } =
    requested.origin === self.location.origin
      ? requested
      : new URL(self.site.home, self.location.origin);
  const windows = await self.clients.matchAll({ type: "window" });
  const existing = windows.find(({ url }) => url === href);
  return existing ? existing.focus() : self.clients.openWindow(href);
}
