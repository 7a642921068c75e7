// Keep the screen awake during a hand. Browsers offer wake locks only over https.
let lock = null;

async function updateLock() {
  if (!navigator.wakeLock) return;
  const wanted = !document.hidden && Boolean(document.querySelector("[data-in-play]"));
  if (wanted === Boolean(lock && !lock.released)) return;
  try {
    if (wanted) lock = await navigator.wakeLock.request("screen");
    else {
      await lock.release();
      lock = null;
    }
  } catch {
    // The browser may refuse on a low battery; nothing else depends on it.
  }
}
document.addEventListener("visibilitychange", updateLock);
document.addEventListener("sheet-changed", updateLock);
updateLock();
