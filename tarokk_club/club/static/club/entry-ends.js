// How announced figures ended, and taps that must not guess: a double tap, a default tapped off.
"use strict";
(() => {
const form = document.getElementById("entry");
const AGAIN_WITHIN = 400;
const all = (name) => [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];
const chosen = (name) => all(name).find((input) => input.checked)?.value || "";
const choose = (name, value) => all(name).forEach((input) => { input.checked = input.value === value; });

// --- taps, before anything else sees them
let last = null, at = 0;
form.addEventListener("click", (event) => {
  const input = event.target;
  if (!input.matches("input[type=radio], input[type=checkbox]")) return;
  const twice = input === last && event.timeStamp - at < AGAIN_WITHIN;
  const keeps = input.type === "radio" && before.has(input) && (form.dataset.keeps || "").split(" ").includes(input.name);
  last = input;
  at = event.timeStamp;
  if (!twice && !keeps) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// What was chosen before this tap; a radio that is tapped looks chosen already.
let before = new Set(), declarer = "";
function remember() {
  before = new Set(form.querySelectorAll("input[type=radio]:checked"));
  declarer = chosen("declarer");
}

form.addEventListener("change", (event) => {
  const { name, value, checked } = event.target;
  // Who was the partner becomes the declarer: the two swap.
  if (name === "declarer" && checked && declarer && chosen("partner") === value) choose("partner", declarer);
  if (checked) form.querySelectorAll("[data-announced]").forEach((said) => agree(said, name, value));
}, true);

// A figure is made or failed, not both: the later mark counts.
function agree(said, name, value) {
  const mark = `${said.dataset.announced}_made`;
  const made = JSON.parse(said.dataset.ends).filter(([, end]) => end === "made").map(([choice]) => choice);
  if (made.includes(`${name}=${value}`) && said.querySelector(".tick.end") === null) choose(mark, "");
  if (name !== mark || value !== "lost") return;
  made.map((choice) => choice.split("=")).forEach(([field, tick]) => {
    if (tick && field !== "result" && field !== "tricks" && chosen(field) === tick) choose(field, "");
  });
}

// --- what follows is drawn
function sideOf(player) {
  const partner = chosen("partner");
  if (!chosen("declarer") || !player || (all("partner").length && !partner)) return "";
  return player === chosen("declarer") || player === partner ? "ours" : "theirs";
}

function holds(choice) {
  const [field, value] = choice.split("=");
  if (value !== undefined) return chosen(field) === value;
  const [name, side] = choice.split("@");
  return Boolean(chosen(name)) && sideOf(chosen(name)) === side;
}

function draw() {
  form.querySelectorAll("[data-announced]").forEach((said) => {
    const found = JSON.parse(said.dataset.ends).find(([choice]) => holds(choice));
    const end = chosen(`${said.dataset.announced}_made`) || (found ? found[1] : "");
    if ((said.dataset.end || "") !== end) said.dataset.end = end;
  });
  form.querySelectorAll(".by .row").forEach((row) => {
    const open = [...row.querySelectorAll("label")].filter((label) => !label.hidden);
    row.classList.toggle("only", open.length === 1 && Boolean(chosen("partner") || !all("partner").length));
  });
  remember();
}

["click", "change"].forEach((kind) => form.addEventListener(kind, () => requestAnimationFrame(draw)));
document.addEventListener("drawn", draw);
// Without an answer the amounts on the screen are those of an earlier tap.
document.addEventListener("no-amounts", () => {
  document.querySelectorAll("#preview .sum b").forEach((amount) => {
    amount.textContent = "·";
    amount.className = "zero";
    amount.removeAttribute("aria-label");
  });
  const outlook = document.querySelector("#preview .outlook > span, #preview .outlook");
  if (outlook) outlook.firstChild.textContent = form.dataset.offline;
  document.getElementById("why")?.replaceChildren();
});
draw();
})();
