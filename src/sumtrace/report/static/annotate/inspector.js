// The panel under the summary: what is selected, what can be done with it, its links, suggestions and comments.

import { find, make } from "../shared/dom.js";
import { key } from "../shared/keys.js";
import { wordsOf } from "./marks.js";

export class Inspector {
  constructor(editor) {
    this.editor = editor;
    this.panel = find("#panel");
  }

  render() {
    if (this.panel.contains(document.activeElement) && document.activeElement.matches("textarea, input")) return;
    const held = this.panel.contains(document.activeElement) ? document.activeElement.dataset.name : null;
    const scrolled = this.panel.scrollTop;
    const sections = [this.selection(), this.links(), this.suggestions(), this.pairComment()];
    this.panel.replaceChildren(...sections.filter(Boolean));
    this.panel.scrollTop = scrolled;
    if (held) this.panel.querySelector(`[data-name="${CSS.escape(held)}"]`)?.focus();
  }

  selection() {
    const { editor } = this;
    const doc = [...editor.document.selected].sort((a, b) => a - b);
    const sum = [...editor.summary.selected].sort((a, b) => a - b);
    const chosen = make(
      "div",
      { class: "chosen" },
      sum.length || doc.length
        ? [phrase(editor.summary, sum, "summary words"), arrow(), phrase(editor.document, doc, "document words")]
        : make("p", { class: "hint" }, "Select words on both sides: click, drag, Shift- or Ctrl-click, arrow keys."),
    );
    const both = doc.length > 0 && sum.length > 0;
    const labels = both || editor.current || editor.changing;
    const wordByWord = both && doc.length === sum.length && doc.length > 1;
    const nulls = sum.length > 0 && sum.every((word) => editor.nulls.has(word));
    const actions = make(
      "div",
      { class: "actions" },
      action("Sure", "S", "link-sure", () => editor.link("S"), { class: "sure", disabled: !labels }),
      action("Possible", "P", "link-possible", () => editor.link("P"), { class: "possible", disabled: !labels }),
      wordByWord && action("Word by word", "W", "link-words", () => editor.linkWords("S")),
      action(nulls ? "Has a source" : "No source", "N", "null", () => editor.markNull(), { disabled: !sum.length }),
      action("Unsupported…", "U", "unsupported", () => this.askReason(), { disabled: !sum.length }),
      action("Find", "F", "find", () => editor.find(), { disabled: !sum.length, title: "Find in the document (F)" }),
    );
    const advice = ["Changing a link: select its new words, then ", key("S"), " or ", key("P"), "; ", key("Esc")];
    const changing = editor.changing && make("p", { class: "changing" }, advice, " leaves it as it was.");
    const reason = this.reason(sum);
    return make("section", { class: "card", "aria-label": "Selection" }, chosen, changing, actions, reason);
  }

