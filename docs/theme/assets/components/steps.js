// The calculation of one row, step by step, for any row that is typed.

import { keep, recall } from "./address.js";
import { walkthrough } from "./arithmetic.js";
import { draw } from "./bars.js";
import { decimal, full } from "./display.js";
import { choose, isPressed, onPressed, onTyped, read, say, toggle } from "./field.js";
import { PAUSE, fitting, givenEps, givenRow, reason } from "./given.js";
import { judge } from "./mistakes.js";
import { numbers, typedNumbers } from "./reading.js";
import { fill, text } from "./slots.js";
import { isRight, list } from "./verdicts.js";

class RowSteps extends HTMLElement {
  connectedCallback() {
    this.controls = this.querySelector("form.controls");
    this.guess = this.querySelector("form.guess");
    this.said = this.querySelector(".said");
    recall(this.controls);
    onTyped(this.controls, () => this.change());
    onPressed(this.controls, (button) => this.press(button));
    onTyped(this.guess, () => this.forget());
    this.guess.addEventListener("submit", () => this.check());
    this.guess.elements.reveal.addEventListener("click", () => (this.dataset.guess = "told"));
    this.show();
  }

  change() {
    keep(this.controls);
    // A new row is guessed anew.
    if (this.dataset.guess) this.dataset.guess = "asked";
    this.forget();
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
    } else if (button.name === "guess") {
      this.ask(toggle(button));
    }
  }

  /** Read the fields; undefined where one of them cannot be read. */
  read() {
    const { x, eps, gamma, beta } = this.controls.elements;
    const row = read(x, givenRow);
    const small = read(eps, givenEps);
    const parameter = (input, symbol, otherwise) =>
      read(input, (typed) => (typed.trim() ? fitting(numbers(typed), row, symbol) : row && row.map(() => otherwise)));
    const given = { x: row, eps: small, gamma: parameter(gamma, "γ", 1), beta: parameter(beta, "β", 0) };
    return Object.values(given).includes(undefined) ? undefined : given;
  }

  show() {
    const given = this.read();
    this.toggleAttribute("data-blocked", !given);
    this.given = given;
    if (!given) return;
    const values = walkthrough(given.x, given.gamma, given.beta, given.eps);
    const inFull = isPressed(this.controls.elements.full);
    fill(this, { ...given, n: given.x.length, ...values }, inFull);
    const aloud = (row) => text(row, "row", inFull ? full : decimal);
    const alt = say("bars", { before: aloud(given.x), after: aloud(values.standardized) });
    draw(this.querySelector(".bars svg"), given.x, values.standardized, alt);
    this.querySelector(".remark").textContent = reason(given.x, given.eps);
    this.toggleAttribute("data-hidden", !inFull && Object.values(values).flat().some(hides));
    this.result = say("result", { row: aloud(values.standardized) });
    document.dispatchEvent(new Event("measure"));
  }

  /** Tell those who listen the result, once the reader has come to rest. */
  tell() {
    clearTimeout(this.pause);
    this.said.textContent = "";
    this.pause = setTimeout(() => {
      if (this.given && this.dataset.guess !== "asked") this.said.textContent = this.result;
    }, PAUSE);
  }

  ask(pressed) {
    this.forget();
    if (!pressed) return delete this.dataset.guess;
    this.dataset.guess = "asked";
    this.said.textContent = "";
    return this.guess.elements.guess.focus();
  }

  forget() {
    this.querySelector(".verdicts").replaceChildren();
  }

  check() {
    const typed = this.given && read(this.guess.elements.guess, (text) => fitting(typedNumbers(text), this.given.x, "x̂"));
    this.forget();
    if (!typed) return;
    const found = judge(typed, this.given, JSON.parse(this.guess.dataset.sentence));
    list(this.querySelector(".verdicts"), typed, found);
    if (isRight(found)) this.dataset.guess = "told";
  }
}

/** Whether three decimals show nothing of a value, though it is no rounding error. */
function hides(value) {
  return Math.abs(value) > 1e-12 && !/[1-9a-z]/.test(decimal(value));
}

customElements.define("row-steps", RowSteps);
