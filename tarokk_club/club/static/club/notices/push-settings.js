// Turn push notifications on or off for this browser.
import "../base/worker/registration.js";
import { endSubscription, getServiceWorker } from "../base/worker/push-subscription.js";

const form = document.getElementById("this-phone");
const removalForm = document.querySelector("[data-this-phone]");
const isSupported = window.PushManager && window.Notification && getServiceWorker();

function showState(state) {
  for (const section of form.querySelectorAll("[data-state]"))
    section.hidden = section.dataset.state !== state;
}

function showCurrentState() {
  if (!isSupported) showState("none");
  else if (Notification.permission === "denied") showState("denied");
  else showState("off");
  // The list of devices already includes this browser.
  form.hidden = Boolean(removalForm);
}

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") return showCurrentState();
  const { pushManager } = await navigator.serviceWorker.ready;
  const oldSubscription = await pushManager.getSubscription();
  // It may belong to another user, or to an earlier key of the site.
  await oldSubscription?.unsubscribe();
  const { key } = form.dataset;
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = subscription.toJSON();
  const values = { endpoint, ...keys, server: key };
  for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
  form.submit();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  subscribe().catch(() => showState("failed"));
});

let isUnsubscribed = false;
removalForm?.addEventListener("submit", async (event) => {
  if (isUnsubscribed) return;
  event.preventDefault();
  await endSubscription();
  isUnsubscribed = true;
  removalForm.requestSubmit();
});

showCurrentState();
