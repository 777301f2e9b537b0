// Verdicts on numbers that were typed: right, nearly right, or a mistake with a name.

import { say } from "./field.js";

/**
 * Judge each number of a guess.
 * @param {{text: string, value: number, decimals: number}[]} guess
 * @param {number[]} right
 * @param {Iterable<{key?: string, filling?: Object, words?: string, row: number[]}>} wrong  mistakes
 * @returns {{key?: string, filling?: Object, words?: string}[]}
 */
export function verdicts(guess, right, wrong) {
  const hits = ({ row }) => guess.filter((number, i) => tells(number, row[i])).length;
  // The mistake that explains most of the row explains each number of it.
  const ranked = [...wrong].sort((one, other) => hits(other) - hits(one));
  return guess.map((number, i) => {
    const fits = matches(number, right[i]);
    if (fits && precise(number, right[i])) return { key: "right" };
    if (fits && number.decimals) return { key: "short" };
    const mistake = ranked.find(({ row }) => tells(number, row[i]));
    return mistake || { key: near(number, right[i]) ? "last" : "unknown" };
  });
}

/** Write the verdicts into a list, a line for each number. */
export function list(element, guess, found) {
  const lines = found.map((verdict, i) => {
    const line = document.createElement("li");
    line.className = verdict.key === "right" ? "right" : "wrong";
    line.textContent = say("entry", { typed: guess[i].text, verdict: told(verdict) });
    return line;
  });
  element.replaceChildren(...lines);
}

export const told = ({ words, key, filling }) => words || say(key, filling);

export const isRight = (found) => found.every(({ key }) => key === "right");

/** A number with few decimals would fit several mistakes. */
export const tells = (number, expected) => matches({ ...number, decimals: Math.max(number.decimals, 2) }, expected);

/** Whether a number, as far as it was written, is a value rounded. */
const matches = ({ value, decimals }, expected) => Math.abs(value - expected) <= 0.5 * 10 ** -decimals * (1 + 1e-9);

const precise = ({ value, decimals }, expected) => decimals >= 3 || Math.abs(value - expected) < 0.0005;

/** Whether only the last digit is off, by one. */
const near = ({ value, decimals }, expected) => decimals >= 3 && Math.abs(value - expected) <= 1.5 * 10 ** -decimals;
