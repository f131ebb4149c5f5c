// What is drawn over and beside the texts: curves from summary words to their sources, and the map of the document.

import { wordsOf } from "./marks.js";

const SVG = "http://www.w3.org/2000/svg";

export class Drawing {
  constructor(svg, map, document, summary) {
    Object.assign(this, { svg, map, document, summary, links: [], marks: [] });
    this.asked = false;
    const soon = () => this.soon();
    for (const pane of [document.element, summary.element]) pane.addEventListener("scroll", soon, { passive: true });
    new ResizeObserver(() => this.soon(true)).observe(document.element);
    new ResizeObserver(soon).observe(summary.element);
    map.addEventListener("pointerdown", (event) => this.jump(event));
    map.addEventListener("pointermove", (event) => event.buttons & 1 && this.jump(event));
  }

  // `links`: [{doc, sum, hue, dashed, faint}]
  show(links) {
    this.links = links;
    this.soon();
  }

  // `marks`: [[document word, colour]]
  showMap(marks) {
    this.marks = marks;
    this.soon(true);
  }

  soon(map = false) {
    this.mapToo ||= map;
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.draw();
      this.drawMap();
    });
  }

  draw() {
    const frame = this.svg.getBoundingClientRect();
    const documentFrame = this.document.element.getBoundingClientRect();
    const summaryFrame = this.summary.element.getBoundingClientRect();
    const curves = [];
    for (const link of this.links) {
      const [from] = ends(this.summary, link.sum, summaryFrame);
      if (!from) continue;
      for (const to of ends(this.document, link.doc, documentFrame)) curves.push(this.curve(link, from, to, frame));
    }
    this.svg.replaceChildren(...curves.flat());
  }

  // The line runs under the words, between the lines of text, and bends only between the two panes.
  curve(link, from, to, frame) {
    const beside = from.pane.left > to.pane.right;
    const x = (place) => place - frame.left;
    const y = (place) => place - frame.top;
    const [a, b, c, d] = [x(from.centre), y(from.under), x(to.centre), y(to.under)];
    const path = document.createElementNS(SVG, "path");
    if (beside) {
      const [left, right] = [x(to.pane.right), x(from.pane.left)];
      const middle = (left + right) / 2;
      const bend = `C${middle} ${b} ${middle} ${d} ${left} ${d}`;
      path.setAttribute("d", `M${a} ${b - 3}L${a} ${b}L${right} ${b}${bend}L${c} ${d}L${c} ${d - 3}`);
    } else path.setAttribute("d", `M${a} ${b}C${a} ${(b + d) / 2} ${c} ${(b + d) / 2} ${c} ${d}`);
    path.setAttribute("class", `curve${link.dashed ? " dashed" : ""}${link.faint ? " faint" : ""}`);
    path.style.stroke = `rgb(var(${link.hue}))`;
    const dot = document.createElementNS(SVG, "circle");
    dot.setAttribute("cx", c);
    dot.setAttribute("cy", d);
    dot.setAttribute("r", to.hidden ? 5 : 3);
    dot.setAttribute("class", link.faint ? "faint" : "");
    dot.style.fill = `rgb(var(${link.hue}))`;
    return [path, dot];
  }

  drawMap() {
    if (!this.mapToo) return;
    this.mapToo = false;
    const { map } = this;
    const height = this.document.element.clientHeight;
    const scale = window.devicePixelRatio || 1;
    map.height = Math.max(1, Math.round(height * scale));
    map.width = Math.round(14 * scale);
    const context = map.getContext("2d");
    const total = Math.max(1, this.document.spans?.length ?? 1);
    const thick = Math.max(2 * scale, map.height / total);
    for (const [word, colour] of this.marks) {
      context.fillStyle = colour;
      context.fillRect(2 * scale, (word / total) * map.height, map.width - 4 * scale, thick);
    }
  }

  jump(event) {
    const frame = this.map.getBoundingClientRect();
    const share = Math.min(0.9999, Math.max(0, (event.clientY - frame.top) / frame.height));
    const word = Math.floor(share * this.document.spans.length);
    this.document.spans[word]?.scrollIntoView({ block: "center", behavior: "instant" });
  }
}

// Where the stretches of a phrase end, clamped to what the pane shows.
function ends(pane, spans, frame) {
  return spans.map(([start, end]) => {
    const words = wordsOf([[start, end]]).map((word) => pane.spans[word]);
    const first = words[0].getBoundingClientRect();
    const last = words.at(-1).getBoundingClientRect();
    const oneLine = Math.abs(first.top - last.top) < 4;
    const place = oneLine ? { left: first.left, right: last.right, bottom: first.bottom } : last;
    const under = Math.min(Math.max(place.bottom + 3, frame.top + 2), frame.bottom - 2);
    return { centre: (place.left + place.right) / 2, under, pane: frame, hidden: under !== place.bottom + 3 };
  });
}
