// Add new players by Enter, grow the field with a pasted list, and restore the focus after each.
document.addEventListener("DOMContentLoaded", () => {
  const field = document.querySelector("[data-names]");
  if (!field) return;
  const grow = () => {
    field.rows = Math.min(12, field.value.split("\n").length);
  };
  field.addEventListener("input", grow);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    field.form.requestSubmit();
  });
  grow();
  if ("more" in field.form.dataset) field.focus();
});
