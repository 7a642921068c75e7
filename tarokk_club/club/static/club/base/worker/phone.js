// What this browser has agreed to show: its own side of it ends with the sign-in, or when it is removed.
const PATIENCE = 2000;

export function phone() {
  return navigator.serviceWorker;
}

// A service that does not answer must not keep anybody from signing out.
export async function forgetPhone() {
  const wait = new Promise((done) => setTimeout(done, PATIENCE));
  await Promise.race([forget().catch(() => {}), wait]);
}

async function forget() {
  const worker = await phone()?.getRegistration();
  const held = await worker?.pushManager?.getSubscription();
  await held?.unsubscribe();
}
