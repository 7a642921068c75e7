// Hold one page in memory for the next navigation: the form to which the sheet leads.
// It is used at most once, because its form has a key, and only if nothing happened in between:
// every other navigation, every request that writes and every poll with news drops it.
let held = {};

// Start to hold a page; the caller adds its response. A page that is dropped before that is lost.
export function holdPage(path) {
  held = { path };
  return held;
}

export const dropHeldPage = () => holdPage();

// Return the response for a navigation, if there is one.
export function takeHeldPage({ pathname, search }) {
  const { path, response } = held;
  dropHeldPage();
  // Without a network the form has to know that it is a copy.
  return path === pathname + search && navigator.onLine ? response : null;
}
