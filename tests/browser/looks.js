// What the browser tests measure in a page. Each function gives a list of faults, or plain data.

const article = () => document.querySelector("article");
const short = (element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 110);
const shown = (element) => element.checkVisibility({ visibilityProperty: true });
const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX);

// What is read, apart from the components: what a script makes of them is held by tests of their own.
function text() {
  const components = [...article().querySelectorAll(".component")];
  for (const component of components) component.style.setProperty("display", "none", "important");
  const seen = article().innerText.replace(/\s+/g, " ").trim();
  for (const component of components) component.style.removeProperty("display");
  return seen;
}

function links() {
  return [...document.querySelectorAll("a[href]")].map((a) => a.href);
}

// Headings: one of the first level, and none that skips a level.
function headings() {
  const levels = [...article().querySelectorAll("h1, h2, h3, h4, h5, h6")].map((h) => [+h.tagName[1], h.innerText]);
  const faults = levels.filter(([level], i) => level > (i ? levels[i - 1][0] : 0) + 1);
  const first = levels.filter(([level]) => level === 1).length;
  return [...faults.map((fault) => fault.join(": ")), ...(first === 1 ? [] : [`${first} headings of level 1`])];
}

// Pictures, with what those hear of them who do not see them.
function pictures() {
  const heard = (element) => {
    const named = (element.getAttribute("aria-labelledby") || "").split(/\s+/).filter(Boolean);
    const texts = named.map((id) => (document.getElementById(id) || {}).textContent || "");
    const caption = element.matches("figure") && element.querySelector("figcaption");
    const inside = element.matches("figure") && element.querySelector("svg, img");
    return (
      texts.join(" ") || element.getAttribute("aria-label") || element.getAttribute("alt") ||
      (element.matches("svg") && element.querySelector(":scope > title, :scope > desc") || {}).textContent ||
      (caption || {}).innerText || (inside ? heard(inside) : "")
    );
  };
  return [...article().querySelectorAll("figure, svg, img, canvas, [role=img]")]
    .filter((element) => !element.closest("button, a, [aria-hidden=true]"))
    .map((element) => [short(element), heard(element).trim()]);
}

// Figures: what is written in them too small, too pale, beyond their edge, or on top of each other.
function lettering(smallest, contrast) {
  const light = (color) => {
    const [r, g, b] = color.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const ground = light(getComputedStyle(document.body).backgroundColor);
  // A line of type is higher than its letters: lines may touch.
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.35 * Math.min(a.height, b.height);
  const faults = [];
  for (const svg of article().querySelectorAll("figure.plot svg")) {
    const edge = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")];
    const boxes = texts.map((text) => text.getBoundingClientRect());
    texts.forEach((text, i) => {
      const size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
      if (size < smallest) faults.push(`${size.toFixed(1)} pixels: ${text.textContent}`);
      const ink = light(getComputedStyle(text).fill);
      const ratio = Math.max(ink, ground) / Math.min(ink, ground);
      if (ratio < contrast) faults.push(`contrast ${ratio.toFixed(1)}: ${text.textContent}`);
      const box = boxes[i];
      if (box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - 2 || box.bottom > edge.bottom + 2) {
        faults.push(`beyond the edge: ${text.textContent}`);
      }
      for (let j = 0; j < i; j++) {
        if (meet(box, boxes[j])) faults.push(`${text.textContent} on ${texts[j].textContent}`);
      }
    });
  }
  return faults;
}

// Words that a page's language must fit: what is read as text, and what is only named.
function words() {
  const skipped = "code, pre, math, svg, script, style, kbd, .output, .edition, .footnote, .data, [data-search-exclude]";
  const own = (element) => element.closest("[lang]") === document.documentElement;
  const blocks = "p, li, h1, h2, h3, h4, summary, figcaption, label, button, .md-ellipsis, .md-footer__direction, title";
  const spoken = [...document.querySelectorAll(blocks)]
    .filter((element) => own(element) && !element.closest(skipped))
    .map((element) => {
      const copy = element.cloneNode(true);
      for (const part of copy.querySelectorAll(`${skipped}, [lang], ul, ol, a[href^='http']`)) part.remove();
      return copy.textContent;
    });
  const named = ["aria-label", "title", "placeholder", "alt"].flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)].filter(own).map((element) => element.getAttribute(name)));
  return [...new Set([...spoken, ...named].map((found) => found.replace(/\s+/g, " ").trim()))];
}

