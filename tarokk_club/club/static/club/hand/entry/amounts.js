// Request the amounts from the server after each tap; the delay is in the template (hx-trigger).
import { footer, form } from "./fields.js";
import { entryState } from "./state.js";

// Events dispatched before htmx has processed the page would be lost.
export const ready = new Promise((resolve) => {
  document.addEventListener("DOMContentLoaded", resolve, { once: true });
});

export async function requestAmounts() {
  await ready;
  form.dispatchEvent(new Event("tapped"));
}

// Without a response the amounts on screen belong to an earlier tap.
export function clearAmounts() {
  document.getElementById("why")?.replaceChildren();
  for (const amount of footer.querySelectorAll(".sum b")) {
    amount.textContent = "·";
    amount.className = "zero";
    amount.removeAttribute("aria-label");
  }
  const outlook = footer.querySelector(".outlook");
  const text = outlook.querySelector("span") ?? outlook.firstChild;
  text.textContent = form.dataset.offline;
}

// While earlier hands wait, the server counts with the position before them.
document.addEventListener("drawn", ({ detail: { requester } }) => {
  if (requester !== footer || !entryState.ahead) return;
  if (!document.getElementById("waiting").hidden) clearAmounts();
});

document.addEventListener("fragment-failed", (event) => {
  const { requester, status } = event.detail;
  if (requester !== footer && !form.contains(requester)) return;
  event.preventDefault();
  if (!status) clearAmounts();
  else if (status < 500) location.reload();
});
