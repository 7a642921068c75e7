// Text without accents and capitals, so that "arpad" finds Árpád.
export function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
