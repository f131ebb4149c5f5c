// A text as words that can be pointed at: rendering, the cursor, the selection by mouse and keyboard.

import { make } from "../shared/dom.js";
import { inView, reveal } from "../shared/scroll.js";
import { plain, shown } from "../shared/text.js";

const LONGEST_WORD = 240; // characters shown of one word
const LARGEST_BLOCK = 300; // words in one block of layout

export class TextPane extends EventTarget {
  constructor(element, side) {
    super();
    this.element = element;
    this.side = side;
    this.words = [];
    this.selected = new Set();
    this.cursor = 0;
    this.anchor = 0;
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("pointermove", (event) => this.drag(event));
    element.addEventListener("pointerup", () => (this.dragging = null));
    element.addEventListener("pointercancel", () => (this.dragging = null));
    element.addEventListener("pointerover", (event) => this.notify("hover", this.wordAt(event.target)));
    element.addEventListener("pointerleave", () => this.notify("hover", null));
    element.addEventListener("keydown", (event) => this.move(event));
    element.addEventListener("focus", () => this.showCursor());
  }

  load(text, parts = []) {
    this.text = text;
    this.spans = [];
    this.styles = new Map(); // words that are shown in some way, and how
    this.sentenceOf = new Int32Array(text.words.length);
    text.sentences.forEach(([start, end], number) => this.sentenceOf.fill(number, start, end));
    this.selected = new Set();
    this.cursor = this.anchor = 0;
    this.element.replaceChildren(...this.laidOut(text, parts));
    this.element.scrollTop = 0;
    this.showCursor();
  }

  // Blocks of a paragraph each, or less where one is long: a change in one lays out that one only. `this.blocks` keeps which
  // words each holds.
  laidOut(text, parts) {
    const starts = new Map(parts.map((part) => [part.start, part.id]));
    const ends = new Set(text.sentences.map(([, end]) => end));
    const nodes = [];
    this.blocks = [];
    let block = null;
    let size = 0;
    text.words.forEach((word, i) => {
      const gap = text.gaps[i];
      const paragraph = gap.includes("\n");
      if (!block || paragraph || starts.has(i) || size >= 2 * LARGEST_BLOCK || (size >= LARGEST_BLOCK && ends.has(i))) {
        if (starts.has(i)) nodes.push(make("div", { class: "part-name", role: "presentation" }, shown(starts.get(i))));
        block = make("div", { class: /\n\s*\n/.test(gap) ? "block spaced" : "block", role: "presentation" });
        nodes.push(block);
        this.blocks.push({ node: block, start: i, end: i });
        size = 0;
      }
      for (const piece of shownGap(gap, size === 0)) block.append(piece);
      const span = document.createElement("span");
      span.className = "w";
      span.id = `${this.side}${i}`;
      span.dataset.i = i;
      span.setAttribute("role", "option");
      span.append(...shown(shortWord(word)));
      if (word.length > LONGEST_WORD) span.title = `${word.length.toLocaleString("en")} characters`;
      this.spans.push(span);
      block.append(span);
      this.blocks.at(-1).end = i + 1;
      size++;
    });
    if (block) for (const piece of shownGap(text.gaps.at(-1), false)) block.append(piece);
    return nodes;
  }

  // Shows words in the ways that `styles` (word -> classes) says, all others plain. A long document has few words to show:
  // only those are looked at, and only those that changed touch the page.
  paint(styles) {
    for (const word of this.styles.keys()) if (!styles.has(word)) this.style(word, "");
    for (const [word, style] of styles) if (style !== this.styles.get(word)) this.style(word, style);
    this.styles = styles;
  }

  style(word, style) {
    this.spans[word].className = style ? `w ${style}` : "w";
    const state = spokenState(style);
    if (state) this.spans[word].setAttribute("aria-label", `${plain(shortWord(this.text.words[word]))}, ${state}`);
    else this.spans[word].removeAttribute("aria-label");
  }

  select(words, { cursor, reveal = false, quiet = false } = {}) {
    const before = this.selected;
    this.selected = new Set(words);
    for (const word of before) if (!this.selected.has(word)) this.spans[word]?.removeAttribute("aria-selected");
    for (const word of this.selected) this.spans[word].setAttribute("aria-selected", "true");
    if (cursor !== undefined) this.cursor = cursor;
    this.showCursor(reveal);
    if (!quiet) this.notify("select");
  }

  clear(quiet = false) {
    if (this.selected.size) this.select([], { quiet });
  }

  reveal(word) {
    if (this.spans[word]) reveal(this.spans[word], this.element);
  }

  phrase(words) {
    let phrase = "";
    let last = null;
    for (const word of words) {
      if (last !== null) phrase += word === last + 1 ? (this.text.gaps[word] ? " " : "") : " … ";
      phrase += plain(shortWord(this.text.words[word]));
      last = word;
    }
    return phrase;
  }

  wordAt(target) {
    const span = target instanceof Element ? target.closest(".w") : null;
    return span && this.element.contains(span) ? Number(span.dataset.i) : null;
  }

  press(event) {
    if (event.button !== 0) return;
    const word = this.wordAt(event.target);
    if (word === null) return;
    event.preventDefault();
    this.element.focus({ preventScroll: true });
    const adding = event.ctrlKey || event.metaKey;
    if (event.shiftKey) {
      this.select([...(adding ? this.selected : []), ...range(this.anchor, word)], { cursor: word });
      return;
    }
    const removing = adding && this.selected.has(word);
    this.anchor = word;
    this.dragging = { base: adding ? new Set(this.selected) : new Set(), removing, last: word };
    this.extendDrag(word);
  }

