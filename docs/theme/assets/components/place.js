// Where the norm sits: two rows through post-norm and pre-norm, and through two wrong orders.

import { keep, recall } from "./address.js";
import { add, layerNorm, mean, postNorm, preNorm, variance } from "./arithmetic.js";
import { decimal, full } from "./display.js";
import { choose, isPressed, onPressed, onTyped, read, say, toggle } from "./field.js";
import { PAUSE, fitting, givenEps, givenRow, reason } from "./given.js";
import { fill, text } from "./slots.js";

class NormPlace extends HTMLElement {
  connectedCallback() {
    this.controls = this.querySelector("form.controls");
    this.said = this.querySelector(".said");
    recall(this.controls);
    onTyped(this.controls, () => this.change());
    onPressed(this.controls, (button) => this.press(button));
    this.show();
  }

  change() {
    keep(this.controls);
    this.show();
    this.tell();
  }

  press(button) {
    if (button.dataset.preset) {
      choose(this.controls, button);
      this.change();
    } else if (button.name === "full") {
      toggle(button);
      this.show();
    }
  }

  /** Read the fields; undefined where one of them cannot be read. */
  read() {
    const { x, a, eps } = this.controls.elements;
    const row = read(x, givenRow);
    const given = { x: row, a: read(a, (typed) => fitting(givenRow(typed), row, "a")), eps: read(eps, givenEps) };
    return Object.values(given).includes(undefined) ? undefined : given;
  }

  show() {
    const given = this.read();
    this.dataset.beside = this.controls.elements.order.value;
    this.toggleAttribute("data-blocked", !given);
    this.values = given && valuesOf(given);
    if (!given) return;
    const { values } = this;
    fill(this, values, this.inFull());
    for (const remark of this.querySelectorAll(".remark")) {
      remark.textContent = reason(values[remark.dataset.why], given.eps);
    }
    document.dispatchEvent(new Event("measure"));
  }

  /** Tell those who listen what goes on in the orders in sight, once the reader has come to rest. */
  tell() {
    clearTimeout(this.pause);
    this.said.textContent = "";
    if (!this.values) return;
    this.pause = setTimeout(() => {
      const told = [...this.querySelectorAll("[data-order]")].filter((order) => order.checkVisibility());
      this.said.textContent = told.map((order) => this.line(order)).join(" ");
    }, PAUSE);
  }

  line(order) {
    const row = text(this.values[order.dataset.order], "row", this.inFull() ? full : decimal);
    return say("on", { name: order.querySelector(".name").textContent, row });
  }

  inFull() {
    return isPressed(this.controls.elements.full);
  }
}

/** Every number that is shown, by name, as lndocs.site.components.place has it. */
export function valuesOf({ x, a, eps }) {
  const norm = (row) => layerNorm(row, undefined, undefined, eps);
  const orders = {
    post: postNorm(x, () => a, norm),
    pre: preNorm(x, () => a, norm),
    output: add(norm(a), x),
    both: add(norm(a), norm(x)),
  };
  const statistics = Object.entries(orders).flatMap(([order, row]) => [
    [`${order} mean`, mean(row)],
    [`${order} variance`, variance(row)],
  ]);
  return {
    ...{ x, attention: a, sum: add(x, a), "normed x": norm(x), "normed a": norm(a) },
    ...orders,
    ...Object.fromEntries(statistics),
  };
}

customElements.define("norm-place", NormPlace);
