// What went wrong with a guessed x̂: the usual mistakes, each carried through to its numbers.

import { center, layerNorm, mean, standardize, sum, variance } from "./arithmetic.js";
import { decimal, full } from "./display.js";
import { tells, verdicts } from "./verdicts.js";

const FRAMEWORKS = [0, 1e-12, 1e-6, 1e-5, 1e-3];
const HALF = 65504; // the largest float16

/**
 * Judge each number of a guess.
 * @param {{value: number, decimals: number}[]} guess
 * @param {{x: number[], eps: number, gamma: number[], beta: number[]}} given
 * @param {Object<string, number[][]>} sentence  the matrices X, before and attention of the article
 * @returns {{key: string, filling?: Object}[]}  a verdict's word for each number
 */
export function judge(guess, given, sentence) {
  return verdicts(guess, standardize(given.x, given.eps), usual(guess, given, sentence));
}

/** Give what the usual mistakes make of a row; without γ and β there are none to be mistaken. */
export function* usual(guess, given, sentence = { X: [] }) {
  const { x, gamma = x.map(() => 1), beta = x.map(() => 0) } = given;
  yield* mistakes({ ...given, gamma, beta }, standardize(x, given.eps), sentence);
  yield* divisor(guess, given);
}

function* mistakes({ x, eps, gamma, beta }, right, sentence) {
  const centered = center(x);
  const n = x.length;
  const spread = variance(x);
  const over = (unit, rows = centered) => rows.map((value) => value / unit);
  if (centered.some((value) => value * value > HALF)) yield { key: "half", row: x.map(() => 0) };
  yield { key: "sample", row: over(Math.sqrt((spread * n) / (n - 1) + eps)) };
  yield { key: "variance", row: over(spread) };
  yield { key: "variance", row: over(spread + eps) };
  for (const other of FRAMEWORKS) {
    yield { key: "eps", row: standardize(x, other), filling: { eps: full(other) } };
  }
  yield { key: "outside", row: over(Math.sqrt(spread) + eps) };
  yield* misplaced(x, eps, sentence);
  yield { key: "rms", row: over(Math.sqrt(sum(x.map((value) => value * value)) / n + eps), x) };
  yield { key: "centered", row: centered };
  yield { key: "wrapped", row: centered.map((value) => value & 255) };
  yield { key: "negative", row: right.map((value) => -value) };
  yield { key: "affine", row: layerNorm(x, gamma, beta, eps) };
  const rounded = right.map((value) => round(value, 3));
  yield { key: "affine_rounded", row: rounded.map((value, i) => value * gamma[i] + beta[i]) };
  yield* chains(x, eps);
  yield* inFloat32(x, eps);
}

/** Statistics of other numbers than the row's, and the norm in another place than after the sum. */
function* misplaced(x, eps, { X, before, attention }) {
  const at = X.findIndex((row) => row.length === x.length && row.every((value, i) => value === x[i]));
  if (at < 0) return;
  const columns = x.map((_, i) => standardize(X.map((row) => row[i]), eps)[at]);
  yield { key: "column", row: columns };
  yield { key: "sentence", row: standardize(X.flat(), eps).slice(at * x.length, (at + 1) * x.length) };
  const [input, answer] = [before[at], standardize(attention[at], eps)];
  yield { key: "order", row: answer.map((value, i) => value + input[i]) };
  const both = standardize(input, eps);
  yield { key: "order", row: answer.map((value, i) => value + both[i]) };
}

/** Something rounded on the way: the standard deviation alone, or all that leads to it. */
function* chains(x, eps) {
  for (const decimals of [3, 2, 1]) {
    const exact = round(Math.sqrt(variance(x) + eps), decimals);
    yield { key: "rounded", row: center(x).map((value) => value / exact) };
    const middle = round(mean(x), decimals);
    const centered = x.map((value) => value - middle);
    const spread = round(sum(centered.map((value) => value * value)) / x.length, decimals);
    const unit = round(Math.sqrt(spread + eps), decimals);
    yield { key: "rounded", row: centered.map((value) => value / unit) };
  }
}

/** float32 as such, and with the variance E[x²] − E[x]², whose digits cancel. */
function* inFloat32(x, eps) {
  const single = Math.fround;
  const average = (row) => single(row.reduce((total, value) => single(total + value)) / row.length);
  const squared = (row) => row.map((value) => single(value * value));
  const row = x.map(single);
  const middle = average(row);
  const centered = row.map((value) => single(value - middle));
  const over = (spread) => {
    const unit = single(Math.sqrt(single(spread + single(eps))));
    return centered.map((value) => single(value / unit));
  };
  yield { key: "float32", row: over(average(squared(centered))) };
  yield { key: "one_pass", row: over(single(average(squared(row)) - single(middle * middle))) };
}

/** The right differences, all divided by one number: it is named, whatever it was meant to be. */
function* divisor(guess, { x, eps }) {
  const centered = center(x);
  const largest = guess.reduce((at, { value }, i) => (Math.abs(value) > Math.abs(guess[at].value) ? i : at), 0);
  const unit = centered[largest] / guess[largest].value;
  const row = centered.map((value) => value / unit);
  if (!(unit > 0) || !guess.every((number, i) => tells({ ...number, decimals: number.decimals - 0.3 }, row[i]))) return;
  const right = Math.sqrt(variance(x) + eps);
  yield { key: "divisor", row: guess.map(({ value }) => value), filling: { yours: decimal(unit), unit: decimal(right) } };
}

const round = (value, decimals) => Number(value.toFixed(decimals));
