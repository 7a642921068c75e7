// A form goes out once; the server's key is the real guard.
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
  // Back in the history shows an old page: it may be sent anew, and the sheet is fetched anew.
  if (!event.persisted) return;
  for (const button of document.querySelectorAll("[aria-busy=true]")) {
    button.removeAttribute("aria-busy");
  }
  if (document.querySelector("[data-live]")) location.reload();
});

// A choice that changes the rest of its form: by htmx where its button asks so, else as a whole.
addEventListener("change", ({ target }) => {
  const name = target.closest("[data-refresh]")?.dataset.refresh;
  const button = name && target.form?.querySelector(`button[value="${name}"]`);
  if (button) button.click();
});
