// Slots: the places in a component where numbers stand. The build has filled them for the
// article's own case; here they are filled for the reader's, alike.

import { decimal, full } from "./display.js";

const MATHML = "http://www.w3.org/1998/Math/MathML";
// What was given is written with all its digits.
const GIVEN = new Set(["x", "n", "eps", "gamma", "beta", "attention"]);

/** Write values into the slots of a component, computed ones in full where that is asked for. */
export function fill(component, values, inFull) {
  for (const slot of component.querySelectorAll("[data-slot]")) {
    const { slot: name, as: way } = slot.dataset;
    // A sign may stand before several values: differences+std.
    const row = name.split("+").flatMap((part) => values[part]);
    const write = inFull || GIVEN.has(name) ? full : decimal;
    if (slot.namespaceURI === MATHML) slot.replaceChildren(...formula(row, way, write));
    else slot.textContent = text(row, way, write);
  }
}

export function text(row, way, write) {
  if (way === "sign") return sign(row, write);
  if (way === "number") return write(row[0]);
  if (way === "given") return full(row[0]);
  return `[${row.map(write).join(", ")}]`;
}

function formula(row, way, write) {
  const numbers = row.map(write);
  if (way === "sign") return [math("mo", sign(row, write))];
  if (way === "number") return [math("mn", numbers[0])];
  if (way === "operand") return [operand(numbers[0])];
  if (way === "row") {
    const inside = numbers.flatMap((number, i) => [...(i ? [math("mo", ",")] : []), math("mn", number)]);
    return [math("mo", "["), ...inside, math("mo", "]")];
  }
  if (way === "sum") return numbers.flatMap((number, i) => (i ? added(number) : [math("mn", number)]));
  return numbers.flatMap((number, i) => [...(i ? [math("mo", "+")] : []), squared(number)]);
}

/** ≈ where one of the values is not written in full. */
function sign(row, write) {
  const exact = (value) => Number.isNaN(value) || Number(write(value).replace("−", "-").replace("inf", "Infinity")) === value;
  return row.every(exact) ? "=" : "≈";
}

function added(number) {
  const negative = number.startsWith("−");
  return [math("mo", negative ? "−" : "+"), math("mn", negative ? number.slice(1) : number)];
}

function squared(number) {
  return math("msup", operand(number), math("mn", "2"));
}

/** A number that follows an operator, or has an exponent: a negative one is in parentheses. */
function operand(number) {
  const written = math("mn", number);
  return number.startsWith("−") ? math("mrow", math("mo", "("), written, math("mo", ")")) : written;
}

function math(name, ...children) {
  const element = document.createElementNS(MATHML, name);
  element.append(...children);
  return element;
}
