// Review: each claim of a checked summary with its evidence, to be called right, wrong or unclear.

import { find, make, say } from "../shared/dom.js";
import { key } from "../shared/keys.js";
import { shortened } from "../shared/text.js";
import { action } from "./inspector.js";
import { toast } from "./toast.js";

const MARKS = [
  ["right", "R", "the document says so"],
  ["wrong", "W", "it says otherwise, or nothing of the kind"],
  ["unclear", "U", "impossible to tell"],
];
const SIGN = { differs: "✗", "not found": "∅", unclear: "?", supported: "✓" };
const LONGEST_SENTENCE = 600;

const range = ([start, end]) => Array.from({ length: end - start }, (_, k) => start + k);
const kindOf = (verdict) => `is-${verdict.replace(" ", "-")}`;

// The word of a span whose box is furthest out, as a span of its own.
function outermost(pane, tokens, measure) {
  const far = range(tokens).map((word) => [measure(pane.spans[word].getBoundingClientRect()), word]);
  const [, word] = far.reduce((best, one) => (one[0] > best[0] ? one : best));
  return [word, word + 1];
}

export class Review {
  // `show()` has the page drawn again, `next()` opens the next pair that is not done.
  constructor(documentPane, summaryPane, inspector, show, next) {
    Object.assign(this, { document: documentPane, summary: summaryPane, inspector, show, next, claims: [], place: 0 });
    summaryPane.addEventListener("select", () => this.choose(this.claimAt(summaryPane.cursor)));
    documentPane.addEventListener("select", () => documentPane.selected.size && documentPane.clear(true));
  }

  load(pair, store) {
    this.claims = pair.claims;
    this.store = store;
    this.claimOf = new Map(this.claims.flatMap(({ tokens }, k) => range(tokens).map((word) => [word, k])));
    this.place = Math.max(
      0,
      this.claims.findIndex(({ name }) => !this.markOf(name)),
    );
  }

  get claim() {
    return this.claims[this.place];
  }

  claimAt(word) {
    return this.claimOf.get(word) ?? this.place;
  }

  valueOf(name) {
    return this.store.marks[name] ?? {};
  }

  markOf(name) {
    return this.valueOf(name).mark;
  }

  get marked() {
    return this.claims.filter(({ name }) => this.markOf(name)).length;
  }

  choose(place, { tell = true } = {}) {
    this.place = place;
    this.show();
    if (!this.claim) return;
    const [start, end] = this.claim.tokens;
    if (this.summary.cursor < start || this.summary.cursor >= end) this.summary.cursor = this.summary.anchor = start;
    this.summary.showCursor();
    this.summary.reveal(start);
    const [first] = this.claim.evidence;
    if (first) this.document.reveal(first.tokens[0]);
    const { verdict } = this.claim;
    if (tell)
      say(
        [`Claim ${place + 1}`, verdict, this.markOf(this.claim.name), this.phrase(this.claim)]
          .filter(Boolean)
          .join(", "),
      );
  }

  phrase({ tokens }) {
    return this.summary.phrase(range(tokens));
  }

  step(by) {
    const next = this.place + by;
    if (next < 0 || next >= this.claims.length)
      return toast(by > 0 ? "This is the last claim." : "This is the first claim.");
    this.choose(next);
  }

  // Marks the claim, then goes on to the next one that has no mark.
  mark(mark) {
    if (!this.claim) return;
    const value = this.valueOf(this.claim.name);
    if (value.mark !== mark) this.store.edit({ [this.claim.name]: { ...value, mark } });
    const order = this.claims.map((_, k) => (this.place + 1 + k) % this.claims.length);
    const open = order.find((k) => !this.markOf(this.claims[k].name));
    if (open === undefined) {
      this.show();
      return toast("All claims of this summary are marked.", { name: "Next summary", run: this.next });
    }
    this.choose(open, { tell: false });
    say(`${mark}. Next: ${this.phrase(this.claim)}`);
  }

  takeBack() {
    const { mark, ...rest } = this.valueOf(this.claim.name);
    if (mark) this.store.edit({ [this.claim.name]: Object.keys(rest).length ? rest : null });
  }

  note(text) {
    const { note = "", ...rest } = this.valueOf(this.claim.name);
    if (text === note) return;
    const value = text ? { ...rest, note: text } : rest;
    this.store.edit({ [this.claim.name]: Object.keys(value).length ? value : null });
  }

