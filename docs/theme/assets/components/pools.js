// Which numbers share a mean and a standard deviation, as in lndocs.site.components.cells.

import { batchNorm, layerNorm, standardize } from "./arithmetic.js";

/** Whether two cells [row, column] of a matrix are in one pool. */
const TOGETHER = {
  token: ([i], [k]) => i === k,
  feature: ([, j], [, l]) => j === l,
  sentence: () => true,
};

export const WAYS = Object.keys(TOGETHER);

/** Tell for each cell of a matrix whether it is pooled with the cell that is asked about. */
export function lit(X, by, asked) {
  return X.map((row, i) => row.map((_, j) => TOGETHER[by](asked, [i, j])));
}

/** Give the numbers that are pooled with the cell that is asked about, row by row. */
export function pool(X, by, asked) {
  const inside = lit(X, by, asked).flat();
  return X.flat().filter((_, at) => inside[at]);
}

/** Normalize a matrix, each number by the pool that it is in. */
export function normalize(X, by, eps) {
  if (by === "token") return X.map((row) => layerNorm(row, null, null, eps));
  if (by === "feature") return batchNorm(X, eps);
  const whole = standardize(X.flat(), eps);
  return X.map((row, i) => whole.slice(i * row.length, (i + 1) * row.length));
}

/** List the rows of an answer that differ from another one, be it in the last bit. */
export function moved(answer, other) {
  const same = (one, two) => one === two || (Number.isNaN(one) && Number.isNaN(two));
  return [...answer.keys()].filter((i) => !answer[i].every((value, j) => same(value, other[i][j])));
}
