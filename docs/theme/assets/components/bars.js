// Bars: a row before and after normalization, on one axis, as lndocs.site.components.bars draws it.

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, MARGIN, GAP] = [640, 200, 20, 6];

/** Draw two bars for each number, from zero up or down; what is not finite has none. */
export function draw(svg, before, after, alt) {
  const shown = [...before, ...after].filter(Number.isFinite);
  const [high, low] = [Math.max(0, ...shown), Math.min(0, ...shown)];
  // By halves, since the spread of the largest numbers would overflow.
  const spread = high / 2 - low / 2 || 1;
  const place = (value) =>
    MARGIN + Math.floor(((high / 2 - value / 2) / spread) * (HEIGHT - 2 * MARGIN) + 0.5);
  const slot = Math.floor(WIDTH / before.length);
  const width = Math.floor((slot - 3 * GAP) / 2);
  const bars = before.flatMap((value, i) =>
    [value, after[i]].map((size, j) => {
      if (!Number.isFinite(size)) return [];
      const [top, bottom] = [place(Math.max(size, 0)), place(Math.min(size, 0))];
      const x = i * slot + GAP + j * (width + GAP);
      const height = Math.max(bottom - top, 1);
      return element("rect", { class: j ? "after" : "before", x, y: top, width, height });
    }),
  );
  const zero = place(0);
  svg.replaceChildren(...bars.flat(), element("line", { x1: 0, y1: zero, x2: WIDTH, y2: zero }));
  svg.setAttribute("aria-label", alt);
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