  // How words are to look: the claim in hand, the marks given, the evidence, the facts that differ.
  styles() {
    const [sum, doc] = [new Map(), new Map()];
    const add = (map, word, style) => map.set(word, `${map.get(word) ?? ""} ${style}`);
    for (const [k, { name, tokens }] of this.claims.entries())
      for (const word of range(tokens))
        add(sum, word, `${this.markOf(name) ?? "open"}${k === this.place ? " in-hand" : ""}`);
    if (!this.claim) return { sum, doc };
    for (const { tokens } of this.claim.evidence) for (const word of range(tokens)) add(doc, word, "basis");
    for (const { summary, document } of this.claim.findings ?? []) {
      for (const word of range(summary)) add(sum, word, "fact");
      for (const word of range(document)) add(doc, word, "fact");
    }
    return { sum, doc };
  }

  // Lines from the claim to its evidence, between the words of both that stand nearest to each other.
  lines() {
    if (!this.claim) return [];
    const hue = this.claim.verdict ? kindOf(this.claim.verdict) : "is-agree";
    const sum = [outermost(this.summary, this.claim.tokens, (box) => box.right)];
    return this.claim.evidence.map(({ tokens }, k) => {
      const doc = [outermost(this.document, tokens, (box) => -box.left)];
      return { doc, sum, hue, dashed: k > 0 };
    });
  }

  render() {
    const { activeElement } = document;
    if (find("#panel").contains(activeElement) && activeElement.matches("textarea")) return;
    const held = find("#panel").contains(activeElement) ? activeElement.dataset.name : null;
    find("#panel").replaceChildren(...(this.claim ? [this.card()] : [this.nothing()]), this.inspector.pairComment());
    if (held) find(`#panel [data-name="${CSS.escape(held)}"]`)?.focus();
  }

  nothing() {
    return make(
      "section",
      { class: "card" },
      make("p", { class: "hint" }, "This summary makes no claims; move on to the next."),
    );
  }

  card() {
    const { verdict, reason, findings = [], evidence, name } = this.claim;
    const chosen = this.markOf(name);
    const field = make("textarea", {
      rows: 1,
      placeholder: "Note  (N)",
      "aria-label": "Note on this claim",
      "data-name": "note",
    });
    field.value = this.valueOf(name).note ?? "";
    this.inspector.textKeys(field, (text) => this.note(text));
    return make(
      "section",
      { class: "card review", "aria-label": "Claim" },
      make(
        "div",
        { class: "review-head" },
        make("h3", {}, `Claim ${this.place + 1} of ${this.claims.length}`),
        verdict &&
          make(
            "span",
            { class: `verdict ${kindOf(verdict)}` },
            make("span", { class: "sign", "aria-hidden": "true" }, SIGN[verdict]),
            verdict,
          ),
      ),
      findings.map(({ said, source }) =>
        make(
          "dl",
          { class: "facts" },
          make("div", {}, make("dt", {}, "Summary"), make("dd", {}, make("bdi", {}, shortened(said, 160)))),
          make("div", {}, make("dt", {}, "Document"), make("dd", {}, make("bdi", {}, shortened(source, 160)))),
        ),
      ),
      !findings.length && verdict && verdict !== "supported" && make("p", { class: "hint" }, shortened(reason, 300)),
      evidence.map(({ tokens, place }, k) => {
        const show = () => this.document.reveal(tokens[0]);
        const text = shortened(this.document.phrase(range(tokens)), LONGEST_SENTENCE);
        return make(
          "button",
          {
            class: `evidence-quote ${verdict ? kindOf(verdict) : ""}`,
            title: "Show in the document",
            "data-name": `evidence-${k}`,
            on: { click: show },
          },
          make("q", { dir: "auto" }, text),
          make("cite", {}, make("bdi", {}, shortened(place, 80))),
        );
      }),
      make(
        "div",
        { class: "ratings", role: "group", "aria-label": "According to the document, this claim is" },
        MARKS.map(([mark, letter, meaning]) =>
          make(
            "button",
            {
              class: `rating ${mark}${mark === chosen ? " chosen" : ""}`,
              "data-name": `mark-${mark}`,
              "aria-pressed": String(mark === chosen),
              on: { click: () => this.mark(mark) },
            },
            make("span", { class: "rating-name" }, make("strong", {}, mark), key(letter)),
            make("span", { class: "hint" }, meaning),
          ),
        ),
      ),
      field,
      chosen && action("Clear the mark", "Del", "unmark", () => this.takeBack()),
    );
  }

  focusNote() {
    find('#panel [data-name="note"]')?.focus();
  }
}
