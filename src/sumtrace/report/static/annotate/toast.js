// Short messages that go by themselves.

import { find, make } from "../shared/dom.js";

const SHOWN = 5000;
let timer = 0;

export function toast(text, action) {
  const place = find("#toast");
  place.replaceChildren(text);
  if (action) place.append(" ", make("button", { class: "quiet", on: { click: action.run } }, action.name));
  place.classList.add("shown");
  clearTimeout(timer);
  timer = setTimeout(() => place.classList.remove("shown"), SHOWN);
}