  drag(event) {
    if (!this.dragging || !(event.buttons & 1)) return;
    const word = this.wordAt(document.elementFromPoint(event.clientX, event.clientY));
    if (word === null || word === this.dragging.last) return;
    this.dragging.last = word;
    this.extendDrag(word);
  }

  extendDrag(word) {
    const { base, removing } = this.dragging;
    const words = new Set(base);
    for (const each of range(this.anchor, word)) removing ? words.delete(each) : words.add(each);
    this.select(words, { cursor: word });
  }

  move(event) {
    const target = this.target(event);
    if (target === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === " ") {
      const words = new Set(this.selected);
      words.has(this.cursor) ? words.delete(this.cursor) : words.add(this.cursor);
      this.anchor = this.cursor;
      this.select(words, { reveal: true });
    } else if (event.shiftKey) {
      this.select(range(this.anchor, target), { cursor: target, reveal: true });
    } else if (event.ctrlKey && event.key.startsWith("Arrow")) {
      this.cursor = this.anchor = target;
      this.showCursor(true);
      this.notify("cursor");
    } else {
      this.anchor = target;
      this.select([target], { cursor: target, reveal: true });
    }
  }

  // Where a key leads, null for keys that are not about moving.
  target(event) {
    const last = this.spans.length - 1;
    if (last < 0 || event.altKey || event.metaKey) return null;
    const [start, end] = this.text.sentences[this.sentenceOf[this.cursor]];
    switch (event.key) {
      case " ":
        return this.cursor;
      case "ArrowLeft":
        return Math.max(0, this.cursor - 1);
      case "ArrowRight":
        return Math.min(last, this.cursor + 1);
      case "ArrowUp":
        return this.lineAway(-1);
      case "ArrowDown":
        return this.lineAway(1);
      case "Home":
        if (event.ctrlKey) return 0;
        return this.cursor > start ? start : this.text.sentences[Math.max(0, this.sentenceOf[this.cursor] - 1)][0];
      case "End":
        if (event.ctrlKey) return last;
        if (this.cursor < end - 1) return end - 1;
        return this.text.sentences[Math.min(this.text.sentences.length - 1, this.sentenceOf[this.cursor] + 1)][1] - 1;
      case "PageUp":
        return this.screenAway(-1);
      case "PageDown":
        return this.screenAway(1);
      default:
        return null;
    }
  }

  // The word nearest above or below the cursor.
  lineAway(direction) {
    const here = this.spans[this.cursor].getBoundingClientRect();
    const middle = (here.left + here.right) / 2;
    let best = this.cursor;
    let line = null;
    let nearest = Infinity;
    for (let i = this.cursor + direction; i >= 0 && i < this.spans.length; i += direction) {
      const place = this.spans[i].getBoundingClientRect();
      if (Math.abs(place.top - here.top) < here.height / 2) continue;
      if (line !== null && Math.abs(place.top - line) > here.height / 2) break;
      line = place.top;
      const distance = Math.abs((place.left + place.right) / 2 - middle);
      if (distance < nearest) [best, nearest] = [i, distance];
    }
    return best;
  }

  screenAway(direction) {
    const goal = this.spans[this.cursor].getBoundingClientRect().top + direction * this.element.clientHeight * 0.8;
    let i = this.cursor;
    while (i + direction >= 0 && i + direction < this.spans.length) {
      i += direction;
      if (direction * (this.spans[i].getBoundingClientRect().top - goal) >= 0) break;
    }
    return i;
  }

  showCursor(reveal = false) {
    this.shownCursor?.removeAttribute("data-cursor");
    this.shownCursor = this.spans?.[this.cursor];
    if (!this.shownCursor) return;
    this.shownCursor.setAttribute("data-cursor", "");
    this.element.setAttribute("aria-activedescendant", this.shownCursor.id);
    if (!reveal || inView(this.shownCursor, this.element, 8)) return;
    this.shownCursor.scrollIntoView({ block: "nearest", behavior: "instant" });
  }

  notify(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

export function range(a, b) {
  const [start, end] = a <= b ? [a, b] : [b, a];
  return Array.from({ length: end - start + 1 }, (_, i) => start + i);
}

// What sight tells of a word by colour and line, in words.
function spokenState(style) {
  const styles = new Set(style.split(" "));
  const states = [];
  if (styles.has("linked")) states.push(styles.has("possible") ? "possible link" : "sure link");
  if (styles.has("null")) states.push(styles.has("unsupported") ? "unsupported" : "no source");
  if (styles.has("open")) states.push("undecided");
  if (styles.has("offered")) states.push("suggested");
  if (styles.has("disputed")) states.push("disputed");
  if (styles.has("hit")) states.push("found");
  if (styles.has("basis")) states.push("evidence");
  for (const mark of ["right", "wrong", "unclear"]) if (styles.has(mark)) states.push(mark);
  return states.join(", ");
}

function shortWord(word) {
  if (word.length > LONGEST_WORD) return `${word.slice(0, 180)} … ${word.slice(-40)}`;
  return word === "" ? "∅" : word;
}

// White space as a space, all else as it is.
function shownGap(gap, first) {
  const rest = gap.slice(0, 200).replace(/\s+/g, "");
  return [...(/\s/.test(gap) && !first ? [" "] : []), ...shown(rest)];
}
