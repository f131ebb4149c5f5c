// The lines from the lit phrase to its partners, or from the chosen claim to its evidence.

import { find } from "../shared/dom.js";
import { endOf, line, stacked } from "../shared/lines.js";
import { lit, state, tabShown } from "./state.js";

const MOST_LINES = 24;

export const firstBox = (node) => [...node.getClientRects()].find((box) => box.width) ?? node.getBoundingClientRect();

export function drawLines() {
  const svg = find(".lines");
  const claim = tabShown() === "claims" ? state.pair?.check?.claims[state.claim] : null;
  if (find(".text-panel").hidden || (!lit.run && !claim)) return svg.replaceChildren();
  if (claim) return svg.replaceChildren(...claimLines(claim));
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

/** From the claim's card to the line of each of its sentences that is nearest to it, so that no other words are underlined. */
function claimLines({ number, verdict, evidence }) {
  if (stacked()) return []; // they would run through the claims below
  const box = (selector) => find(selector).getBoundingClientRect();
  const [claims, text, pane, documentPane] = [".claims", ".document", ".summary-pane", ".document-pane"].map(box);
  const { left, top, bottom } = box(`.claim[data-claim="${number}"] .claim-text`);
  const from = endOf({ left, right: claims.right, top, bottom: (top + bottom) / 2 }, pane);
  const margins = { sum: claims.right, doc: text.left - 6 };
  const nearest = (node) => [...node.getClientRects()].reduce((best, one) => (one.left < best.left ? one : best));
  return evidence.flatMap(({ nodes: [node] }) =>
    node ? line(from, endOf(nearest(node), documentPane), margins, `is-${verdict.replace(" ", "-")}`) : [],
  );
}
