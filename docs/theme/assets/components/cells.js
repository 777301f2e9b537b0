// Which numbers are averaged: a matrix whose cells can be changed, and the pool that each is in.

import { keep, recall } from "./address.js";
import { mean, std } from "./arithmetic.js";
import { isPressed, onPressed, onTyped, read, say, toggle } from "./field.js";
import { PAUSE } from "./given.js";
import { WAYS, lit, moved, normalize, pool } from "./pools.js";
import { ReadingError, number, shown } from "./reading.js";
import { fill } from "./slots.js";

class PooledCells extends HTMLElement {
  connectedCallback() {
    this.form = this.querySelector("form.controls");
    this.board = this.querySelector(".board");
    this.said = this.querySelector(".said");
    this.inputs = [...this.querySelectorAll(".given tbody tr")].map((row) => [...row.querySelectorAll("input")]);
    this.answers = [...this.querySelectorAll(".answer tbody tr")];
    // The pool that is shown first, as it was built.
    this.asked = [this.inputs.length - 1, 0];
    this.eps = Number(this.board.dataset.eps);
    this.article = split(this.form.elements.X.defaultValue).map((row) => row.map(Number));
    recall(this.form);
    this.querySelector(".address").textContent = this.spread();
    onTyped(this, () => this.change());
    onPressed(this.form, (button) => this.press(button));
    this.board.addEventListener("focusin", (event) => this.ask(event.target));
    this.show();
  }

  /** Put what the address says into the cells; give what of it cannot be used. */
  spread() {
    const { X } = this.form.elements;
    const typed = split(X.value);
    const by = new URLSearchParams(location.search).get("by");
    const faults = [];
    if (by !== null && !WAYS.includes(by)) faults.push(say("fault_by", { ways: WAYS.join(", "), name: shown(by) }));
    if (fits(typed, this.article)) {
      this.inputs.forEach((row, i) => row.forEach((input, j) => (input.value = typed[i][j])));
    } else {
      const [rows, columns] = [this.article.length, this.article[0].length];
      faults.push(say("fault_shape", { rows, columns, name: shown(X.value) }));
    }
    return faults.join(" ");
  }

  change() {
    this.form.elements.X.value = join(this.inputs.map((row) => row.map((input) => input.value.trim())));
    this.querySelector(".address").textContent = "";
    keep(this.form);
    this.show();
    this.announce(".pooled", ".moved");
  }

  press(button) {
    if (button.dataset.preset) {
      this.form.elements.X.value = button.dataset.preset;
      this.spread();
      this.change();
    } else {
      toggle(button);
      this.show();
    }
  }

  ask(input) {
    const i = this.inputs.findIndex((row) => row.includes(input));
    if (i < 0) return;
    this.asked = [i, this.inputs[i].indexOf(input)];
    this.show();
    this.announce(".pooled");
  }

  show() {
    const X = this.inputs.map((row) => row.map((input) => read(input, cell)));
    const by = this.form.elements.by.value;
    this.light(by);
    this.toggleAttribute("data-blocked", X.flat().includes(undefined));
    if (this.hasAttribute("data-blocked")) return;
    this.compute(X, by);
    document.dispatchEvent(new Event("measure"));
  }

  /** Say after a pause what stands in parts of the result. */
  announce(...parts) {
    clearTimeout(this.pause);
    this.said.textContent = "";
    if (this.hasAttribute("data-blocked")) return;
    this.pause = setTimeout(() => {
      this.said.replaceChildren(...parts.flatMap((part) => [...spoken(this.querySelector(part)), " "]));
    }, PAUSE);
  }

  compute(X, by) {
    const answer = normalize(X, by, this.eps);
    const together = pool(X, by, this.asked);
    const values = { n: together.length, mean: mean(together), std: std(together), eps: this.eps };
    X.forEach((row, i) => row.forEach((value, j) => (values[`x-${i + 1}-${j + 1}`] = value)));
    answer.forEach((row, i) => row.forEach((value, j) => (values[`answer-${i + 1}-${j + 1}`] = value)));
    fill(this, values, isPressed(this.form.elements.full));
    this.name(moved(answer, normalize(this.article, by, this.eps)));
    this.querySelector(".remark").textContent = answer.flat().some(Number.isNaN) ? say("nan_too_large") : "";
  }

  /** Show the pool of the cell that is asked about, and which cells cannot be read. */
  light(by) {
    const inside = lit(this.inputs, by, this.asked);
    this.board.dataset.by = by;
    this.inputs.forEach((row, i) => {
      row.forEach((input, j) => {
        const asked = i === this.asked[0] && j === this.asked[1];
        input.parentElement.classList.toggle("lit", inside[i][j]);
        input.parentElement.classList.toggle("asked", asked);
        this.answers[i].querySelectorAll("td")[j].classList.toggle("asked", asked);
        const fault = document.getElementById(input.getAttribute("aria-describedby"));
        fault.parentElement.classList.toggle("told", input.hasAttribute("aria-invalid"));
      });
    });
  }

  /** Name the rows that have moved. The names are copied: the build has marked their language. */
  name(rows) {
    this.answers.forEach((row, i) => row.classList.toggle("changed", rows.includes(i)));
    const key = ["moved_none", "moved_one"][rows.length] || "moved_more";
    const [before, after = ""] = say(key, { rows: "\n" }).split("\n");
    const [open, close] = say("token", { token: "\n" }).split("\n");
    const names = rows.flatMap((i, at) => {
      const name = copy(this.answers[i].querySelector(".name"));
      return [at ? say("between") : "", open, ...name, close];
    });
    this.querySelector(".moved").replaceChildren(before, ...names, after);
  }
}

const copy = (element) => element.cloneNode(true).childNodes;

/** The text of an element: its slots' numbers, and its words with the marks of their language. */
const spoken = (element) => [...copy(element)].map((node) => (node.dataset?.slot ? node.textContent : node));

function cell(typed) {
  if (!typed.trim()) throw new ReadingError("empty");
  return number(typed);
}

/** A matrix in one line: 1,2;3,4. What would part it where it should not is escaped. */
const join = (rows) => rows.map((row) => row.map((text) => text.replace(/[%,;]/g, encodeURIComponent)).join(",")).join(";");

const split = (line) =>
  line.split(";").map((row) => row.split(",").map((text) => text.replace(/%(25|2C|3B)/gi, decodeURIComponent).trim()));

const fits = (rows, other) => rows.length === other.length && rows.every((row, i) => row.length === other[i].length);

customElements.define("pooled-cells", PooledCells);
