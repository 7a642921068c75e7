// Search among many players; without a search, show those who are seated or play often.
import { foldText } from "../../base/page/search-text.js";

const MOST_BUTTONS = 20;

// Add a search field above the pad and a status line below it; return the function that filters.
// Each row has a name, a button or label, `often`, and a select with a value if seated.
export function addSearch(list, pad, rows, onFilter) {
  const field = document.createElement("input");
  const status = document.createElement("p");
  field.type = "search";
  field.className = "find-player";
  field.autocomplete = "off";
  field.placeholder = list.dataset.find;
  field.setAttribute("aria-label", list.dataset.find);
  status.className = "soft";
  status.setAttribute("role", "status");
  pad.before(field);
  pad.after(status);
  const names = new Map(rows.map((row) => [row, foldText(row.name)]));
  const hasFrequent = rows.some(({ often }) => often);

  function filterButtons() {
    const words = foldText(field.value).split(/\s+/).filter(Boolean);
    let room = MOST_BUTTONS;
    let hidden = 0;
    let matching = 0;
    for (const row of rows) {
      const matches = words.length
        ? words.every((word) => names.get(row).includes(word))
        : row.often || !hasFrequent;
      if (matches) matching += 1;
      const isVisible = Boolean(row.select.value) || (matches && room > 0);
      if (isVisible && !row.select.value) room -= 1;
      row.button.hidden = !isVisible;
      if (!isVisible) hidden += 1;
    }
    status.textContent = matching ? list.dataset.others : list.dataset.nobody;
    status.hidden = hidden === 0;
    onFilter();
  }
  function clearSearch() {
    field.value = "";
    filterButtons();
  }
  field.addEventListener("input", filterButtons);
  // Enter must not submit the form; it selects the player if only one matches.
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const candidates = rows.filter(({ button, select }) => !button.hidden && !select.value);
    if (!field.value.trim() || candidates.length !== 1) return;
    field.value = "";
    candidates[0].button.click();
  });
  pad.addEventListener("click", ({ target }) => {
    if (target.closest("button") && field.value) clearSearch();
  });
  pad.addEventListener("change", clearSearch);
  return filterButtons;
}
