// Numbers as people type them, read as lndocs.reading reads them: Chinese or ASCII commas,
// full-width digits, brackets.

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const NOT_FINITE = /^[+-]?(inf|infinity|nan)$/i;
const SMALLEST = 2 ** -1022;
const LONGEST = 400;
const CLOSING = { "[": "]", "(": ")" };

/** What is wrong with something typed: the key of a message, and what fills its braces. */
export class ReadingError extends Error {
  constructor(key, filling = {}) {
    super(key);
    this.key = key;
    this.filling = filling;
  }
}

/** Read a row of numbers. */
export function numbers(typed) {
  return words(typed).map(one);
}

/** Read a row of numbers, and how each was written: its text, and its decimals. */
export function typedNumbers(typed) {
  return words(typed).map((text) => {
    const value = one(text);
    const [, mantissa, exponent] = NUMBER.exec(text);
    const decimals = (mantissa.split(".")[1] || "").length - Number((exponent || "e0").slice(1));
    return { text, value, decimals };
  });
}

function words(typed) {
  const row = unbracketed(ascii(typed).trim());
  if (!row) throw new ReadingError("no_numbers");
  const parts = row.split(/[,;]/).map((part) => part.split(/\s+/).filter(Boolean));
  if (parts.some((part) => !part.length)) throw new ReadingError("stray_comma");
  return parts.flat();
}

/** Read a single number. */
export function number(typed) {
  const row = typed.trim() ? numbers(typed) : [];
  if (row.length !== 1) throw new ReadingError("one_number", { name: shown(typed) });
  return row[0];
}

/** What was typed, in a form that fits into a line. */
export function shown(typed) {
  const letters = Array.from(typed, (letter) => (/^(?! )[\p{C}\p{Z}]/u.test(letter) ? "?" : letter));
  return letters.length <= 24 ? letters.join("") : `${letters.slice(0, 24).join("")}…`;
}

function ascii(typed) {
  return typed
    .replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replace(/[−–、【】\u3000]/g, (letter) => "--,[] "["−–、【】\u3000".indexOf(letter)]);
}

function unbracketed(row) {
  const close = CLOSING[row[0]];
  const inside = close && row.length > 1 && row.endsWith(close) ? row.slice(1, -1) : row;
  if (/[[\]()]/.test(inside)) throw new ReadingError("brackets");
  return inside.trim();
}

function one(word) {
  const fault = (key) => new ReadingError(key, { name: shown(word), longest: LONGEST });
  if (/^[+-]$/.test(word)) throw fault("bare_sign");
  if (NOT_FINITE.test(word)) throw fault("not_finite");
  const match = NUMBER.exec(word);
  if (!match) throw fault("not_number");
  if (word.length > LONGEST) throw fault("too_long");
  if (!/[1-9]/.test(match[1])) return 0;
  const value = Number(word);
  if (!Number.isFinite(value)) throw fault("too_large");
  if (Math.abs(value) < SMALLEST) throw fault("too_small");
  return value;
}
