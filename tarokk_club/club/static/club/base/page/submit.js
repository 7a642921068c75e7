// Prevent double submission of forms and submit a form when some of its fields change.
// The form key on the server is the real guard against duplicates.
addEventListener("submit", (event) => {
  const button = event.submitter;
  if (event.defaultPrevented || !button) return;
  if (button.getAttribute("aria-busy") === "true") {
    event.preventDefault();
    return;
  }
  setTimeout(() => button.setAttribute("aria-busy", "true"), 0);
});

addEventListener("pageshow", (event) => {
  // The back-forward cache restores an old page: enable its buttons and reload a live sheet.
  if (!event.persisted) return;
  for (const button of document.querySelectorAll("[aria-busy=true]")) {
    button.removeAttribute("aria-busy");
  }
  if (document.querySelector("[data-live]")) location.reload();
});

// A field that changes the rest of its form clicks the button that refreshes the form.
addEventListener("change", ({ target }) => {
  const name = target.closest("[data-refresh]")?.dataset.refresh;
  const button = name && target.form?.querySelector(`button[value="${name}"]`);
  if (button) button.click();
});
