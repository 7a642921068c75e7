// Returns what is hard to see in the current theme: faint words or graphics, and signs that differ
// only in colour.
() => {
  const faults = [],
    pen = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext(
      "2d",
      { willReadFrequently: true },
    ),
    colourCache = new Map();
  const describe = (element) =>
    `${element.tagName.toLowerCase()}${[...element.classList].map((name) => `.${name}`).join("")} “${(element.textContent || element.name || "").trim().replace(/\s+/g, " ").slice(0, 30)}”`;
  const read = (colour) => {
    if (!colourCache.has(colour)) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
      colourCache.set(colour, [red, green, blue, alpha / 255]);
    }
    return colourCache.get(colour);
  };
  const over = (top, below, share = 1) =>
    [0, 1, 2]
      .map((place) => top[place] * top[3] * share + below[place] * (1 - top[3] * share))
      .concat(1);
  const light = (colour) =>
    colour
      .slice(0, 3)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  const contrast = (colour, other) => {
    const [low, high] = [light(colour), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  // What the browser itself draws below a page without a background.
  const probe = document.documentElement.appendChild(document.createElement("i"));
  probe.style.backgroundColor = "Canvas";
  const canvas = read(getComputedStyle(probe).backgroundColor);
  probe.remove();
  const ground = (element) => {
    const layers = [];
    for (let up = element; up; up = up.parentElement) {
      layers.push(read(getComputedStyle(up).backgroundColor));
      if (layers.at(-1)[3] === 1) break;
    }
    return layers.reduceRight((below, layer) => over(layer, below), canvas);
  };
  const opacity = (element) => {
    let share = 1;
    for (let up = element; up; up = up.parentElement) share *= Number(getComputedStyle(up).opacity);
    return share;
  };
  const isVisible = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest(".vh, .skip, .qr, .code, noscript, script, option");
  // Disabled controls are faint on purpose, as WCAG allows; so are the empty lines of a chart.
  const idle = (element) =>
    element.closest(
      ":disabled, .barred, .away, .auto, label:has(:disabled), .grid, .scale:not(.row), .k0, .off",
    );
  const faint = (colour, element, least, what) => {
    const below = ground(element),
      share = opacity(element),
      seen = contrast(over(read(colour), below, share), below);
    if (seen < least - 0.005) faults.push(`${what}: ${describe(element)} has ${seen.toFixed(1)}:1`);
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const words = new Set();
  while (walk.nextNode())
    if (/[\p{L}\p{N}]/u.test(walk.currentNode.data)) words.add(walk.currentNode.parentElement);
  for (const element of words) {
    if (!isVisible(element) || idle(element)) continue;
    const style = getComputedStyle(element);
    faint(element.closest("svg") ? style.fill : style.color, element, 7, "faint words");
  }
  for (const element of document.querySelectorAll("svg :is(path, polyline, rect, circle, line)")) {
    const style = getComputedStyle(element);
    if (!isVisible(element) || idle(element) || element.closest("defs, symbol")) continue;
    // If a mark has an outline and a fill, the contrast of either is enough.
    const colours = [style.stroke, style.fill].filter((colour) => colour !== "none"),
      below = ground(element);
    colours.sort(
      (first, second) =>
        contrast(over(read(second), below), below) - contrast(over(read(first), below), below),
    );
    if (colours.length) faint(colours[0], element, 3, "faint graphic");
  }
  for (const element of document.querySelectorAll(
    "input:not([type=radio], [type=checkbox], [type=hidden], [type=file]), select, textarea, .btn, .go, label.chip, label.mark",
  )) {
    if (!isVisible(element) || idle(element) || element.querySelector(":disabled")) continue;
    const style = getComputedStyle(element),
      below = ground(element.parentElement);
    const edge = style.borderTopStyle === "none" ? below : over(read(style.borderTopColor), below),
      seen = Math.max(contrast(edge, below), contrast(ground(element), below));
    if (seen < 2.995) faults.push(`faint edge: ${describe(element)} has ${seen.toFixed(1)}:1`);
  }
  for (const element of document.querySelectorAll(".plus, .minus")) {
    const context = element.parentElement.textContent.replace(element.textContent, "");
    const sign = element.classList.contains("plus") ? "+" : "−";
    if (
      isVisible(element) &&
      /\p{N}/u.test(element.textContent) &&
      !element.textContent.includes(sign) &&
      !/\p{L}{3}/u.test(context + element.textContent)
    )
      faults.push(`colour alone: ${describe(element)}`);
  }
  return [...new Set(faults)];
};
