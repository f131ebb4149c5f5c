// Rating: how much of the summary's information the document holds, 0, 1 or 2.

import { find, make, say } from "../shared/dom.js";
import { key } from "../shared/keys.js";
import { action } from "./inspector.js";

const RATINGS = [
  [0, "None", "none of the information is there"],
  [1, "Some", "part of the information is there"],
  [2, "All", "all of the information is there"],
];

export class Rating {
  constructor(inspector, next) {
    this.inspector = inspector;
    this.next = next;
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
    if (find("#panel").contains(document.activeElement) && document.activeElement.matches("textarea")) return;
    const { rating } = this.store.marks;
    const look = (value) => ({
      class: value === rating ? "rating chosen" : "rating",
      "data-name": `rate-${value}`,
      "aria-pressed": String(value === rating),
      on: { click: () => this.rate(value) },
    });
    const back = () => this.store.edit({ rating: null });
    find("#panel").replaceChildren(
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
              look(value),
              key(String(value)),
              make("strong", {}, name),
              make("span", { class: "hint" }, meaning),
            ),
          ),
        ),
        rating !== undefined && action("Clear the rating", "Del", "unrate", back),
      ),
      this.inspector.pairComment(),
    );
  }
}
