// Marks on spans of the shown texts that are no phrases of the view: a claim, its evidence, what differs.
// The browser paints them over the text (CSS highlights); one that cannot still shows the claims in words.

import { findAll } from "../shared/dom.js";

const isText = (node) => !node.parentElement.closest(".sentence-number, .part");

/** The text nodes of one side, each with where in the text it begins. */
function pieces(pair, side) {
  const blocks = side === "document" ? pair.blocks.map(([start]) => start) : sentenceStarts(pair);
  const selector = side === "document" ? ".document .block" : ".summary .sentence";
  return findAll(selector).flatMap((element, k) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let at = blocks[k], node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!isText(node)) continue;
      found.push({ node, start: at, end: at + node.length });
      at += node.length;
    }
    return found;
  });
}

function sentenceStarts(pair) {
  const starts = [];
  pair.sentenceOf.forEach((sentence, token) => (starts[sentence] ??= pair.summaryOffsets[token][0]));
  return starts;
}

function ranges(pair, side, spans) {
  const own = pieces(pair, side);
  return spans.flatMap(([from, to]) =>
    own
      .filter(({ start, end }) => start < to && from < end)
      .map(({ node, start, end }) => {
        const range = new Range();
        range.setStart(node, Math.max(from, start) - start);
        range.setEnd(node, Math.min(to, end) - start);
        return range;
      }),
  );
}

/** Mark spans of both texts under a name that the style sheet knows; nothing marks nothing. */
export function mark(name, pair, spans) {
  if (!CSS.highlights) return;
  CSS.highlights.delete(name);
  const found = spans ? [...ranges(pair, "summary", spans.summary), ...ranges(pair, "document", spans.document)] : [];
  if (found.length) CSS.highlights.set(name, new Highlight(...found));
}

/** The element of the document's text in which a place lies. */
export function blockAt(pair, place) {
  const k = pair.blocks.findIndex(([, end]) => end > place);
  return findAll(".document .block")[k] ?? null;
}