// What sticks out to the right of the screen, and is not in a box that scrolls.
function overflow() {
  const wide = document.documentElement.clientWidth;
  const reached = document.documentElement.scrollWidth;
  const boxed = (element) => {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      if (scrolls(box) && box.getBoundingClientRect().right <= wide + 1) return true;
    }
    return false;
  };
  const out = [...article().querySelectorAll("*")].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.right > wide + 1 && shown(element) && !boxed(element);
  });
  return [...(reached > wide ? [`${reached} pixels wide on a screen of ${wide}`] : []), ...out.slice(0, 3).map(short)];
}

// Boxes with something to scroll that the keyboard cannot stop at.
function stuck() {
  return [...article().querySelectorAll("*")]
    .filter((e) => scrolls(e) && e.scrollWidth > e.clientWidth + 1 && shown(e) && e.tabIndex < 0)
    .map(short);
}

// The element that has the focus: null at the end of the page, or what is wrong about it.
function focused() {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const mark = element.matches(".md-option") ? element.nextElementSibling : element;
  const style = getComputedStyle(mark);
  const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  const box = [...mark.getClientRects()].find((rect) => rect.width > 1 && rect.height > 1);
  const faults = [];
  if (!outlined && style.boxShadow === "none") faults.push("has no visible focus");
  if (!box) faults.push("has no size");
  else {
    const x = Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1);
    const inside = [0.5, 0.2, 0.8].some((part) => {
      const y = box.top + Math.min(box.height, innerHeight) * part;
      const top = document.elementFromPoint(x, y);
      return top && (mark.contains(top) || top.contains(mark));
    });
    if (!inside) faults.push("is out of sight");
  }
  return { what: short(element), faults };
}

