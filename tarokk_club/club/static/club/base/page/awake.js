// The screen stays awake while a hand is in play; hidden pages let it sleep. Over plain http browsers do not offer it.
let lock = null;

async function watch() {
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
    // An empty battery may refuse it; nothing else depends on it.
  }
}
document.addEventListener("visibilitychange", watch);
document.addEventListener("sheet-changed", watch);
watch();
