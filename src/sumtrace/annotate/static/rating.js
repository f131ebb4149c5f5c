// Rating: how much of the summary's information the document holds, 0, 1 or 2.

import { $, key, make, say } from "./dom.js";
import { action } from "./inspector.js";

const RATINGS = [
  [0, "None", "none of the information is there"],
  [1, "Some", "part of the information is there"],
  [2, "All", "all of the information is there"],
];

export class Rating {
  constructor(next, textKeys) {
    this.next = next;
    this.textKeys = textKeys;
  }

  load(store) {
    this.store = store;
  }

  rate(value) {
    if (this.store.marks.rating !== value) this.store.edit({ rating: value });
    say(`Rated ${value}`);
    this.next();
  }

  render() {
    if ($("panel").contains(document.activeElement) && document.activeElement.matches("textarea")) return;
    const { rating, comment } = this.store.marks;
    const field = make("textarea", { rows: 2, "data-name": "pair-comment", placeholder: "Comment on this pair  (Shift C)", "aria-label": "Comment on this pair" });
    field.value = comment ?? "";
    this.textKeys(field, (text) => text !== (comment ?? "") && this.store.edit({ comment: text || null }));
    $("panel").replaceChildren(
      make(
        "section",
        { class: "card", "aria-label": "Rating" },
        make("h3", {}, "How much of the summary's information is in the document?"),
        make(
          "div",
          { class: "ratings", role: "group" },
          RATINGS.map(([value, name, meaning]) =>
            make(
              "button",
              { class: value === rating ? "rating chosen" : "rating", "data-name": `rate-${value}`, "aria-pressed": String(value === rating), on: { click: () => this.rate(value) } },
              key(String(value)),
              make("strong", {}, name),
              make("span", { class: "hint" }, meaning),
            ),
          ),
        ),
        rating === undefined ? null : action("Take the rating back", "Del", "unrate", () => this.store.edit({ rating: null })),
      ),
      make("section", { class: "card plain" }, field),
    );
  }
}
