// Verdicts on numbers that were typed: right, nearly right, or a mistake with a name.

import { say } from "./field.js";

/**
 * Judge each number of a guess.
 * @param {{value: number, decimals: number}[]} guess
 * @param {number[]} right
 * @param {Iterable<{key: string, row: number[], filling?: Object}>} wrong  what mistakes lead to
 * @returns {{key: string, filling?: Object}[]}  a verdict's word for each number
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
    return mistake || { key: isNear(number, right[i]) ? "last" : "unknown" };
  });
}

/** Write the verdicts into a list, a line for each number. */
export function list(element, guess, found) {
  element.replaceChildren(...found.map((verdict, i) => line(verdict, guess[i].text)));
}

/** Write them in one line where they are all the same. */
export function summary(element, guess, found) {
  const [first] = found;
  if (guess.length === 1 || found.some(({ key }) => key !== first.key)) list(element, guess, found);
  else element.replaceChildren(line(first, guess.map(({ text }) => text).join(", ")));
}

export const isRight = (found) => found.every(({ key }) => key === "right");

/** A number with few decimals would fit several mistakes. */
export const tells = (number, expected) => matches({ ...number, decimals: Math.max(number.decimals, 2) }, expected);

/** Whether a number, as far as it was written, is a value rounded. */
function matches({ value, decimals }, expected) {
  return Math.abs(value - expected) <= 0.5 * 10 ** -decimals * (1 + 1e-9);
}

const precise = ({ value, decimals }, expected) => decimals >= 3 || Math.abs(value - expected) < 0.0005;

/** Whether only the last digit is off, by one. */
const isNear = ({ value, decimals }, expected) => decimals >= 3 && Math.abs(value - expected) <= 1.5 * 10 ** -decimals;

function line({ key, filling }, typed) {
  const made = document.createElement("li");
  made.className = key === "right" ? "right" : "wrong";
  made.textContent = say("entry", { typed, verdict: say(key, filling) });
  return made;
}
