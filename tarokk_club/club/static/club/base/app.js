// Shortens what works without it: a sheet that follows the table, seats by tapping, one send a form.
"use strict";
// Before any script changes it: a first page is kept so by the worker that it calls (outbox.js).
const called = document.querySelector("script[data-worker]") && !navigator.serviceWorker?.controller;
const asItCame = called && `<!DOCTYPE html>${document.documentElement.outerHTML}`;
document.documentElement.classList.add("js");

// --- a form goes out once; the server's key is the real guard
addEventListener("submit", (event) => {
  const button = event.submitter;
  if (event.defaultPrevented || !button) return;
  if (button.getAttribute("aria-busy") === "true") { event.preventDefault(); return; }
  setTimeout(() => button.setAttribute("aria-busy", "true"), 0);
});
addEventListener("pageshow", (event) => {
  // Back in the history shows an old page: it may be sent anew, and the sheet is fetched anew.
  if (!event.persisted) return;
  document.querySelectorAll("[aria-busy=true]").forEach((button) => button.removeAttribute("aria-busy"));
  if (document.querySelector("[data-live]")) location.reload();
});

// --- a choice that changes the rest of its form
addEventListener("change", (event) => {
  const name = event.target.dataset.refresh || event.target.closest("[data-refresh]")?.dataset.refresh;
  const button = name && event.target.form?.querySelector(`button[value="${name}"]`);
  if (button) button.click();
});

// --- the keys for digits of most phones have no minus
document.querySelectorAll("input[data-sign]").forEach((input) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn sign";
  button.textContent = "±";
  button.setAttribute("aria-label", input.dataset.sign);
  button.setAttribute("aria-controls", input.id);
  if (input.labels[0]) button.setAttribute("aria-describedby", input.labels[0].id ||= `${input.id}_label`);
  button.addEventListener("click", () => {
    const typed = input.value.replaceAll(" ", ""), size = typed.replace(/[-+−]/g, "");
    input.value = /[-−]/.test(typed) ? size : `−${size}`;
  });
  input.inputMode = "numeric";
  input.before(button);
});

// --- a look is seen before it is saved
addEventListener("change", ({ target }) => {
  if (target.name !== "theme") return;
  const { classList } = document.documentElement;
  target.form.querySelectorAll("[name=theme]").forEach(({ value }) => classList.toggle(value, value === target.value));
});

// --- the phone knows where it is
document.querySelectorAll("[data-time-zone]").forEach((input) => {
  input.value = Intl.DateTimeFormat().resolvedOptions().timeZone || input.value;
});

// --- menus that open upwards close again
addEventListener("click", (event) => {
  document.querySelectorAll("details.more[open]").forEach((menu) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
});
addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector("details.more[open]");
  if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
});

// --- a line of a hand opens to its rule; underneath is the link to all rules
const rulesTold = new Map(), rulesOpen = new Set();
function tellRule(fold) {
  const told = rulesTold.get(fold.dataset.rule);
  if (told && fold.open && !fold.querySelector(".ruling")) fold.insertAdjacentHTML("beforeend", told);
}
function foldRules() {
  document.querySelectorAll("a.ruled").forEach((link) => {
    const fold = document.createElement("details"), line = document.createElement("summary");
    fold.className = "ruled";
    fold.dataset.rule = link.href;
    fold.dataset.line = `${link.closest("[id]")?.id} ${link.textContent}`;
    line.append(...link.childNodes);
    fold.append(line);
    // What was open stays open when the page follows the table or the hand.
    fold.open = rulesOpen.has(fold.dataset.line);
    tellRule(fold);
    link.replaceWith(fold);
  });
}
document.addEventListener("toggle", async ({ target: fold }) => {
  const { rule, line } = fold.dataset;
  if (!rule || !fold.isConnected) return;
  rulesOpen[fold.open ? "add" : "delete"](line);
  if (!fold.open || rulesTold.has(rule)) { tellRule(fold); return; }
  const address = new URL(rule);
  address.searchParams.set("item", address.hash.slice("#rule-".length));
  address.hash = "";
  try {
    const answer = await fetch(address, { redirect: "manual" });
    if (!answer.ok) throw answer;
    rulesTold.set(rule, await answer.text());
    tellRule(fold);
  } catch { if (fold.open) location.assign(rule); }
}, true);
["sheet-changed", "drawn"].forEach((name) => document.addEventListener(name, foldRules));
foldRules();

// --- the sheet follows the table: conditional requests, none while nobody looks
function follow(live) {
  const state = document.querySelector("[data-live-state]");
  const voice = document.querySelector("[data-live-voice]");
  const usual = Number(live.dataset.every) || 2000;
  let tag = live.dataset.tag, wait = usual, timer = 0, asking = false;
  // When the book last said that this is how it stands; a kept copy says when it was kept.
  let asOf = Number(document.documentElement.dataset.kept) || Date.now();
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });

  function plan() { clearTimeout(timer); if (!document.hidden) timer = setTimeout(ask, wait); }
  function tell(online) {
    wait = online ? usual : Math.min(wait * 2, 30000);
    if (!state) return;
    // A page for guests says only that what it shows may be old.
    const time = state.querySelector("time");
    if (time) time.textContent = clock.format(asOf);
    state.hidden = online;
  }

  function show(html) {
    const open = [...live.querySelectorAll("details[open][id]")].map((item) => item.id);
    const at = live.contains(document.activeElement) ? document.activeElement : null;
    const home = at?.closest("[id]"), like = at && [at.localName, ...at.classList].join(".");
    const own = live.contains(home) ? `#${home.id}${home === at ? "" : ` ${like}`}` : like;
    live.innerHTML = html;
    open.forEach((id) => { const item = document.getElementById(id); if (item) item.open = true; });
    document.dispatchEvent(new Event("sheet-changed"));
    // Whoever stood on a hand or a button stands on its like again.
    if (at) (live.querySelector(own) || live.querySelector(like))?.focus({ preventScroll: true });
    // The button below follows too; where it appears or goes, the whole page is another.
    const label = document.querySelector("[data-action-label]"), action = live.querySelector("[data-action]");
    if (Boolean(label) !== Boolean(action)) { location.reload(); return; }
    if (label) label.textContent = action.dataset.action;
    const said = live.querySelector("[data-say]");
    if (voice && said && voice.textContent !== said.dataset.say) {
      voice.textContent = said.dataset.say;
      said.classList.add("fresh");
    }
  }

  async function ask() {
    if (asking) return;
    asking = true;
    try {
      const answer = await fetch(live.dataset.live, { headers: { "If-None-Match": tag }, cache: "no-store", redirect: "manual" });
      const kept = Number(answer.headers.get("X-Kept-At"));
      // Signed out, or the session is gone: the page itself says so.
      if (answer.status !== 304 && answer.status !== 200 && answer.status < 500) { location.reload(); return; }
      // The service worker's copy, in place of an answer, may be older than what is shown.
      if (answer.status === 200 && (!kept || kept > asOf) && answer.headers.get("ETag") !== tag) {
        tag = answer.headers.get("ETag");
        show(await answer.text());
      }
      if (answer.status < 500) asOf = kept ? Math.max(kept, asOf) : Date.now();
      tell(answer.status < 500 && !kept);
    } catch { tell(false); }
    asking = false;
    plan();
  }
  document.addEventListener("visibilitychange", () => { clearTimeout(timer); if (!document.hidden) ask(); });
  addEventListener("online", ask);
  if (document.documentElement.dataset.kept) tell(false);
  plan();
}
document.querySelectorAll("[data-live]").forEach(follow);
