// The amounts are always the server's: htmx asks for them a moment after the last tap (page.html).
import { foot, form } from "./fields.js";

// htmx listens once the page is there; what happens before waits for it.
export const ready = new Promise((done) => {
  document.addEventListener("DOMContentLoaded", done, { once: true });
});

export async function ask() {
  await ready;
  form.dispatchEvent(new Event("tapped"));
}

// Without an answer the amounts on the screen are those of an earlier tap.
export function clearAmounts() {
  document.getElementById("why")?.replaceChildren();
  for (const amount of foot.querySelectorAll(".sum b")) {
    amount.textContent = "·";
    amount.className = "zero";
    amount.removeAttribute("aria-label");
  }
  const outlook = foot.querySelector(".outlook");
  const text = outlook.querySelector("span") ?? outlook.firstChild;
  text.textContent = form.dataset.offline;
}

document.addEventListener("fragment-failed", (event) => {
  const { asked, status } = event.detail;
  if (asked !== foot && !form.contains(asked)) return;
  event.preventDefault();
  if (!status) clearAmounts();
  else if (status < 500) location.reload();
});
