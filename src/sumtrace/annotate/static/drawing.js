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

  curve(link, from, to, frame) {
    const beside = from.left > to.right;
    const [x1, y1] = beside ? [from.left - 2, from.middle] : [from.centre, from.top];
    const [x2, y2] = beside ? [to.right + 2, to.middle] : [to.centre, to.bottom];
    const [a, b, c, d] = [x1 - frame.left, y1 - frame.top, x2 - frame.left, y2 - frame.top];
    const bend = beside ? Math.max(36, (a - c) / 2.2) : 0;
    const lift = beside ? 0 : Math.max(24, Math.abs(d - b) / 3);
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", `M${a} ${b}C${a - bend} ${b - lift} ${c + bend} ${d + lift} ${c} ${d}`);
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
    const place = oneLine ? { left: first.left, right: last.right, top: first.top, bottom: first.bottom } : pane.side === "d" ? last : first;
    const clamp = (y) => Math.min(Math.max(y, frame.top + 2), frame.bottom - 2);
    const middle = (place.top + place.bottom) / 2;
    return {
      left: place.left,
      right: Math.min(place.right, frame.right),
      centre: (place.left + place.right) / 2,
      top: clamp(place.top),
      bottom: clamp(place.bottom),
      middle: clamp(middle),
      hidden: clamp(middle) !== middle,
    };
  });
}
