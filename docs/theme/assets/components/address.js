// The page's address holds what was typed, so that a calculation can be shared.

/** Put what the address says into the fields of a form that have that name. */
export function recall(form) {
  const asked = new URLSearchParams(location.search);
  for (const field of form.elements) {
    if (!field.name || !asked.has(field.name)) continue;
    if (field.type === "radio") field.checked = field.value === asked.get(field.name) || field.checked;
    else if (field.matches("input")) field.value = asked.get(field.name);
  }
}

/** Write into the address what differs from the page as it was built; other parts of it stay. */
export function keep(form) {
  const asked = new URLSearchParams(location.search);
  for (const field of form.elements) {
    if (field.type === "radio") {
      if (field.checked && field.defaultChecked) asked.delete(field.name);
      else if (field.checked) asked.set(field.name, field.value);
    } else if (field.name && field.matches("input")) {
      if (field.value === field.defaultValue) asked.delete(field.name);
      else asked.set(field.name, field.value.trim().replace(/\s*,\s*/g, ","));
    }
  }
  // Commas and semicolons may stand in a query as they are, and read better so.
  const query = asked.toString().replace(/%2C|%3B/g, decodeURIComponent);
  try {
    history.replaceState(history.state, "", `${location.pathname}${query && `?${query}`}${location.hash}`);
  } catch {
    // Safari takes so many new addresses in half a minute; the next change will be kept.
  }
}
