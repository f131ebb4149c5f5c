// Adjudication: the disagreements of a pair, one at a time; take an annotator's version, or make one by hand.

import { find, make, say } from "../shared/dom.js";
import { get } from "./api.js";
import { action, arrow, linkWords, phrase, source } from "./inspector.js";
import { wordsOf } from "./marks.js";
import { toast } from "./toast.js";

const VERSION_HUES = ["hue-0", "hue-1", "hue-3"];

export class Adjudicator {
  constructor(editor, inspector, names) {
    Object.assign(this, { editor, inspector, names, place: 0, disagreements: [] });
  }

  load(pair) {
    this.disagreements = pair.disagreements;
    this.place = Math.max(0, this.disagreements.findIndex((one) => !this.decided(one)));
    this.measure();
  }

  get current() {
    return this.disagreements[this.place];
  }

  decided(one) {
    return this.editor.store.marks[`decided/${one.key}`];
  }

  openWords() {
    return new Set(this.disagreements.filter((one) => !this.decided(one)).flatMap((one) => one.words));
  }

  // Sets the marks in question as an annotator has them; null keeps what was made by hand.
  decide(version) {
    const one = this.current;
    if (!one || (version !== null && version >= one.versions.length)) return;
    const name = version === null ? "by hand" : this.names[version];
    const { marks } = this.editor.store;
    const changes = { [`decided/${one.key}`]: name };
    if (version !== null)
      for (const [mark, value] of Object.entries(one.versions[version]))
        if (value !== null || mark in marks) changes[mark] = value;
    this.editor.store.edit(changes);
    say(`Decided: ${name}`);
    const open = this.disagreements.findIndex((each, place) => place > this.place && !this.decided(each));
    const first = open >= 0 ? open : this.disagreements.findIndex((each) => !this.decided(each));
    if (first < 0) toast("All disagreements in this pair are decided. Press D for the next pair.");
    else this.place = first;
    this.show();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.measure(), 400);
  }

  step(direction) {
    const count = this.disagreements.length;
    if (!count) return;
    this.place = (this.place + direction + count) % count;
    this.show();
  }

  show() {
    this.editor.document.clear(true);
    if (!this.current) return this.render();
    const { words } = this.current;
    this.editor.summary.select(words, { cursor: words[0], reveal: true });
    const link = this.current.versions.flatMap((version) => Object.values(version)).find((value) => value?.doc);
    if (link) this.editor.document.reveal(link.doc[0][0]);
    this.editor.summary.element.focus({ preventScroll: true });
    this.render();
  }

  // The links of all versions of the disagreement in hand, in the annotators' colours.
  drawn() {
    if (!this.current) return [];
    return this.current.versions.flatMap((version, place) =>
      Object.values(version)
        .filter((value) => value?.doc)
        .map((value) => ({ ...value, hue: VERSION_HUES[place], dashed: value.label === "P" })),
    );
  }

  render() {
    this.inspector.render();
    const one = this.current;
    const open = this.disagreements.filter((each) => !this.decided(each)).length;
    const title = this.disagreements.length
      ? `Disagreement ${this.place + 1} of ${this.disagreements.length}, ${open} open`
      : "No disagreements in this pair";
    const card = make(
      "section",
      { class: "card adjudication", "aria-label": "Disagreement" },
      make(
        "div",
        { class: "adjudication-head" },
        make("h3", {}, title),
        action("‹", "B", "disagreement-back", () => this.step(-1), { "aria-label": "Previous disagreement" }),
        action("›", "J", "disagreement-on", () => this.step(1), { "aria-label": "Next disagreement" }),
      ),
      one && make("div", { class: "versions" }, one.versions.map((marks, place) => this.version(one, marks, place))),
      one &&
        action("As it is now, edited by hand", "4", "decide-hand", () => this.decide(null), {
          class: this.decided(one) === "by hand" ? "chosen" : "",
        }),
    );
    find("#panel").prepend(card);
  }

  version(one, version, place) {
    const { editor } = this;
    const links = Object.entries(version).filter(([name, value]) => name.startsWith("link/") && value);
    const without = Object.entries(version).filter(([name, value]) => name.startsWith("null/") && value !== null);
    const nulls = without.map(([name]) => Number(name.slice(5))).sort((a, b) => a - b);
    const chosen = this.decided(one) === this.names[place];
    return make(
      "div",
      { class: `version version-${place}${chosen ? " chosen" : ""}` },
      action(`Take ${this.names[place]}`, String(place + 1), `decide-${place}`, () => this.decide(place)),
      links.map(([, value]) =>
        linkWords(value, phrase(editor.summary, wordsOf(value.sum)), arrow(), source(editor.document, value.doc)),
      ),
      nulls.length > 0 &&
        linkWords({ label: "∅", kind: "none" }, phrase(editor.summary, nulls), make("span", { class: "hint" }, "no source")),
      !links.length && !nulls.length && make("p", { class: "hint" }, "nothing here"),
    );
  }

  async measure() {
    try {
      const { between, with_gold: withGold } = await get("agreement");
      const shown = (kappa) => (kappa === null ? "–" : kappa.toFixed(2).replace(/^0/, ""));
      const parts = [
        ...between.map(({ names, kappa }) => [`${names.join(" – ")} `, shown(kappa)]),
        ...withGold.map(({ name, kappa }) => [`${name} – gold `, shown(kappa)]),
      ];
      const shownParts = parts.map(([name, kappa]) => make("span", {}, name, make("b", {}, kappa)));
      find("#agreement").replaceChildren("κ ", ...shownParts);
      find("#agreement").hidden = false;
    } catch {
      // The line comes with the next decision.
    }
  }
}
