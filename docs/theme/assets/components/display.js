// How numbers are written: as lndocs.show and lndocs.forms write them, digit by digit.

const DECIMALS = 3;
// From here on float64 no longer has all whole numbers, and they are written with an exponent.
const LARGE = 1e16;

/** Write a number with three decimals, rounded once; a whole number as such. */
export function decimal(value) {
  if (!Number.isFinite(value)) return named(value);
  const size = Math.abs(value);
  let text;
  if (size >= LARGE) text = exponential(size);
  else if (Number.isInteger(size)) text = String(size);
  else text = fixed(size);
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/** Write a number with all the digits that tell it from its neighbors. */
export function full(value) {
  if (!Number.isFinite(value)) return named(value);
  const size = Math.abs(value);
  const [digits, power] = size.toExponential().split("e").map((part) => part.replace("+", ""));
  // Python changes to an exponent in other places than JavaScript does.
  const text = power < -4 || size >= LARGE ? `${digits}e${power}` : plain(size, digits, power);
  return value < 0 ? `−${text}` : text;
}

function named(value) {
  if (Number.isNaN(value)) return "nan";
  return value < 0 ? "−inf" : "inf";
}

/** toFixed rounds a tie up, Python to the even digit; only multiples of 1/16 can be ties. */
function fixed(size) {
  const tie = Number.isInteger(size * 16) && !Number.isInteger(size * 8);
  const exact = size.toFixed(DECIMALS + 1);
  return tie && /[02468]5$/.test(exact) ? exact.slice(0, -1) : size.toFixed(DECIMALS);
}

/** Write a large whole number as 1.500e20, a tie going to the even digit. */
function exponential(size) {
  const number = BigInt(size);
  let power = BigInt(number.toString().length - 1);
  const unit = 10n ** (power - BigInt(DECIMALS));
  let [head, rest] = [number / unit, number % unit];
  if (2n * rest > unit || (2n * rest === unit && head % 2n)) head += 1n;
  if (head === 10n ** BigInt(DECIMALS + 1)) [head, power] = [head / 10n, power + 1n];
  const digits = head.toString();
  return `${digits[0]}.${digits.slice(1)}e${power}`;
}

/** Write without an exponent what has few digits before or after its point. */
function plain(size, digits, power) {
  if (Number.isInteger(size)) return String(size);
  return power >= 0 ? String(size) : `0.${"0".repeat(-power - 1)}${digits.replace(".", "")}`;
}
