// Fields: what is typed in one is read, or said to be wrong beside it; what was typed stays.

import { ReadingError } from "./reading.js";
import { WORDS } from "./words.js";

/** Say something in the page's language; only text ever fills the braces. */
export function say(key, filling = {}) {
  return WORDS[key].replace(/\{(\w+)\}/g, (_, name) => filling[name]);
}

/** Read a field; give undefined, and a message beside it, where that is not possible. */
export function read(input, reader) {
  try {
    const value = reader(input.value);
    mark(input, "");
    return value;
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error;
    mark(input, say(`fault_${error.key}`, error.filling));
    return undefined;
  }
}

/** Call back when something was typed, but not while an input method is still composing it. */
export function onTyped(form, callback) {
  form.addEventListener("input", (event) => event.isComposing || callback(event));
  form.addEventListener("compositionend", callback);
  form.addEventListener("submit", (event) => event.preventDefault());
}

/** Call back with the button that was pressed, also where a word in it is marked as Chinese. */
export function onPressed(form, callback) {
  form.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button) callback(button);
  });
}

export const isPressed = (button) => button.getAttribute("aria-pressed") === "true";

/** Press a button in, or out again; tell which. */
export function toggle(button) {
  button.setAttribute("aria-pressed", !isPressed(button));
  return isPressed(button);
}

/** Put a preset into the fields that it names. */
export function choose(form, { dataset }) {
  for (const [name, value] of Object.entries(JSON.parse(dataset.preset))) form.elements[name].value = value;
}

function mark(input, message) {
  const fault = document.getElementById(input.getAttribute("aria-describedby"));
  if (fault.textContent !== message) fault.textContent = message;
  if (message) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
}
