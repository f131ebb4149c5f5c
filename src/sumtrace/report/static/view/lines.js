// The lines that join a lit phrase with its partners, and the tooltip beside it.

const MOST_LINES = 24;

const componentWords = {
  identity: "the same word",
  stem: "the same stem",
  wordnet: "related in WordNet",
  spelling: "another spelling",
  lexical: "a learnt rewrite",
};

function clearLines() {
  find(".lines").replaceChildren();
}

const firstBox = (node) => [...node.getClientRects()].find((box) => box.width) ?? node.getBoundingClientRect();

/** Join the lit run with the runs on the other side; ends out of sight stop at the edge of their pane. */
function drawLines() {
  const svg = find(".lines");
  if (!lit.run || find(".text-panel").hidden) return svg.replaceChildren();
  const here = lit.run.side;
  const there = here === "sum" ? "doc" : "sum";
  const panes = {
    sum: find(".summary-pane").getBoundingClientRect(),
    doc: find(".document-pane").getBoundingClientRect(),
  };
  const margins = {
    sum: find(".summary").getBoundingClientRect().right + 6,
    doc: find(".document").getBoundingClientRect().left - 6,
  };
  const end = (node, side) => {
    const box = firstBox(node);
    const [top, bottom] = [panes[side].top + 6, panes[side].bottom - 6];
    return { box, y: Math.min(Math.max(box.bottom - 1, top), bottom), inside: box.bottom > top && box.top < bottom };
  };
  const near = end(lit.run.nodes[0], here);
  const targets = lit.partners[there].flatMap((run) => run.nodes.slice(0, 1)).slice(0, MOST_LINES);
  const parts = targets.flatMap((node) => {
    const ends = { [here]: near, [there]: end(node, there) };
    const style = node.className.match(/hue-\d|is-(agree|left|right)/)?.[0] ?? "";
    const { d, dots } = stacked() ? downwards(ends.sum, ends.doc) : sideways(ends.sum, ends.doc, margins);
    return [
      draw("path", { d, class: `line ${style}` }),
      ...dots.map(([x, y]) => draw("circle", { cx: x, cy: y, r: 3.5, class: style })),
    ];
  });
  svg.replaceChildren(...parts);
}

/** Along the line of text like an underline, and over from margin to margin in a curve, so that no word is struck through. */
function sideways(a, b, margins) {
  const [x1, x2] = [
    a.inside ? Math.min(a.box.right, margins.sum) : margins.sum,
    b.inside ? Math.max(b.box.left, margins.doc) : margins.doc,
  ];
  const middle = (margins.sum + margins.doc) / 2;
  const d = `M${x1},${a.y} H${margins.sum} C${middle},${a.y} ${middle},${b.y} ${margins.doc},${b.y} H${x2}`;
  return { d, dots: [a.inside ? [x1, a.y] : null, b.inside ? [x2, b.y] : null].filter(Boolean) };
}

function downwards(a, b) {
  const [x1, x2] = [(a.box.left + a.box.right) / 2, (b.box.left + b.box.right) / 2];
  const [y1, y2] = [a.y, b.inside ? b.box.top : b.y];
  const bend = Math.max(24, Math.abs(y2 - y1) / 2);
  const d = `M${x1},${y1} C${x1},${y1 + bend} ${x2},${y2 - bend} ${x2},${y2}`;
  return { d, dots: [a.inside ? [x1, y1] : null, b.inside ? [x2, y2] : null].filter(Boolean) };
}

/** One line on a link: probability, sure or possible, and the rewrite that explains it. */
function linkWords(link, systems) {
  const words = [];
  if (link.status)
    words.push({ agree: "both", left: `only ${systems.left}`, right: `only ${systems.right}` }[link.status]);
  if (link.prob !== null) words.push(`probability ${link.prob.toFixed(2)}`);
  words.push(link.sure ? "sure" : "possible");
  if (link.by) words.push(componentWords[link.by] ? `${link.by}: ${componentWords[link.by]}` : link.by);
  return words;
}

function tipContent(run, model, systems) {
  if (run.alone) {
    const known = [];
    for (let j = run.first; j <= run.last; j++) if (model.nullProb?.has(j)) known.push(model.nullProb.get(j));
    return [
      make("p", { class: "tip-title alone-figure" }, "No source found"),
      ...(known.length ? [make("p", {}, `probability of none ${Math.min(...known).toFixed(2)}`)] : []),
    ];
  }
  const best = [...run.links].sort((a, b) => (b.prob ?? 1) - (a.prob ?? 1));
  const parts = best
    .slice(0, 4)
    .map((link) =>
      make(
        "div",
        { class: "tip-link" },
        make(
          "p",
          { class: "tip-title" },
          quoted(summaryText(model.pair, link.sum)),
          make("span", { class: "from" }, " from "),
          quoted(documentText(model.pair, link.doc)),
        ),
        link.prob === null ? null : gauge(link.prob),
        make("p", {}, linkWords(link, systems).join(" · ")),
        link.comment ? make("p", { class: "comment" }, quoted(link.comment)) : null,
      ),
    );
  if (best.length > 4) parts.push(make("p", {}, `and ${best.length - 4} more`));
  return parts;
}

function gauge(value) {
  const bar = make("span", {});
  bar.style.width = percent(value);
  return make("div", { class: "gauge", "aria-hidden": "true" }, bar);
}

let tipFor = null;

/** Beside the phrase, over its own text alone: the other text, where the partners are, and the controls stay in sight. */
function showTip(run, model, systems, at) {
  const tip = find(".tip");
  tipFor = at;
  tip.replaceChildren(...tipContent(run, model, systems));
  tip.hidden = false;
  const box = firstBox(at);
  const { width, height } = tip.getBoundingClientRect();
  const pane = at.closest(".pane").getBoundingClientRect();
  const left = Math.max(8, Math.min(box.left, pane.right - width - 12, innerWidth - width - 8));
  const above = box.top - height - 8;
  const fits = above >= find(".text-panel").getBoundingClientRect().top + 4;
  tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(fits ? above : box.bottom + 8)}px)`;
}

function hideTip() {
  tipFor = null;
  find(".tip").hidden = true;
}

/** The same in words, for the live region. */
function spoken(run, model, systems) {
  const text = run.side === "sum" ? model.pair.summary : model.pair.document;
  const own = shortened(text.slice(run.start, run.end), 120);
  if (run.alone) return `“${own}”: no source found`;
  const links = run.links.slice(0, 3).map((link) => {
    const other = run.side === "sum" ? documentText(model.pair, link.doc) : summaryText(model.pair, link.sum);
    return `${run.side === "sum" ? "from" : "feeds"} “${shortened(other, 120)}”, ${linkWords(link, systems).join(", ")}`;
  });
  return `“${own}” ${links.join("; ")}${lit.pinned ? "; pinned" : ""}`;
}
