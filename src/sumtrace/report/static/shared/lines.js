// The lines that join summary phrases with their sources.

import { draw } from "./dom.js";

const EDGE = 6; // pixels between a pane's edge and the end of a line whose phrase is out of sight

export const stacked = () => matchMedia("(max-width: 860px)").matches;

/** Where a line ends: under a phrase, or at the edge of its pane where the phrase is out of sight. */
export function endOf({ left, right, top, bottom }, pane) {
  const [highest, lowest] = [pane.top + EDGE, pane.bottom - EDGE];
  const y = Math.min(Math.max(bottom - 1, highest), lowest);
  return { left, right, top, y, inside: bottom > highest && top < lowest };
}

/** A line from the end in the summary to the end in the document, with a dot at each that is in sight. `margins.sum` and
    `margins.doc` are where the texts end towards each other; `classes` say how the line looks. */
export function line(sum, doc, margins, classes) {
  const { d, dots } = stacked() ? downwards(sum, doc) : sideways(sum, doc, margins);
  return [
    draw("path", { d, class: `line ${classes}` }),
    ...dots.map(([x, y]) => draw("circle", { cx: x, cy: y, r: 3.5, class: classes })),
  ];
}

/** Along the line of text like an underline, and over from margin to margin in a curve, so that no word is struck through. */
function sideways(sum, doc, margins) {
  const x1 = sum.inside ? Math.min(sum.right, margins.sum) : margins.sum;
  const x2 = doc.inside ? Math.max(doc.left, margins.doc) : margins.doc;
  const middle = (margins.sum + margins.doc) / 2;
  const bend = `C${middle},${sum.y} ${middle},${doc.y} ${margins.doc},${doc.y}`;
  return { d: `M${x1},${sum.y} H${margins.sum} ${bend} H${x2}`, dots: inSight([sum, x1, sum.y], [doc, x2, doc.y]) };
}

function downwards(sum, doc) {
  const [x1, x2] = [sum, doc].map(({ left, right }) => (left + right) / 2);
  const [y1, y2] = [sum.y, doc.inside ? doc.top : doc.y];
  const bend = Math.max(24, Math.abs(y2 - y1) / 2);
  const d = `M${x1},${y1} C${x1},${y1 + bend} ${x2},${y2 - bend} ${x2},${y2}`;
  return { d, dots: inSight([sum, x1, y1], [doc, x2, y2]) };
}

const inSight = (...ends) => ends.filter(([end]) => end.inside).map(([, x, y]) => [x, y]);
