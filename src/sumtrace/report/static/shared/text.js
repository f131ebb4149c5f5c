// Texts as the pages show them: cut short, counted, and with nothing in them that acts unseen.

import { make } from "./dom.js";

// Turns the direction of text, has no width, or belongs to no text: shown as a dot, so that it cannot hide or reorder words.
// The joiners U+200C and U+200D stay: Persian, Indic scripts and emoji are spelt with them.
const UNSEEN = /((?![\t\n\r])[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}])/u;

/** A text as nodes: itself, with a dot that says its code for every character that would act unseen. */
export function shown(text) {
  return text.split(UNSEEN).map((piece, k) => (k % 2 ? dot(piece) : piece));
}

function dot(character) {
  const code = character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
  return make("span", { class: "unseen", title: `invisible character U+${code}` }, "·");
}

/** The same as a plain string, for titles, canvases and what is spoken. */
export const plain = (text) => text.split(UNSEEN).map((piece, k) => (k % 2 ? "·" : piece)).join("");

export function shortened(text, length) {
  const tidy = text.slice(0, length * 4).replace(/\s+/g, " ");
  if (tidy.length <= length && text.length <= length * 4) return plain(tidy);
  return plain([...tidy].slice(0, length).join("")) + "…";
}

/** A text of unknown script and direction, kept from turning its surroundings round. */
export const quoted = (text) => make("bdi", { class: "quoted" }, shortened(text, 160));

export const percent = (share) => `${Math.round(share * 100)}%`;
export const count = (number, one, many = one + "s") =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
