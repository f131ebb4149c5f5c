// The keyboard: which key does what, the list of keys on the help sheets, and the switch that turns single keys off.

import { make } from "./dom.js";
import { remembered } from "./theme.js";

const singleKeys = () => remembered("keys") !== "off";

/** Run what `table()` has for a pressed key: {"j": run, "Escape": run, "Ctrl+z": run}. A run that returns false did not use
    the key. Keys typed into a field are the field's (Escape leaves it), those pressed while a dialog is open the dialog's. */
export function listenForKeys(table) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.matches("input, select, textarea")) return event.key === "Escape" && event.target.blur();
    const control = event.ctrlKey || event.metaKey;
    if (event.key === "Enter" && !control && event.target.matches("button, a, summary")) return;
    if (event.key.length === 1 && event.key !== " " && !control && !singleKeys()) return;
    const run = table()[named(event, control)];
    if (run && run(event) !== false) event.preventDefault();
  });
}

/** A letter with Shift is a capital; with caps lock it is not. */
function named({ key, shiftKey }, control) {
  const name = key.length === 1 && /\p{L}/u.test(key) ? (shiftKey ? key.toUpperCase() : key.toLowerCase()) : key;
  return control ? `Ctrl+${name}` : name;
}

export const key = (name) => make("kbd", {}, name);

/** Keys and what they do, from pairs such as ["J, K", "next, previous"]: a list of terms. */
export function keyList(entries) {
  const between = /(, | or | \+ )/;
  const spaced = (part) => part.split(" ").flatMap((name, k) => (k ? [" ", key(name)] : [key(name)]));
  const keys = (text) => text.split(between).map((part) => (between.test(part) ? part : spaced(part)));
  return make("dl", {}, entries.map(([text, meaning]) => [make("dt", {}, keys(text)), make("dd", {}, meaning)]));
}

/** The switch for the help sheets: people who speak to their computer, or whose hands slip, press keys they do not mean. */
export function keySwitch() {
  const change = ({ target }) => remembered("keys", target.checked ? "on" : "off");
  const box = make("input", { type: "checkbox", class: "single-keys", checked: singleKeys(), on: { change } });
  return make("label", { class: "key-switch" }, box, " Letters, digits and signs work as keys");
}
