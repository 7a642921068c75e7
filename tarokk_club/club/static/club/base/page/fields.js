// Enhance form fields: a button for the sign, the time zone of the device, a preview of the theme.
function enhanceFields(fragment) {
  for (const input of fragment.querySelectorAll("input[data-sign]")) addSignButton(input);
  for (const input of fragment.querySelectorAll("[data-time-zone]")) {
    input.value = Intl.DateTimeFormat().resolvedOptions().timeZone || input.value;
  }
}
enhanceFields(document);
document.addEventListener("drawn", ({ detail: { part } }) => enhanceFields(part));

// The numeric keyboard of most phones has no minus.
function addSignButton(input) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn sign";
  button.textContent = "±";
  button.setAttribute("aria-label", input.dataset.sign);
  button.setAttribute("aria-controls", input.id);
  const [label] = input.labels;
  if (label) {
    label.id ||= `${input.id}_label`;
    button.setAttribute("aria-describedby", label.id);
  }
  button.addEventListener("click", () => {
    const text = input.value.replace(/[+\s]/g, "");
    const unsigned = text.replace(/[-–—−]/g, "");
    input.value = text === unsigned ? `−${text}` : unsigned;
  });
  input.inputMode = "numeric";
  input.before(button);
}

// Preview a theme before it is saved.
addEventListener("change", ({ target }) => {
  if (target.name !== "theme") return;
  const { classList } = document.documentElement;
  for (const { value } of target.form.querySelectorAll("[name=theme]")) {
    classList.toggle(value, value === target.value);
  }
});
