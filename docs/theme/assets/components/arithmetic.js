// The float64 arithmetic of the Python package lndocs, to the last bit. The functions have the
// names that they have there; a row is an array of numbers.

// The smallest number that has all its digits.
const TINY = 2 ** -1022;

// A row is far from 0 when its mean exceeds this many times its largest difference from it.
const FAR = 8;

/** Add in NumPy's order: from eight values on, eight running sums that are then paired. */
export function sum(row) {
  if (row.length < 8) return row.reduce((total, value) => total + value, -0);
  const whole = row.length - (row.length % 8);
  const sums = row.slice(0, 8);
  for (let i = 8; i < whole; i++) sums[i % 8] += row[i];
  const [a, b, c, d, e, f, g, h] = sums;
  return row.slice(whole).reduce((total, value) => total + value, a + b + (c + d) + (e + f + (g + h)));
}

const average = (row) => sum(row) / row.length;

/** Equal values have that value as their mean, however their sum rounds. */
export function mean(row) {
  return row.every((value) => value === row[0]) ? row[0] : average(row);
}

/** Far from 0, the differences share what the mean's rounding left: it is subtracted, too. */
export function center(row) {
  const middle = mean(row);
  const centered = row.map((value) => value - middle);
  const far = Math.abs(middle) / FAR;
  const left = centered.every((value) => Math.abs(value) < far) ? average(centered) : 0;
  return centered.map((value) => value - left);
}

const squares = (row) => row.map((value) => value * value);

export function variance(row) {
  return average(squares(center(row)));
}

/** Give √(σ² + ε), or NaN where σ² is too small to have all its digits. */
function root(centered, eps) {
  const inside = average(squares(centered)) + eps;
  const lost = inside < TINY && centered.some((value) => value !== 0);
  return lost ? NaN : Math.sqrt(inside);
}

export const std = (row) => root(center(row), 0);

export function standardize(row, eps) {
  const centered = center(row);
  const unit = root(centered, eps);
  const usable = unit > 0 && unit < Infinity;
  return centered.map((value) => value / (usable ? unit : NaN));
}

export function layerNorm(row, gamma, beta, eps) {
  let y = standardize(row, eps);
  if (gamma) y = y.map((value, i) => value * gamma[i]);
  if (beta) y = y.map((value, i) => value + beta[i]);
  return y;
}

const transpose = (rows) => rows[0].map((_, j) => rows.map((row) => row[j]));

/** BatchNorm in training: each column by its own mean and standard deviation. */
export function batchNorm(rows, eps) {
  return transpose(transpose(rows).map((column) => standardize(column, eps)));
}

/** Add first, then normalize the sum, as in the original Transformer. */
export function postNorm(row, sublayer, norm) {
  return norm(add(row, sublayer(row)));
}

/** Normalize only what the sublayer reads, and add to the raw row. */
export function preNorm(row, sublayer, norm) {
  return add(row, sublayer(norm(row)));
}

export const add = (one, other) => one.map((value, i) => value + other[i]);

/** Every step of one row's calculation, as lndocs.walkthrough has it. */
export function walkthrough(x, gamma, beta, eps) {
  const differences = center(x);
  const standardized = standardize(x, eps);
  const output = layerNorm(x, gamma, beta, eps);
  return {
    sum: sum(x),
    mean: mean(x),
    differences,
    squares: squares(differences),
    "sum of squares": sum(squares(differences)),
    variance: variance(x),
    std: eps ? Math.sqrt(variance(x) + eps) : std(x),
    standardized,
    "standardized mean": mean(standardized),
    "standardized variance": variance(standardized),
    output,
    "output mean": mean(output),
    "output variance": variance(output),
  };
}
