// What an annotator does with the words selected: link, mark, change, delete, accept. Each is one edit, one undo.

import { find, say } from "../shared/dom.js";
import { linkValue, linksOf, nullsOf, randomName, sameSpans, spansOf, takenOut, wordsOf } from "./marks.js";
import { toast } from "./toast.js";

export class Editor extends EventTarget {
  constructor(document, summary) {
    super();
    this.document = document;
    this.summary = summary;
    this.current = null; // id of the link in hand
    this.changing = null; // id of the link whose words are being changed
    this.suggestions = [];
    for (const pane of [document, summary]) pane.addEventListener("select", () => this.selectionChanged(pane));
  }

  load(store) {
    this.store = store;
    this.links = [];
    this.current = this.changing = null;
    this.suggestions = [];
    this.derive();
  }

  // Works out links, nulls and open suggestions from the marks.
  derive() {
    const { marks } = this.store;
    this.links = linksOf(marks);
    this.nulls = nullsOf(marks);
    this.byWord = { doc: new Map(), sum: new Map() };
    for (const link of this.links)
      for (const side of ["doc", "sum"])
        for (const word of wordsOf(link[side])) {
          const known = this.byWord[side].get(word);
          known ? known.push(link) : this.byWord[side].set(word, [link]);
        }
    this.offered = this.suggestions.filter(
      (one) => !(`rejected/${suggestionKey(one)}` in marks) && wordsOf(one.sum).some((word) => !this.judged(word)),
    );
    if (!this.links.some((link) => link.id === this.current)) this.current = null;
    if (!this.links.some((link) => link.id === this.changing)) this.changing = null;
    this.current ??= this.listed()[0]?.id ?? null;
  }

  judged(word) {
    return this.byWord.sum.has(word) || this.nulls.has(word);
  }

  undecided() {
    return this.summary.spans.map((_, word) => word).filter((word) => !this.judged(word));
  }

  // The links of the selected summary words, or of the selected document words where no summary word is selected.
  listed() {
    const [side, pane] = this.summary.selected.size ? ["sum", this.summary] : ["doc", this.document];
    const links = new Map();
    for (const word of [...pane.selected].sort((a, b) => a - b))
      for (const link of this.byWord[side].get(word) ?? []) links.set(link.id, link);
    return [...links.values()];
  }

  // The suggestions for the selected summary words.
  listedSuggestions() {
    return this.offered.filter((one) => wordsOf(one.sum).some((word) => this.summary.selected.has(word)));
  }

  selectionChanged(pane) {
    const listed = this.listed();
    if (!listed.some((link) => link.id === this.current)) this.current = listed[0]?.id ?? null;
    if (pane === this.summary && !this.document.selected.size && listed.length) this.revealSource(listed[0]);
    say(this.described(pane));
    this.dispatchEvent(new Event("selection"));
  }

  // The words selected in a pane and what is known of them, for those who hear the page.
  described(pane) {
    const words = [...pane.selected].sort((a, b) => a - b);
    if (!words.length) return "nothing selected";
    const ofSummary = pane === this.summary;
    const links = new Set(words.flatMap((word) => this.byWord[ofSummary ? "sum" : "doc"].get(word) ?? []));
    const known = Array.from(links, (link) => {
      const other = ofSummary ? this.document.phrase(wordsOf(link.doc)) : this.summary.phrase(wordsOf(link.sum));
      return `linked ${link.label === "S" ? "sure" : "possible"} ${ofSummary ? "from" : "to"} ${other}`;
    });
    const nothing = words.every((word) => this.nulls.has(word)) ? "no source" : "undecided";
    if (ofSummary && !known.length) known.push(nothing);
    return [pane.phrase(words), ...known].join(", ");
  }

  revealSource(link) {
    this.document.reveal(link.doc[0][0]);
  }

  turn(step) {
    const listed = this.listed();
    if (!listed.length) return;
    const place = listed.findIndex((link) => link.id === this.current);
    this.current = listed[(place + step + listed.length) % listed.length].id;
    this.revealSource(listed.find((link) => link.id === this.current));
    this.dispatchEvent(new Event("selection"));
  }