  // The reason why words are unsupported, shown where one was given or is being asked for.
  reason(words) {
    const notes = [...new Set(words.map((word) => this.editor.nulls.get(word)).filter(Boolean))];
    if (!notes.length && !this.asking) return null;
    const given = notes.join(" / ");
    this.asking = false;
    const value = given || "unsupported: ";
    const field = make("input", { class: "reason", value, "aria-label": "Reason why it is unsupported" });
    field.dataset.name = "reason";
    const save = () => field.value.trim() !== given && this.editor.note(words, field.value.trim());
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") this.finish(save);
      if (event.key === "Escape") this.finish(() => {});
    });
    field.addEventListener("blur", save, { once: true });
    return make("label", { class: "reason-row" }, "Note ", field);
  }

  askReason() {
    if (!this.editor.summary.selected.size) return;
    this.asking = true;
    this.render();
    const field = this.panel.querySelector(".reason");
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }

  // Leaves a text field: what it holds is saved or not, and the keys are for words again.
  finish(save) {
    const field = document.activeElement;
    // what leaves the page loses the focus, and its blur must neither save a second time nor save what Esc gave up
    field.addEventListener("blur", (event) => event.stopImmediatePropagation(), { capture: true, once: true });
    field.replaceWith(field.cloneNode(true));
    save();
    this.editor.summary.element.focus({ preventScroll: true });
    this.editor.dispatchEvent(new Event("selection")); // the page shows the panel of what is being done
  }

  links() {
    const { editor } = this;
    const links = editor.listed();
    if (!links.length) return null;
    return make(
      "section",
      { class: "card", "aria-label": "Links" },
      make("h3", {}, links.length === 1 ? "1 link" : `${links.length} links`),
      links.map((link) => this.link(link)),
    );
  }

  link(link) {
    const { editor } = this;
    const current = link.id === editor.current;
    const take = (run) => () => {
      editor.current = link.id;
      run();
    };
    const hint = current ? "Comment  (C)" : "Comment";
    const comment = make("textarea", { rows: 1, placeholder: hint, "aria-label": "Comment on this link" });
    comment.dataset.name = `comment-${link.id}`;
    comment.value = link.comment ?? "";
    this.textKeys(comment, (text) => editor.comment(link.id, text));
    const other = link.label === "S" ? ["Possible", "P"] : ["Sure", "S"];
    return make(
      "div",
      { class: current ? "link current" : "link", on: this.pointing(link) },
      linkWords(
        link,
        phrase(editor.summary, wordsOf(link.sum)),
        arrow(),
        source(editor.document, link.doc, take(() => editor.dispatchEvent(new Event("selection")))),
      ),
      make(
        "div",
        { class: "link-actions" },
        action(...other, `label-${link.id}`, take(() => this.relabel(link))),
        action("Change words", "E", `change-${link.id}`, take(() => editor.change())),
        action("Delete", "Del", `delete-${link.id}`, take(() => editor.remove())),
      ),
      comment,
    );
  }

  // Draws a link while the mouse is over its line in the panel.
  pointing(link) {
    const point = (detail) => () => this.editor.dispatchEvent(new CustomEvent("point", { detail }));
    return { pointerenter: point(link), pointerleave: point(null) };
  }

  relabel(link) {
    this.editor.document.clear(true);
    this.editor.link(link.label === "S" ? "P" : "S");
  }

  suggestions() {
    const { editor } = this;
    if (!editor.suggestions.length && !this.thinking) return null;
    const here = editor.listedSuggestions();
    const left = editor.offered.length;
    const count = `${left} suggestion${left === 1 ? "" : "s"} left`;
    const title = this.thinking ? "Suggestions: the aligner is running…" : count;
    const why = (one) => [one.prob === null ? null : one.prob.toFixed(2), one.by].filter(Boolean).join(" · ");
    return make(
      "section",
      { class: "card suggestions", "aria-label": "Suggestions" },
      make("h3", {}, title),
      here.map((one, place) =>
        make(
          "div",
          { class: "link suggested", on: this.pointing(one) },
          linkWords(
            { label: one.label, kind: "suggested" },
            phrase(editor.summary, wordsOf(one.sum)),
            arrow(),
            source(editor.document, one.doc),
            make("span", { class: "hint" }, why(one)),
          ),
          make(
            "div",
            { class: "link-actions" },
            action("Accept", place ? null : "A", `accept-${place}`, () => editor.accept(one)),
            action("Reject", place ? null : "R", `reject-${place}`, () => editor.reject(one)),
          ),
        ),
      ),
      left > 0 && action("Next suggestion", "V", "next-suggestion", () => editor.nextSuggestion()),
    );
  }

  pairComment() {
    const hint = "Comment on this pair  (Shift C)";
    const field = make("textarea", { rows: 2, placeholder: hint, "aria-label": "Comment on this pair" });
    field.dataset.name = "pair-comment";
    field.value = this.editor.store.marks.comment ?? "";
    this.textKeys(field, (text) => this.editor.commentPair(text));
    return make("section", { class: "card plain" }, field);
  }

  // Enter saves, Escape does not, leaving the field saves.
  textKeys(field, save) {
    const before = field.value;
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        this.finish(() => save(field.value.trim()));
      } else if (event.key === "Escape") this.finish(() => {});
    });
    field.addEventListener("blur", () => field.value !== before && save(field.value.trim()), { once: true });
  }

  focusComment(pair) {
    const name = pair ? "pair-comment" : `comment-${this.editor.current}`;
    this.panel.querySelector(`[data-name="${CSS.escape(name)}"]`)?.focus();
  }
}

// What a link says in words, behind its label, which is shown as its kind.
export const linkWords = ({ label, kind = label }, ...words) =>
  make("div", { class: "link-words" }, make("span", { class: `label ${kind}` }, label), ...words);

export const arrow = () => make("span", { class: "arrow", role: "img", "aria-label": "from" }, "←");

export function phrase(pane, words, missing = "") {
  const kind = words.length ? "phrase" : "phrase missing";
  return make("span", { class: kind }, words.length ? pane.phrase(words) : missing);
}

// A document phrase between its neighbours, which tell it from others of the same words; pressing it shows its place.
export function source(pane, spans, then = () => {}) {
  const words = wordsOf(spans);
  const around = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
  const before = around(Math.max(0, words[0] - 2), words[0]);
  while (before.length && !/[\p{L}\p{N}]/u.test(pane.text.words[before[0]])) before.shift(); // no ". It was"
  const after = around(words.at(-1) + 1, Math.min(pane.spans.length, words.at(-1) + 3));
  const show = () => (pane.reveal(words[0]), then());
  return make(
    "button",
    { class: "phrase go", title: "Show in the document", on: { click: show } },
    before.length && make("span", { class: "around" }, `${pane.phrase(before)} `),
    make("span", { class: "source" }, pane.phrase(words)),
    after.length && make("span", { class: "around" }, ` ${pane.phrase(after)}`),
  );
}

export function action(name, shortcut, id, run, attributes = {}) {
  const { class: kind = "", ...others } = attributes;
  const given = { type: "button", class: `action ${kind}`, "data-name": id, on: { click: run }, ...others };
  return make("button", given, name, shortcut && key(shortcut));
}
