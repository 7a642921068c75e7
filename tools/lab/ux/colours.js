// Return the elements that are hard to see in the current theme: words and graphics of little
// contrast, and signs that differ only in colour.
() => {
  const faults = [],
    context2d = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext(
      "2d",
      { willReadFrequently: true },
    ),
    colourCache = new Map();
  const describe = (element) =>
    `${element.tagName.toLowerCase()}${[...element.classList].map((name) => `.${name}`).join("")} “${(element.textContent || element.name || "").trim().replace(/\s+/g, " ").slice(0, 30)}”`;
  const parseColour = (colour) => {
    if (!colourCache.has(colour)) {
      context2d.clearRect(0, 0, 1, 1);
      context2d.fillStyle = colour;
      context2d.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = context2d.getImageData(0, 0, 1, 1).data;
      colourCache.set(colour, [red, green, blue, alpha / 255]);
    }
    return colourCache.get(colour);
  };
  const blend = (top, below, share = 1) =>
    [0, 1, 2]
      .map((place) => top[place] * top[3] * share + below[place] * (1 - top[3] * share))
      .concat(1);
  const getLuminance = (colour) =>
    colour
      .slice(0, 3)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  const contrast = (colour, other) => {
    const [low, high] = [getLuminance(colour), getLuminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  // The colour that the browser draws under a page without a background.
  const probe = document.documentElement.appendChild(document.createElement("i"));
  probe.style.backgroundColor = "Canvas";
  const canvas = parseColour(getComputedStyle(probe).backgroundColor);
  probe.remove();
  const findBackground = (element) => {
    const layers = [];
    for (let up = element; up; up = up.parentElement) {
      layers.push(parseColour(getComputedStyle(up).backgroundColor));
      if (layers.at(-1)[3] === 1) break;
    }
    return layers.reduceRight((below, layer) => blend(layer, below), canvas);
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
  const isExempt = (element) =>
    element.closest(
      ":disabled, .excluded, .away, .auto, label:has(:disabled), .grid, .scale:not(.row), .k0, .off",
    );
  const checkContrast = (colour, element, least, what) => {
    const below = findBackground(element),
      share = opacity(element),
      ratio = contrast(blend(parseColour(colour), below, share), below);
    if (ratio < least - 0.005)
      faults.push(`${what}: ${describe(element)} has ${ratio.toFixed(1)}:1`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const textElements = new Set();
  while (walker.nextNode())
    if (/[\p{L}\p{N}]/u.test(walker.currentNode.data))
      textElements.add(walker.currentNode.parentElement);
  for (const element of textElements) {
    if (!isVisible(element) || isExempt(element)) continue;
    const style = getComputedStyle(element);
    checkContrast(element.closest("svg") ? style.fill : style.color, element, 7, "faint words");
  }
  for (const element of document.querySelectorAll("svg :is(path, polyline, rect, circle, line)")) {
    const style = getComputedStyle(element);
    if (!isVisible(element) || isExempt(element) || element.closest("defs, symbol")) continue;
    // If a mark has an outline and a fill, the contrast of either is enough.
    const colours = [style.stroke, style.fill].filter((colour) => colour !== "none"),
      below = findBackground(element);
    colours.sort(
      (first, second) =>
        contrast(blend(parseColour(second), below), below) -
        contrast(blend(parseColour(first), below), below),
    );
    if (colours.length) checkContrast(colours[0], element, 3, "faint graphic");
  }
  for (const element of document.querySelectorAll(
    "input:not([type=radio], [type=checkbox], [type=hidden], [type=file]), select, textarea, .btn, .go, label.chip, label.mark",
  )) {
    if (!isVisible(element) || isExempt(element) || element.querySelector(":disabled")) continue;
    const style = getComputedStyle(element),
      below = findBackground(element.parentElement);
    const edge =
        style.borderTopStyle === "none" ? below : blend(parseColour(style.borderTopColor), below),
      ratio = Math.max(contrast(edge, below), contrast(findBackground(element), below));
    if (ratio < 2.995) faults.push(`faint edge: ${describe(element)} has ${ratio.toFixed(1)}:1`);
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