  // Links the selected words; with one side selected only, the link in hand gets the label.
  link(label) {
    const doc = spansOf(this.document.selected);
    const sum = spansOf(this.summary.selected);
    if (this.changing) return this.finishChange(label, doc, sum);
    if (!doc.length || !sum.length) {
      const link = this.links.find((each) => each.id === this.current);
      if (!link) return toast("Select words on both sides first.");
      if (link.label !== label) this.store.edit({ [`link/${link.id}`]: linkValue({ ...link, label }) });
      say(label === "S" ? "Link is now sure" : "Link is now possible");
      return;
    }
    const same = this.links.find((link) => sameSpans(link.doc, doc) && sameSpans(link.sum, sum));
    const name = same ? same.id : randomName();
    this.store.edit({ [`link/${name}`]: linkValue({ ...same, doc, sum, label }) });
    this.advance(wordsOf(sum), `Linked, ${label === "S" ? "sure" : "possible"}`);
  }

  // Links as many words on one side as on the other, first with first, second with second.
  linkWords(label) {
    const doc = [...this.document.selected].sort((a, b) => a - b);
    const sum = [...this.summary.selected].sort((a, b) => a - b);
    if (!doc.length || doc.length !== sum.length)
      return toast(`Word by word needs the same number of words on both sides, not ${doc.length} and ${sum.length}.`);
    const changes = {};
    doc.forEach((word, place) => {
      const value = { doc: [[word, word + 1]], sum: [[sum[place], sum[place] + 1]], label };
      const same = this.links.find((link) => sameSpans(link.doc, value.doc) && sameSpans(link.sum, value.sum));
      changes[`link/${same ? same.id : randomName()}`] = linkValue({ ...same, ...value });
    });
    this.store.edit(changes);
    this.advance(sum, `${doc.length} words linked`);
  }

  markNull() {
    const words = [...this.summary.selected];
    if (!words.length) return toast("Select summary words first.");
    if (words.every((word) => this.nulls.has(word))) return this.unmark(words);
    const cut = takenOut(this.store.marks, words);
    const marks = Object.fromEntries(words.map((word) => [`null/${word}`, this.nulls.get(word) ?? ""]));
    this.store.edit({ ...cut, ...marks });
    const links = Object.keys(cut).length;
    const undo = { name: "Undo", run: () => this.store.undo() };
    if (links) toast(`Removed from ${links} ${links === 1 ? "link" : "links"}.`, undo);
    this.advance(words, "No source");
  }

  note(words, text) {
    const cut = takenOut(this.store.marks, words);
    this.store.edit({ ...cut, ...Object.fromEntries(words.map((word) => [`null/${word}`, text])) });
  }

  unmark(words) {
    this.store.edit(Object.fromEntries(words.map((word) => [`null/${word}`, null])));
  }

  remove() {
    if (this.current) {
      this.store.edit({ [`link/${this.current}`]: null });
      say("Link deleted");
      return;
    }
    const words = [...this.summary.selected].filter((word) => this.nulls.has(word));
    if (words.length) this.unmark(words);
  }

  // Takes the link in hand apart: its words become the selection, to be changed and linked again.
  change() {
    const link = this.links.find((each) => each.id === this.current);
    if (!link) return toast("Select a linked word first.");
    this.document.select(wordsOf(link.doc), { cursor: link.doc[0][0], quiet: true, reveal: true });
    this.summary.select(wordsOf(link.sum), { cursor: link.sum[0][0], reveal: true });
    this.changing = this.current = link.id;
    this.dispatchEvent(new Event("selection"));
    say("Change the words, then press S or P");
  }

  finishChange(label, doc, sum) {
    if (!doc.length || !sum.length) return toast("A link needs words on both sides.");
    const link = this.links.find((each) => each.id === this.changing);
    this.store.edit({ [`link/${link.id}`]: linkValue({ ...link, doc, sum, label }) });
    this.changing = null;
    this.advance(wordsOf(sum), "Link changed");
  }

  comment(id, text) {
    const link = this.links.find((each) => each.id === id);
    if (!link || (link.comment ?? "") === text) return;
    this.store.edit({ [`link/${id}`]: linkValue({ ...link, comment: text }) });
  }

  commentPair(text) {
    if ((this.store.marks.comment ?? "") !== text) this.store.edit({ comment: text || null });
  }

  accept(suggestion) {
    const { doc, sum, label } = suggestion;
    this.store.edit({ [`link/${randomName()}`]: { doc, sum, label, from: "suggestion" } });
    this.nextSuggestion("Accepted");
  }

