// The lines from the lit phrase to its partners.

import { find } from "../shared/dom.js";
import { endOf, line } from "../shared/lines.js";
import { lit } from "./state.js";

const MOST_LINES = 24;

export const firstBox = (node) => [...node.getClientRects()].find((box) => box.width) ?? node.getBoundingClientRect();

export function drawLines() {
  const svg = find(".lines");
  if (!lit.run || find(".text-panel").hidden) return svg.replaceChildren();
  const there = lit.run.side === "sum" ? "doc" : "sum";
  const panes = { sum: find(".summary-pane"), doc: find(".document-pane") };
  const margins = {
    sum: find(".summary").getBoundingClientRect().right + 6,
    doc: find(".document").getBoundingClientRect().left - 6,
  };
  const end = (run) => endOf(firstBox(run.nodes[0]), panes[run.side].getBoundingClientRect());
  const near = end(lit.run);
  const parts = lit.partners[there].slice(0, MOST_LINES).flatMap((run) => {
    const ends = { [lit.run.side]: near, [there]: end(run) };
    const style = run.nodes[0].className.match(/hue-\d|is-(agree|left|right)/)?.[0] ?? "";
    return line(ends.sum, ends.doc, margins, style);
  });
  svg.replaceChildren(...parts);
}
