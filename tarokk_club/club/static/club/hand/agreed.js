// Show what agreed points lack to a sum of 0, with a button on each empty row to fill it in.
function enhanceBox(box) {
  const inputs = [...box.querySelectorAll("input.signed")];
  const status = document.createElement("p");
  const buttons = new Map(inputs.map((input) => [input, addRestButton(box, input)]));
  status.className = "rest-note";
  status.setAttribute("role", "status");
  box.append(status);

  function draw() {
    const numbers = inputs.map((input) => parsePoints(input.value));
    const isReadable = !numbers.some(Number.isNaN);
    const rest = -numbers.reduce((sum, number) => sum + number, 0);
    const isEmpty = inputs.every((input) => !input.value.trim());
    for (const [input, button] of buttons) {
      button.dataset.rest = String(rest);
      button.classList.toggle("idle", !isReadable || rest === 0 || input.value.trim() !== "");
    }
    const { left, even } = box.dataset;
    const text = rest === 0 ? even : `${left} ${formatSigned(rest)}`;
    status.textContent = isEmpty || !isReadable ? "" : text;
  }
  box.addEventListener("input", draw);
  box.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-rest]");
    if (!button) return draw();
    button.previousElementSibling.value = formatSigned(Number(button.dataset.rest));
    button.previousElementSibling.focus();
    draw();
  });
  draw();
}

function addRestButton(box, input) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn rest-here";
  button.textContent = box.dataset.here;
  const [label] = input.labels;
  label.id ||= `${input.id}_label`;
  button.setAttribute("aria-describedby", label.id);
  input.after(button);
  return button;
}

// Accept what the server accepts: -12, −12, –12, 12-, +3, 1 200; an empty field is 0.
function parsePoints(text) {
  const compact = text.replace(/\s/g, "").replace(/[–—−]/g, "-");
  const match = /^([-+]?)(\d{0,7})([-+]?)$/.exec(compact);
  if (!match || (match[1] && match[3])) return Number.NaN;
  return (match[1] || match[3]) === "-" ? -Number(match[2]) : Number(match[2]);
}

function formatSigned(number) {
  return number < 0 ? `−${-number}` : `+${number}`;
}

for (const box of document.querySelectorAll("[data-left]")) enhanceBox(box);