  reject(suggestion) {
    this.store.edit({ [`rejected/${suggestionKey(suggestion)}`]: true });
    this.nextSuggestion("Rejected");
  }

  nextSuggestion(done = "") {
    this.document.clear(true);
    const here = this.summary.cursor;
    const next = this.listedSuggestions()[0] ?? this.offered.find((one) => one.sum[0][0] >= here) ?? this.offered[0];
    if (!next) return toast(done ? `${done}. No more suggestions here.` : "No suggestions here.");
    this.summary.select(wordsOf(next.sum), { cursor: next.sum[0][0], reveal: true });
    this.document.reveal(next.doc[0][0]);
    const [to, from] = [this.summary.phrase(wordsOf(next.sum)), this.document.phrase(wordsOf(next.doc))];
    say(`${done} Suggestion: ${to}, from ${from}`);
  }

  // After words are settled: on to the next summary word that is not.
  advance(words, done) {
    this.document.clear(true);
    const after = Math.max(...words);
    const open = this.undecided();
    const next = open.find((word) => word > after) ?? open[0];
    if (next === undefined) {
      this.summary.select([after], { cursor: after });
      say(`${done}. All words are decided.`);
    } else {
      this.summary.anchor = next;
      this.summary.select([next], { cursor: next, reveal: true });
      say(`${done}. Next: ${this.summary.text.words[next]}`);
    }
  }

  step(direction) {
    const open = this.undecided();
    if (!open.length) return toast("All summary words are decided.");
    const here = this.summary.cursor;
    const ahead = open.find((word) => word > here) ?? open[0];
    const behind = open.findLast((word) => word < here) ?? open.at(-1);
    const next = direction > 0 ? ahead : behind;
    this.summary.anchor = next;
    this.summary.select([next], { cursor: next, reveal: true });
    this.summary.element.focus({ preventScroll: true });
    say(this.summary.text.words[next]);
  }

  // Places of the selected summary words in the document, in order.
  occurrences() {
    const words = [...this.summary.selected].sort((a, b) => a - b).map((word) => folded(this.summary.text.words[word]));
    if (!words.length) return [];
    const places = this.placesInDocument();
    return (places.get(words[0]) ?? []).filter((i) => words.every((word, k) => this.folded[i + k] === word));
  }

  // Where each word occurs in the document, worked out once: a document may have hundreds of thousands.
  placesInDocument() {
    if (this.foldedText !== this.document.text) {
      this.foldedText = this.document.text;
      this.folded = this.document.text.words.map(folded);
      this.places = new Map();
      this.folded.forEach((word, i) => {
        const known = this.places.get(word);
        known ? known.push(i) : this.places.set(word, [i]);
      });
    }
    return this.places;
  }

  // Selects the next occurrence of the selected summary words in the document, the one nearest the last link first.
  find(direction = 1) {
    const found = this.occurrences();
    if (!found.length) return toast("These words are not in the document. Press / to search for others.");
    const length = this.summary.selected.size;
    const selected = [...this.document.selected].sort((a, b) => a - b);
    const here = found.indexOf(selected[0]);
    let place;
    if (here >= 0 && selected.length === length) place = (here + direction + found.length) % found.length;
    else {
      const near = this.neighbour();
      place = found.reduce((best, word, i) => (Math.abs(word - near) < Math.abs(found[best] - near) ? i : best), 0);
    }
    const start = found[place];
    const words = Array.from({ length }, (_, k) => start + k);
    this.document.anchor = start;
    this.document.select(words, { cursor: start, reveal: true });
    this.document.reveal(start);
    say(`${place + 1} of ${found.length} in the document`);
    find("#search-count").textContent = `${place + 1} of ${found.length}`;
  }

  // Where the summary word before the selection comes from: the likeliest neighbourhood for this one.
  neighbour() {
    for (let word = Math.min(...this.summary.selected) - 1; word >= 0; word--) {
      const link = this.byWord.sum.get(word)?.[0];
      if (link) return link.doc.at(-1)[1];
    }
    return 0;
  }
}

const folded = (word) => word.normalize("NFC").toLowerCase().replace(/[‘’]/g, "'").replace(/[“”]/g, '"');

export function suggestionKey({ doc, sum }) {
  const side = (spans) => spans.map(([a, b]) => `${a}-${b}`).join(",");
  return `${side(doc)}|${side(sum)}`;
}
