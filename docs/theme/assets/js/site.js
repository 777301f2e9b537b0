// What the site adds to Material's script. Every page is complete without it.

// The language switch keeps the place in the page and the query.
for (const link of document.querySelectorAll("[data-edition]")) {
  link.addEventListener("click", () => {
    const target = new URL(link.href);
    target.search = location.search;
    target.hash = location.hash;
    link.href = target.href;
  });
}

// Without MathML a fraction would collapse into a row of digits: show the formula's TeX instead.
if (!window.MathMLElement) {
  for (const math of document.querySelectorAll("math[data-tex]")) {
    const code = document.createElement("code");
    code.textContent = math.dataset.tex;
    math.replaceWith(code);
  }
  // A component's own formulas have no TeX; it says the same in words beside them.
  for (const math of document.querySelectorAll("math")) math.closest(".formula").remove();
}

// A box is a stop for the keyboard only while it has something to scroll.
const boxes = document.querySelectorAll(".formula, .table, .output");
const measure = () => {
  for (const box of boxes) {
    if (box.scrollWidth > box.clientWidth) box.setAttribute("tabindex", "0");
    else box.removeAttribute("tabindex");
  }
};
addEventListener("load", measure);
addEventListener("resize", measure);
document.addEventListener("measure", measure); // a component has changed what is in its boxes
document.addEventListener("toggle", measure, true);

// Material puts the copy button of each code block into a landmark of its own, without a name.
const calm = () => {
  for (const nav of document.querySelectorAll("nav.md-code__nav")) nav.setAttribute("role", "none");
};
new MutationObserver(calm).observe(document.querySelector("article"), { childList: true, subtree: true });
calm();

// Where the window is narrow, labels open the menu and the search; the keyboard shall reach them.
// Material's script clicks a label in focus at Enter; a button obeys the space bar too.
for (const [target, named] of [["__drawer", ".md-nav--primary"], ["__search", ".md-search__input"]]) {
  const label = document.querySelector(`.md-header__button[for=${target}]`);
  label.tabIndex = 0;
  label.setAttribute("role", "button");
  label.setAttribute("aria-label", document.querySelector(named).getAttribute("aria-label"));
  label.addEventListener("keydown", event => {
    if (event.key !== " ") return;
    event.preventDefault();
    label.click();
  });
}
