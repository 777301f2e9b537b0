// What may be given: rows of a few numbers, ε, and why a row that was given has no result.

import { standardize, variance } from "./arithmetic.js";
import { say } from "./field.js";
import { ReadingError, number, numbers, shown } from "./reading.js";

const [LEAST, MOST] = [2, 8];
// Long enough for someone who types on not to be interrupted by every digit.
export const PAUSE = 700;

/** Read a row. */
export function givenRow(typed) {
  const read = numbers(typed);
  if (read.length >= LEAST && read.length <= MOST) return read;
  throw new ReadingError("count", { least: LEAST, most: MOST, length: read.length });
}

/** Read ε. */
export function givenEps(typed) {
  const eps = number(typed);
  if (eps < 0) throw new ReadingError("negative_eps", { name: shown(typed.trim()) });
  return eps;
}

/** Hold a row against the row x that it goes with, where that one could be read. */
export function fitting(read, x, symbol) {
  if (!x || read.length === x.length) return read;
  throw new ReadingError("length", { symbol, length: read.length, expected: x.length });
}

/** Say why a row has no normalized one, where it has none. */
export function reason(x, eps) {
  if (!standardize(x, eps).some(Number.isNaN)) return "";
  // A sum of two rows may be infinite.
  if (Number.isFinite(x[0]) && x.every((value) => value === x[0])) return say("nan_equal");
  return say(Number.isFinite(variance(x)) ? "nan_too_close" : "nan_too_large");
}
