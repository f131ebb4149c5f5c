// The strip along a document: where in it the summary draws from, and where the reader is.

import { find, make, onceAFrame } from "./dom.js";
import { settle } from "./scroll.js";
import { fitted } from "./theme.js";

export class Strip {
  // Places are counted in any unit (characters, words), as long as blocks and marks count in the same.
  constructor(element, pane) {
    Object.assign(this, { element, pane, blocks: [], marks: [], length: 1 });
    this.here = make("div", { class: "here" });
    this.element.prepend(this.here);
    this.canvas = find("canvas", element);
    const markPlace = onceAFrame(() => this.markPlace());
    pane.addEventListener("scroll", markPlace, { passive: true });
    this.soon = onceAFrame(() => this.draw());
    new ResizeObserver(this.soon).observe(element);
    this.sizes = new ResizeObserver(markPlace);
    element.addEventListener("pointerdown", (event) => {
      element.setPointerCapture(event.pointerId);
      this.goTo(event.clientY);
    });
    element.addEventListener("pointermove", (event) => event.buttons & 1 && this.goTo(event.clientY));
  }

  /** Take a document: its blocks in order, [{node, start, end}], inside `content`, and its length. */
  load(content, blocks, length) {
    Object.assign(this, { blocks, length: length || 1 });
    this.sizes.disconnect();
    this.sizes.observe(content);
  }

  /** Draw marks, [{start, end, colour, wide}]; a wide one stands out. */
  show(marks) {
    this.marks = marks;
    this.soon();
  }

  draw() {
    const { width, height } = this.element.getBoundingClientRect();
    if (!width) return;
    const context = fitted(this.canvas, width, height);
    const scale = height / this.length;
    for (const { start, end, colour, wide } of this.marks) {
      const tall = Math.max(wide ? 3 : 2, (end - start) * scale);
      context.fillStyle = colour;
      context.fillRect(wide ? 1 : 4, start * scale, width - (wide ? 2 : 8), tall);
    }
    this.markPlace();
  }

  /** Show where the reader is: the only part of the strip that a scroll changes. */
  markPlace() {
    const { height } = this.element.getBoundingClientRect();
    const frame = this.pane.getBoundingClientRect();
    const [top, bottom] = [frame.top, frame.bottom].map((y) => (this.placeAt(y) / this.length) * height);
    this.here.style.transform = `translateY(${top.toFixed(1)}px)`;
    this.here.style.height = `${Math.max(6, bottom - top).toFixed(1)}px`;
  }

  /** The place in the document at a height of the screen; by blocks, so that those not yet laid out do not matter. */
  placeAt(y) {
    const block = this.first(({ node }) => node.getBoundingClientRect().bottom > y);
    if (!block) return 0;
    const box = block.node.getBoundingClientRect();
    const inside = Math.min(1, Math.max(0, (y - box.top) / (box.height || 1)));
    return block.start + inside * (block.end - block.start);
  }

  /** Bring the place at a height of the strip into the middle of the pane. */
  goTo(y) {
    const { top, height } = this.element.getBoundingClientRect();
    const place = Math.min(1, Math.max(0, (y - top) / height)) * this.length;
    const block = this.first(({ end }) => end > place);
    if (!block) return;
    const { node, start, end } = block;
    settle(this.pane, () => {
      const [box, frame] = [node.getBoundingClientRect(), this.pane.getBoundingClientRect()];
      const inside = Math.min(1, Math.max(0, (place - start) / (end - start || 1)));
      return box.top + inside * box.height - (frame.top + frame.bottom) / 2;
    });
  }

  /** The first block that is far enough down, else the last. */
  first(farEnough) {
    let [low, high] = [0, this.blocks.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (farEnough(this.blocks[middle])) high = middle;
      else low = middle + 1;
    }
    return this.blocks[low];
  }
}
