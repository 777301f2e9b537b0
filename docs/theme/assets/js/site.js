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

// Material puts the copy button of each code block into a landmark of its own, without a name.
const calm = () => {
  for (const nav of document.querySelectorAll("nav.md-code__nav")) nav.setAttribute("role", "none");
};
new MutationObserver(calm).observe(document.querySelector("article"), { childList: true, subtree: true });
calm();
