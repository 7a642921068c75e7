// What a page does wrong at its present width: too wide, cut off, or one control on another.
() => {
  const found = [],
    wide = document.documentElement.scrollWidth,
    room = document.documentElement.clientWidth;
  const named = (one) =>
    `${one.tagName.toLowerCase()}${one.id ? `#${one.id}` : ""}${[...one.classList].map((name) => `.${name}`).join("")} “${one.textContent.trim().replace(/\s+/g, " ").slice(0, 30)}”`;
  const shown = (one) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !one.closest(".vh, .skip");
  // An ellipsis is a choice of the design, for names that people gave; so is a table to be pushed.
  const bounded = (one) => {
    for (let up = one; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (/auto|scroll/.test(style.overflowX) || style.textOverflow === "ellipsis") return true;
    }
    return false;
  };
  const unseen = (one) => {
    for (let up = one; up; up = up.parentElement)
      if (getComputedStyle(up).clipPath !== "none") return true;
    return false;
  };
  if (wide > room) found.push(`overflow: ${wide} px instead of ${room}`);
  for (const one of document.body.querySelectorAll("*")) {
    if (one.closest("svg") || !one.textContent.trim() || !shown(one)) continue;
    const style = getComputedStyle(one),
      box = one.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const cut =
      /hidden|clip/.test(style.overflowX) &&
      style.textOverflow !== "ellipsis" &&
      one.scrollWidth > one.clientWidth + 1;
    const low =
      /hidden|clip/.test(style.overflowY) &&
      style.textOverflow !== "ellipsis" &&
      one.scrollHeight > one.clientHeight + 2;
    if (cut || low) found.push(`clipped: ${named(one)}`);
    if ((box.right > room + 1 || box.left < -1) && !bounded(one))
      found.push(`outside: ${named(one)}`);
  }
  // A word that people read is not torn in two; only what is longer than a column may be.
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT),
    range = document.createRange();
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (
      !node.data.trim() ||
      /:\/\//.test(node.data) ||
      node.parentElement.closest("svg, option, script") ||
      !shown(node.parentElement) ||
      unseen(node.parentElement)
    )
      continue;
    range.selectNodeContents(node);
    if (range.getClientRects().length < 2) continue;
    for (const word of node.data.matchAll(/\p{L}+/gu)) {
      if (word[0].length > 14) continue;
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set(
        [...range.getClientRects()]
          .filter((box) => box.width > 1)
          .map((box) => Math.round(box.top)),
      );
      if (lines.size > 1) found.push(`torn: “${word[0]}” in ${named(node.parentElement)}`);
    }
  }
  for (const one of document.querySelectorAll("label.chip, .btn, .go, .badge, td, th, .seat")) {
    if (shown(one) && one.scrollWidth > one.clientWidth + 1 && !bounded(one))
      found.push(`spills: ${named(one)}`);
  }
  // A label belongs to what is below it: it is farther from what is above.
  for (const part of document.querySelectorAll("fieldset, .field")) {
    const label = part.querySelector(":scope > :is(legend, label:not(.tick), .label)");
    if (!label || !shown(label) || getComputedStyle(label).position === "absolute") continue;
    const after = [...part.children].find((one) => one !== label && shown(one) && one.offsetHeight);
    let before = part.previousElementSibling;
    while (before && (!shown(before) || !before.offsetHeight))
      before = before.previousElementSibling;
    if (!after || !before) continue;
    const box = label.getBoundingClientRect(),
      over = box.top - before.getBoundingClientRect().bottom,
      under = after.getBoundingClientRect().top - box.bottom;
    // Beside each other, or in another column.
    if (over < -2 || under < -2 || before.getBoundingClientRect().left > box.right) continue;
    if (over < 2 * under - 1) found.push(`label: ${named(label)} nearer to what is above`);
  }
  // The foot is one row of equal columns, the name above its number.
  for (const row of document.querySelectorAll(".foot .sum")) {
    const boxes = [...row.children].map((one) => one.getBoundingClientRect()),
      spread = (side) => Math.max(...boxes.map(side)) - Math.min(...boxes.map(side));
    if (shown(row) && (spread((box) => box.top) > 1 || spread((box) => box.width) > 1))
      found.push(`columns: ${named(row)}`);
  }
  // What lies over a page that scrolls lets nothing shine through.
  for (const one of document.querySelectorAll(".foot, .places, .bar, .heads")) {
    const style = getComputedStyle(one),
      alpha = style.backgroundColor.match(/[\d.]+(?=\)$)/g);
    if (!/fixed|sticky/.test(style.position) || !shown(one)) continue;
    if (/rgba|\//.test(style.backgroundColor) && Number(alpha?.[0] ?? 1) < 1)
      found.push(`ghost: ${named(one)}`);
  }
  // What stands still above a page that scrolls is compared with its own kind alone.
  const floor = (one) => {
    for (let up = one; up; up = up.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(up).position)) return up;
    return null;
  };
  // A line that opens may have a button at its end; only its words must not lie below it.
  const words = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range;
  };
  const controls = [
    ...document.querySelectorAll(
      "a, button, summary, select, textarea, input, label.chip, label.mark",
    ),
  ]
    .filter((one) => shown(one) && !(one.tagName === "INPUT" && one.closest("label")))
    .map((one) => ({
      one,
      on: floor(one),
      boxes: [...(one.tagName === "SUMMARY" ? words(one) : one).getClientRects()].filter(
        (box) => box.width > 2 && box.height > 2,
      ),
    }));
  for (const [place, first] of controls.entries()) {
    for (const second of controls.slice(place + 1)) {
      if (
        first.on !== second.on ||
        first.one.contains(second.one) ||
        second.one.contains(first.one)
      )
        continue;
      const meet = first.boxes.some((a) =>
        second.boxes.some(
          (b) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2,
        ),
      );
      if (meet) found.push(`overlap: ${named(first.one)} and ${named(second.one)}`);
    }
  }
  return [...new Set(found)];
};
