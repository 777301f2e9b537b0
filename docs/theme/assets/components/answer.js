// The check of an answer: what is typed is held against what the build has computed.

import { onTyped, read } from "./field.js";
import { usual } from "./mistakes.js";
import { ReadingError, number, typedNumbers } from "./reading.js";
import { list, told, verdicts } from "./verdicts.js";

class AnswerCheck extends HTMLElement {
  connectedCallback() {
    this.form = this.querySelector("form");
    this.lines = this.querySelector(".verdicts");
    onTyped(this.form, () => this.lines.replaceChildren());
    this.form.addEventListener("submit", () => this.check());
  }

  check() {
    const [right, wrong, given] = ["right", "wrong", "given"].map((name) => JSON.parse(this.form.dataset[name]));
    const guess = read(this.querySelector("input"), (typed) => counted(typed, right.length));
    this.lines.replaceChildren();
    if (!guess) return;
    this.show(guess, verdicts(guess, right, given ? [...wrong, ...usual(guess, given)] : wrong));
  }

  /** Show one line where the same is to be said of all numbers. */
  show(guess, found) {
    const whole = guess.map(({ text }) => text).join(", ");
    if (new Set(found.map(told)).size > 1) list(this.lines, guess, found);
    else list(this.lines, [{ text: whole }], found.slice(0, 1));
  }
}

/** Read as many numbers as the answer has. */
function counted(typed, expected) {
  if (expected === 1) number(typed);
  const read = typedNumbers(typed);
  if (read.length === expected) return read;
  throw new ReadingError("entries", { expected, length: read.length });
}

customElements.define("answer-check", AnswerCheck);
