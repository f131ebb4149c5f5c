// Elements made in one call. Text goes in as text, always: nothing here parses HTML.

export const $ = (id) => document.getElementById(id);

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
    else if (name === "class") element.className = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child || child === ""));
  return element;
}

export const key = (name) => make("kbd", {}, name);

let toastTimer = 0;
export function toast(text, action) {
  const place = $("toast");
  place.replaceChildren(text);
  if (action) place.append(" ", make("button", { class: "quiet", on: { click: action.run } }, action.name));
  place.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => place.classList.remove("shown"), 5000);
}

export function say(text) {
  $("said").textContent = text;
}

export function randomName() {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join("");
}
