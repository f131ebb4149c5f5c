// What is drawn over and beside the texts: lines from summary words to their sources, and the strip along the document.

import { onceAFrame } from "../shared/dom.js";
import { endOf, line } from "../shared/lines.js";
import { Strip } from "../shared/strip.js";

export class Drawing {
  constructor(svg, map, document, summary) {
    Object.assign(this, { svg, document, summary, links: [] });
    this.strip = new Strip(map, document.element);
    this.soon = onceAFrame(() => this.draw());
    const sizes = new ResizeObserver(this.soon);
    for (const { element } of [document, summary]) {
      element.addEventListener("scroll", this.soon, { passive: true });
      sizes.observe(element);
    }
  }

  // Takes the pair that the panes have loaded; no line of the pair before stays.
  load() {
    this.links = [];
    this.draw();
    this.strip.load(this.document.element, this.document.blocks, this.document.spans.length);
  }

  // `links`: [{doc, sum, hue, dashed, faint}]; `marks` for the strip: [{start, end, colour}]
  show(links, marks) {
    this.links = links;
    this.soon();
    this.strip.show(marks);
  }

  draw() {
    const [summary, document] = [this.summary, this.document].map(({ element }) => element.getBoundingClientRect());
    const margins = { sum: summary.right, doc: document.left };
    const lines = this.links.flatMap(({ doc, sum, hue, dashed, faint }) => {
      const look = [hue, dashed && "dashed", faint && "faint"].filter(Boolean).join(" ");
      const from = endOf(boxOf(this.summary, sum[0]), summary);
      return doc.flatMap((span) => line(from, endOf(boxOf(this.document, span), document), margins, look));
    });
    this.svg.replaceChildren(...lines);
  }
}

// The box of a stretch of words; where it goes over several lines, of its last word.
function boxOf(pane, [start, end]) {
  const [first, last] = [start, end - 1].map((word) => pane.spans[word].getBoundingClientRect());
  if (Math.abs(first.top - last.top) >= 4) return last;
  return { left: first.left, right: last.right, top: first.top, bottom: first.bottom };
}
