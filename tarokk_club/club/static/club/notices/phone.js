// Notices on this very phone: its owner asks for them, the browser asks back, the form tells the site.
import "../base/worker/registration.js";
import { endSubscription, getServiceWorker } from "../base/worker/push-subscription.js";

const form = document.getElementById("this-phone");
const here = document.querySelector("[data-this-phone]");
const can = window.PushManager && window.Notification && getServiceWorker();

function show(state) {
  for (const part of form.querySelectorAll("[data-state]"))
    part.hidden = part.dataset.state !== state;
}

function now() {
  if (!can) show("none");
  else if (Notification.permission === "denied") show("denied");
  else show("off");
  // In the list above already.
  form.hidden = Boolean(here);
}

async function ask() {
  if ((await Notification.requestPermission()) !== "granted") return now();
  const ready = await navigator.serviceWorker.ready;
  const held = await ready.pushManager.getSubscription();
  // Made with a key that the site had before, or for somebody else: a new one.
  await held?.unsubscribe();
  const { key } = form.dataset;
  const made = await ready.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = made.toJSON();
  const said = { endpoint, ...keys, server: key };
  for (const [name, value] of Object.entries(said)) form.elements[name].value = value;
  form.submit();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask().catch(() => show("failed"));
});

let forgotten = false;
here?.addEventListener("submit", async (event) => {
  if (forgotten) return;
  event.preventDefault();
  await endSubscription();
  forgotten = true;
  here.requestSubmit();
});

now();
