// Fold text for searching: without accents and capitals, so that "arpad" matches Árpád.
export function foldText(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
