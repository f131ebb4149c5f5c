// Search in the document: any text, across words; Enter for the next match, Escape to leave.

import { find } from "../shared/dom.js";

export class Search extends EventTarget {
  constructor(pane) {
    super();
    this.pane = pane;
    this.hits = []; // [first word, last word]
    this.words = new Set();
    this.place = -1;
    this.field = find("#search-words");
    this.field.addEventListener("input", () => this.look());
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.go(event.shiftKey ? -1 : 1, event);
      if (event.key === "Escape") this.leave(event);
    });
    find("#search").addEventListener("submit", (event) => this.go(1, event));
    find("#search-previous").addEventListener("click", (event) => this.go(-1, event));
  }

  open() {
    this.field.focus();
    this.field.select();
  }

  load() {
    this.joined = null;
    this.look();
  }

  // The document as one lower-case string, with where each word starts in it.
  index() {
    if (this.joined) return;
    const { words, gaps } = this.pane.text;
    this.starts = new Int32Array(words.length);
    let length = 0;
    const pieces = [];
    words.forEach((word, i) => {
      const space = i && gaps[i] ? " " : "";
      const shown = word.toLowerCase();
      this.starts[i] = length + space.length;
      pieces.push(space, shown);
      length += space.length + shown.length;
    });
    this.joined = pieces.join("");
  }

  look() {
    const wanted = this.field.value.toLowerCase().replace(/\s+/g, " ").trim();
    this.hits = [];
    this.words = new Set();
    this.place = -1;
    if (wanted && this.pane.text) {
      this.index();
      for (let at = this.joined.indexOf(wanted); at >= 0; at = this.joined.indexOf(wanted, at + wanted.length)) {
        const hit = [this.wordAt(at), this.wordAt(at + wanted.length - 1)];
        this.hits.push(hit);
        for (let word = hit[0]; word <= hit[1]; word++) this.words.add(word);
      }
    }
    find("#search-count").textContent = wanted ? (this.hits.length ? `${this.hits.length} found` : "none") : "";
    this.dispatchEvent(new Event("hits"));
    if (this.hits.length) this.pane.reveal(this.hits[0][0]);
  }

  wordAt(place) {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  go(step, event) {
    event.preventDefault();
    event.stopPropagation();
    if (!this.hits.length) return;
    this.place = (this.place + step + this.hits.length) % this.hits.length;
    const [first, last] = this.hits[this.place];
    this.pane.anchor = first;
    this.pane.select(
      Array.from({ length: last - first + 1 }, (_, i) => first + i),
      { cursor: first },
    );
    this.pane.reveal(first);
    find("#search-count").textContent = `${this.place + 1} of ${this.hits.length}`;
  }

  leave(event) {
    event.preventDefault();
    event.stopPropagation();
    if (this.place < 0 && this.hits.length) this.go(1, event);
    this.field.value = "";
    this.look();
    this.pane.element.focus({ preventScroll: true });
  }
}
