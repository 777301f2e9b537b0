// Bars: a row before and after normalization, on one axis, as lndocs.site.components.bars draws it.

import { decimal } from "./display.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, MARGIN, GAP] = [640, 220, 24, 6];
const AXIS = 110; // where the bars begin; the numbers of the axis stand before

/** Draw two bars for each number, from zero up or down; what is not finite has none. */
export function draw(svg, before, after, alt) {
  const shown = [...before, ...after].filter(Number.isFinite);
  const [high, low] = [Math.max(0, ...shown), Math.min(0, ...shown)];
  // By halves, since the spread of the largest numbers would overflow.
  const spread = high / 2 - low / 2 || 1;
  const place = (value) =>
    MARGIN + Math.floor(((high / 2 - value / 2) / spread) * (HEIGHT - 2 * MARGIN) + 0.5);
  svg.replaceChildren(...axis(high, low, place), ...bars(before, after, place));
  svg.setAttribute("aria-label", alt);
}

function axis(high, low, place) {
  return [...new Set([high, 0, low])].flatMap((value) => {
    const y = place(value);
    const label = element("text", { x: AXIS - 3 * GAP, y: y + GAP });
    label.textContent = decimal(value);
    return [label, element("line", { class: value ? "axis" : "zero", x1: AXIS - GAP, y1: y, x2: WIDTH, y2: y })];
  });
}

function bars(before, after, place) {
  const slot = Math.floor((WIDTH - AXIS) / before.length);
  const width = Math.floor((slot - 3 * GAP) / 2);
  return before.flatMap((value, i) =>
    [value, after[i]].flatMap((size, j) => {
      if (!Number.isFinite(size)) return [];
      const [top, bottom] = [place(Math.max(size, 0)), place(Math.min(size, 0))];
      const x = AXIS + i * slot + GAP + j * (width + GAP);
      const height = Math.max(bottom - top, 1);
      return [element("rect", { class: j ? "after" : "before", x, y: top, width, height })];
    }),
  );
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
