// The amounts are always the server's: htmx asks for them a moment after the last tap (page.html).
import { foot, form } from "./fields.js";
import { tell } from "./saying.js";

// htmx listens once the page is there; what happens before waits for it.
export const ready = new Promise((done) => {
  document.addEventListener("DOMContentLoaded", done, { once: true });
});

export async function ask() {
  await ready;
  form.dispatchEvent(new Event("tapped"));
}

document.addEventListener("part-missed", (event) => {
  const { asked, status } = event.detail;
  if (asked !== foot && !form.contains(asked)) return;
  event.preventDefault();
  if (!status) tell(form.dataset.offline);
  else if (status < 500) location.reload();
});