// Formulas: all MathML, all in the site's own font, and no TeX left as text.
function formulas() {
  const faults = [];
  const maths = [...article().querySelectorAll("math")];
  const font = [...document.fonts].find((face) => face.family.includes("STIX Two Math"));
  if (maths.length && (!font || font.status !== "loaded")) faults.push("the formula font is not loaded");
  for (const math of maths) {
    if (math.namespaceURI !== "http://www.w3.org/1998/Math/MathML") faults.push(`no MathML: ${short(math)}`);
    if (!getComputedStyle(math).fontFamily.startsWith('"STIX Two Math"')) faults.push(`another font: ${short(math)}`);
    // A component's formula is made of slots, which no TeX can name.
    const sourced = math.dataset.tex || math.querySelector("[data-slot]");
    if (!sourced || math.querySelector("merror")) faults.push(`not converted: ${short(math)}`);
  }
  for (const left of document.querySelectorAll(".arithmatex, .katex, mjx-container, .MathJax")) {
    faults.push(`not MathML: ${short(left)}`);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const skipped = node.parentElement.closest("code, pre, script, style");
    if (!skipped && /\\[a-zA-Z([]|\$[^$]+\$|[_^]\{/.test(node.data)) faults.push(`raw TeX: ${node.data.trim().slice(0, 60)}`);
  }
  return faults;
}

// One leaf of each text that stands in a formula, marked for a look at the fonts that drew it.
function markLeaves() {
  const seen = new Set();
  for (const leaf of article().querySelectorAll("mi, mn, mo")) {
    const key = leaf.tagName + leaf.textContent;
    if (seen.has(key) || !leaf.textContent.trim() || !leaf.getClientRects().length) continue;
    seen.add(key);
    leaf.setAttribute("data-leaf", "");
  }
}

// With no MathML: formulas that neither show their TeX nor anything but it.
function collapsed(expected) {
  const left = [...document.querySelectorAll("math")].map((math) => `collapsed: ${short(math)}`);
  const codes = [...article().querySelectorAll("code")].map((code) => code.textContent);
  return [...left, ...expected.filter((tex) => !codes.includes(tex)).map((tex) => `not shown: ${tex}`)];
}

function luminance(color) {
  const [red, green, blue] = color.match(/[\d.]+/g).map(Number);
  return 0.3 * red + 0.6 * green + 0.1 * blue;
}

// As printed: what should not be there, and what the sheet's edge would cut.
function printed() {
  const chrome = ".live, .md-header, .md-sidebar, .md-footer, .md-search, .md-top, .md-skip, .headerlink, .edition, .md-clipboard, .md-code__nav, .origin-bar, .origin-bubble";
  const kept = [...document.querySelectorAll(chrome)].filter((e) => shown(e) && e.getClientRects().length);
  const edge = article().getBoundingClientRect().right;
  const cut = [...article().querySelectorAll("table, math, pre, svg, img, td, th")].filter((element) => {
    const box = element.getBoundingClientRect();
    return shown(element) && box.width > 1 && box.right > edge + 2;
  });
  const clipped = [...article().querySelectorAll(".table, .formula, .output, pre, code")].filter(
    (e) => shown(e) && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== "visible" && getComputedStyle(e).display !== "inline");
  const folded = [...article().querySelectorAll("details:not([open]) > :not(summary)")].filter((e) => e.textContent && !e.checkVisibility());
  return [
    ...kept.map((e) => `printed: ${short(e)}`),
    ...[...new Set([...cut, ...clipped])].map((e) => `cut: ${short(e)}`),
    ...folded.map((e) => `folded away: ${short(e)}`),
    ...(luminance(getComputedStyle(article()).color) < 80 ? [] : ["the ink is pale"]),
  ];
}

// Ask each numeral where it comes from: what is not answered, or not so that it can be read.
function answers(asked) {
  return [...document.querySelectorAll(asked)].flatMap((numeral) => {
    numeral.scrollIntoView({ block: "center", inline: "nearest" });
    numeral.focus();
    dispatchEvent(new Event("resize"));
    const bubble = document.querySelector(".origin-bubble");
    if (!bubble) return [`no answer: ${short(numeral)}`];
    const box = bubble.getBoundingClientRect();
    const own = numeral.getClientRects()[0];
    const inside = box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
    const faults = [];
    if (!inside) faults.push(`beyond the screen: ${short(numeral)}`);
    if (box.top < own.bottom && box.bottom > own.top) faults.push(`covered: ${short(numeral)}`);
    if (bubble.scrollWidth > bubble.clientWidth + 1) faults.push(`cut: ${short(numeral)}`);
    return faults;
  });
}

// The words that must be found again on paper; a component's choices that are not chosen are none.
function paper() {
  const left = ".headerlink, nav, script, style, svg title, svg desc";
  const unseen = (element) => element.closest(".component") && getComputedStyle(element).display === "none";
  const dropped = [...article().querySelectorAll("*")].map((element) => element.matches(`.live, ${left}`) || unseen(element));
  const copy = article().cloneNode(true);
  [...copy.querySelectorAll("*")].forEach((element, i) => dropped[i] && element.remove());
  return copy.textContent;
}

// What the copy buttons give, one after the other, through the clipboard; those folded away, unfolded.
async function copied() {
  const given = [];
  const folded = [...document.querySelectorAll("details:not([open])")];
  for (const box of folded) box.open = true;
  for (const button of document.querySelectorAll("[data-md-type=copy]")) {
    await navigator.clipboard.writeText("");
    button.click();
    let text = "";
    for (let i = 0; i < 50 && !text; i++) {
      text = await navigator.clipboard.readText();
      if (!text) await new Promise((done) => setTimeout(done, 10));
    }
    const block = button.closest(".highlight, pre, div[class*=language]");
    given.push({
      text,
      language: (block.closest("[class*=language-]") || block).className,
      fails: !!block.querySelector(".gt"),
    });
  }
  for (const box of folded) box.open = false;
  return given;
}
