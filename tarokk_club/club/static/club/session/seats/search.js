// A search among many players: before it, those who are chosen and those who sat lately.
import { foldText } from "../../base/page/search-text.js";

const SHOWN = 20;

// Add a field above the pad and a line below it; return what shows the right players again.
// rows: name, button or label of each player, and what has a value where the player is chosen.
export function addSearch(list, pad, rows, drawn) {
  const field = document.createElement("input");
  const others = document.createElement("p");
  field.type = "search";
  field.className = "find-player";
  field.autocomplete = "off";
  field.placeholder = list.dataset.find;
  field.setAttribute("aria-label", list.dataset.find);
  others.className = "soft";
  others.setAttribute("role", "status");
  pad.before(field);
  pad.after(others);
  const names = new Map(rows.map((row) => [row, foldText(row.name)]));
  const anyOften = rows.some(({ often }) => often);

  function narrow() {
    const words = foldText(field.value).split(/\s+/).filter(Boolean);
    let left = SHOWN;
    let hidden = 0;
    let named = 0;
    for (const row of rows) {
      const meant = words.length
        ? words.every((word) => names.get(row).includes(word))
        : row.often || !anyOften;
      if (meant) named += 1;
      const show = Boolean(row.select.value) || (meant && left > 0);
      if (show && !row.select.value) left -= 1;
      row.button.hidden = !show;
      if (!show) hidden += 1;
    }
    others.textContent = named ? list.dataset.others : list.dataset.nobody;
    others.hidden = hidden === 0;
    drawn();
  }
  function startOver() {
    field.value = "";
    narrow();
  }
  field.addEventListener("input", narrow);
  // Enter takes the only player who is left, and never sends the form.
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const found = rows.filter(({ button, select }) => !button.hidden && !select.value);
    if (!field.value.trim() || found.length !== 1) return;
    field.value = "";
    found[0].button.click();
  });
  pad.addEventListener("click", ({ target }) => {
    if (target.closest("button") && field.value) startOver();
  });
  pad.addEventListener("change", startOver);
  return narrow;
}
