// End the push subscription of this browser on sign-out or when its device is removed.
const UNSUBSCRIBE_TIMEOUT = 2000;

export function getServiceWorker() {
  return navigator.serviceWorker;
}

// A push service that does not respond must not prevent signing out.
export async function endSubscription() {
  const timeout = new Promise((resolve) => setTimeout(resolve, UNSUBSCRIBE_TIMEOUT));
  await Promise.race([unsubscribe().catch(() => {}), timeout]);
}

async function unsubscribe() {
  const registration = await getServiceWorker()?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
