// Where does this number come from? While the switch is on, each numeral that a check line explains
// is outlined and answers to the pointer, the keyboard and a tap: with its expression and its value
// in full, or with the source that is cited. The build has written these beside the numeral, as
// data-of, data-value, data-nth and data-source. While the switch is off, the page is as it was.

const KEY = "lndocs.origin";
const NUMERALS = "[data-of], [data-source]";
// These answer by themselves. No stop for the keyboard may stand in another: here the outer one asks.
const HOSTS = "a[href], summary, button, label";
const MARGIN = 8; // between the bubble and the screen's edge, in pixels
const GAP = 7; // between the bubble and its numeral
const PATIENCE = 250; // how long the pointer may take from the numeral to the bubble

const button = document.querySelector(".origin-switch");
const article = document.querySelector("article");
const numerals = [...article.querySelectorAll(NUMERALS)];

const bubble = document.createElement("div");
bubble.className = "origin-bubble";
bubble.id = "origin-bubble";
bubble.setAttribute("role", "tooltip");

let anchor = null; // what the bubble explains, while it is open
let leaving = 0; // the timer that closes it
let listening = null; // ends all listeners but the switch's own

const make = (name, text, attributes = {}) => {
  const element = document.createElement(name);
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

// "{count} values, the {nth}th" has another order in each language.
const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);

const explain = ({ dataset }) => {
  const entry = make("p", "");
  if (dataset.source !== undefined) {
    entry.append(`${button.dataset.sourceWords} `, make("cite", dataset.source, { lang: "en" }));
    return entry;
  }
  entry.append(make("code", dataset.of, { translate: "no" }));
  if (dataset.nth) {
    const [nth, count] = dataset.nth.split("/");
    entry.append(" ", make("small", fill(button.dataset.nthWords, { nth, count })));
  }
  entry.append(make("samp", `= ${dataset.value}`));
  return entry;
};

const close = () => {
  clearTimeout(leaving);
  anchor?.removeAttribute("aria-describedby");
  anchor = null;
  bubble.remove();
};

const open = (asked) => {
  clearTimeout(leaving);
  if (asked === anchor) return;
  close();
  anchor = asked;
  const explained = asked.matches(NUMERALS) ? [asked] : asked.querySelectorAll(NUMERALS);
  bubble.replaceChildren(...[...explained].map(explain));
  article.after(bubble);
  asked.setAttribute("aria-describedby", bubble.id);
  place();
};

// Below the numeral, or above it where there is more room; never over it, never beyond the screen.
const place = () => {
  if (!anchor) return;
  const [at] = anchor.getClientRects(); // the first piece of what is broken into lines
  if (!at) return close(); // its details were folded
  bubble.style.maxHeight = "";
  const above = at.top - GAP - MARGIN;
  const below = innerHeight - at.bottom - GAP - MARGIN;
  const upward = bubble.offsetHeight > below && above > below;
  bubble.style.maxHeight = `${Math.max(upward ? above : below, 0)}px`;
  const left = Math.min(at.left, document.documentElement.clientWidth - bubble.offsetWidth - MARGIN);
  bubble.style.left = `${Math.max(left, MARGIN)}px`;
  bubble.style.top = `${upward ? at.top - GAP - bubble.offsetHeight : at.bottom + GAP}px`;
};

const leave = () => {
  clearTimeout(leaving);
  leaving = setTimeout(() => {
    if (anchor !== document.activeElement) close();
  }, PATIENCE);
};

// What the focus is on asks: a numeral, or what holds some.
const asking = (element) => element.matches(NUMERALS) || (element.matches(HOSTS) && element.querySelector(NUMERALS));

const listen = (signal) => {
  const on = (target, type, listener) => target.addEventListener(type, listener, { signal, capture: true });
  on(article, "pointerover", ({ target, pointerType }) => {
    const numeral = target.closest(NUMERALS);
    if (numeral && pointerType !== "touch") open(numeral);
  });
  on(article, "pointerout", ({ target, pointerType }) => {
    if (target.closest(NUMERALS) && pointerType !== "touch") leave();
  });
  on(bubble, "pointerenter", () => clearTimeout(leaving));
  on(bubble, "pointerleave", leave);
  on(article, "focusin", ({ target }) => asking(target) && open(target));
  on(article, "focusout", ({ target }) => {
    // To select text in the bubble takes the focus away, and must not close it.
    if (target === anchor && !bubble.matches(":hover")) close();
  });
  on(document, "click", (event) => {
    const numeral = event.target.closest(NUMERALS);
    if (numeral) {
      // A finger cannot hover: in a link its first tap asks, the second follows.
      if (event.pointerType === "touch" && numeral.closest(HOSTS) && numeral !== anchor) {
        event.preventDefault();
      }
      open(numeral);
    } else if (!bubble.contains(event.target)) close();
  });
  on(document, "keydown", (event) => {
    if (event.key === "Escape") close();
    if ((event.key === "Enter" || event.key === " ") && event.target.matches(NUMERALS)) {
      event.preventDefault();
      if (anchor === event.target) close();
      else open(event.target);
    }
  });
  on(document, "scroll", (event) => event.target !== bubble && place());
  on(window, "resize", place);
};

const turn = (on) => {
  close();
  listening?.abort();
  listening = on ? new AbortController() : null;
  if (on) listen(listening.signal);
  button.setAttribute("aria-pressed", on);
  article.classList.toggle("origin-on", on);
  for (const numeral of numerals) {
    if (numeral.closest(HOSTS)) continue;
    // A formula's parts keep their roles: within one, a button would not be heard.
    const attributes = numeral.closest("math") ? { tabindex: 0 } : { tabindex: 0, role: "button" };
    for (const [name, value] of Object.entries(attributes)) {
      if (on) numeral.setAttribute(name, value);
      else numeral.removeAttribute(name);
    }
  }
};

// The choice is kept from page to page; where nothing can be kept, it holds for this page.
const kept = () => {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
};

const keep = (on) => {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // Then it isn't kept.
  }
};

button.addEventListener("click", () => {
  const on = !listening;
  turn(on);
  keep(on);
});
// A page that comes back as it was left may have missed the switch being used on another.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && kept() !== !!listening) turn(kept());
});
if (kept()) turn(true);
button.hidden = false;
