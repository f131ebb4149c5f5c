// Shows the two texts. Only linked or unsupported phrases become elements; all else stays plain text.

import { find, make } from "../shared/dom.js";
import { count, percent, shortened, shown } from "../shared/text.js";
import { HUES } from "../shared/theme.js";
import { STATUS_MARK, strength } from "./model.js";
import { systemsShown } from "./state.js";

/** What sight tells of a run by colour and line, in words. */
function standing(run, comparing) {
  if (run.alone) return comparing ? "no source in either" : "unsupported";
  const { left, right } = systemsShown();
  const names = { agree: "in both", left: `only ${left}`, right: `only ${right}` };
  if (comparing) return [...new Set(run.links.map(({ status }) => names[status]))].join(", ");
  return run.links.some((link) => link.sure) ? "linked" : "possibly linked";
}

function runElement(run, text, comparing) {
  const classes = ["run"];
  if (run.alone) classes.push("alone");
  else if (comparing) classes.push(...new Set(run.links.map((link) => `is-${link.status}`)));
  else classes.push(`hue-${run.sentence % HUES}`);
  if (!run.alone && run.links.every((link) => !link.sure)) classes.push("possible");
  const node = make("span", {
    class: classes.join(" "),
    role: "button",
    "aria-label": `${shortened(text, 160)}, ${standing(run, comparing)}`,
    tabindex: -1,
    "data-run": run.number,
    "data-side": run.side,
  });
  if (!run.alone) node.style.setProperty("--p", strength(run).toFixed(2));
  if (run.side === "doc") {
    node.dataset.feeds = comparing
      ? [...new Set(run.links.map((link) => STATUS_MARK[link.status]))].join("")
      : [...new Set(run.links.map((link) => link.sentence + 1))].sort((a, b) => a - b).join(",");
  }
  run.nodes.push(node);
  return node;
}

/** Fill `element` with text[start:end], the runs in it as elements; `runs` are in order, `from` is the first that may matter. */
function fill(element, text, start, end, runs, from, comparing) {
  let position = start;
  let k = from;
  for (; k < runs.length && runs[k].start < end; k++) {
    const [a, b] = [Math.max(runs[k].start, start), Math.min(runs[k].end, end)];
    if (b <= a) continue;
    if (a > position) element.append(...shown(text.slice(position, a)));
    const node = runElement(runs[k], text.slice(a, b), comparing);
    node.append(...shown(text.slice(a, b)));
    element.append(node);
    position = b;
  }
  if (end > position) element.append(...shown(text.slice(position, end)));
  // A run that goes on in the next block is met again there.
  return k > from && runs[k - 1].end > end ? k - 1 : k;
}

export function showSummary(model) {
  const { pair } = model;
  const parts = [];
  let [next, token] = [0, 0];
  for (let sentence = 0; sentence < pair.sentences; sentence++) {
    let last = token;
    while (pair.sentenceOf[last + 1] === sentence) last++;
    const part = make("p", { class: model.comparing ? "sentence" : `sentence hue-${sentence % HUES}`, dir: "auto" });
    part.append(make("span", { class: "sentence-number", "aria-hidden": "true" }, String(sentence + 1)));
    next = fill(
      part,
      pair.summary,
      pair.summaryOffsets[token][0],
      pair.summaryOffsets[last][1],
      model.summaryRuns,
      next,
      model.comparing,
    );
    parts.push(part);
    token = last + 1;
  }
  find(".summary").replaceChildren(
    ...(parts.length ? parts : [make("p", { class: "empty" }, "The summary is empty.")]),
  );
  find(".summary").classList.toggle("comparing", model.comparing);
}

export function showDocument(model) {
  const { pair } = model;
  const heads = new Map();
  for (const [name, start] of pair.parts) {
    const block = pair.blocks.findIndex(([, end]) => end > start);
    if (block >= 0) heads.set(block, [...(heads.get(block) ?? []), name]);
  }
  let next = 0;
  const nodes = pair.blocks.flatMap(([start, end], k) => {
    const near = k > 0 && pair.document.slice(pair.blocks[k - 1][1], start).split("\n").length === 2;
    const block = make("p", { class: near ? "block near" : "block", dir: "auto", "data-block": k });
    block.style.containIntrinsicSize = `auto ${Math.ceil((end - start) / 72) * 1.7}em`;
    next = fill(block, pair.document, start, end, model.documentRuns, next, model.comparing);
    const titles = (heads.get(k) ?? []).map((name) => make("h3", { class: "part" }, make("bdi", {}, shown(name))));
    return [...titles, block];
  });
  find(".document").replaceChildren(
    ...(nodes.length ? nodes : [make("p", { class: "empty" }, "The document is empty.")]),
  );
  find(".document").classList.toggle("comparing", model.comparing);
}

export function showFigures(model) {
  const { pair } = model;
  const words = pair.isWord.filter(Boolean).length;
  const alone = [...model.unsupported].filter((j) => pair.isWord[j]).length;
  const drawn = new Set(model.links.flatMap((link) => link.doc)).size;
  const figures = [count(words, "word")];
  if (model.missing) figures.push("no alignment of this system");
  else {
    figures.push(
      make(
        "span",
        { class: alone ? "alone-figure" : "" },
        `${count(alone, "word")} ${model.comparing ? "without source in either" : "unsupported"}${words ? ` (${percent(alone / words)})` : ""}`,
      ),
    );
    const hidden = model.all.length - model.links.length;
    figures.push(
      hidden ? `${model.links.length} of ${count(model.all.length, "link")}` : count(model.links.length, "link"),
    );
  }
  const separated = figures.flatMap((figure, k) => (k ? [" · ", figure] : [figure]));
  find(".summary-pane .figures").replaceChildren(...separated);
  const comment = find(".pair-comment");
  comment.hidden = !model.comment;
  comment.replaceChildren(...shown(model.comment ?? ""));
  find(".document-pane .figures").textContent = `${count(pair.words, "word")} · ${count(drawn, "word")} drawn from`;
}
