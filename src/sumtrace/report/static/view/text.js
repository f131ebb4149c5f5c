// Shows the two texts. Only phrases with links or something to be said of become elements; all else stays plain text.

import { find, make } from "../shared/dom.js";
import { count, percent, shortened, shown } from "../shared/text.js";
import { HUES } from "../shared/theme.js";
import { STATUS_MARK, strength } from "./model.js";
import { systemsShown } from "./state.js";

export const STATES = {
  differs: "differs from the document",
  "not-found": "no source found",
  unclear: "unclear",
  "no-link": "no link",
};

/** What sight tells of a run by colour and line, in words. */
function standing(run, comparing) {
  if (comparing && !run.links.length) return "no link in either";
  if (run.state) return STATES[run.state];
  const { left, right } = systemsShown();
  const names = { agree: "in both", left: `only ${left}`, right: `only ${right}` };
  if (comparing) return [...new Set(run.links.map(({ status }) => names[status]))].join(", ");
  return run.links.some((link) => link.sure) ? "linked" : "possibly linked";
}

function runElement(run, text, comparing) {
  const classes = ["run"];
  if (run.state) classes.push(run.state);
  if (run.faint) classes.push("faint");
  if (!run.links.length) classes.push("alone");
  else if (comparing) classes.push(...new Set(run.links.map((link) => `is-${link.status}`)));
  else classes.push(`hue-${run.sentence % HUES}`);
  if (run.links.length && run.links.every((link) => !link.sure)) classes.push("possible");
  const node = make("span", {
    class: classes.join(" "),
    role: "button",
    "aria-label": `${shortened(text, 160)}, ${standing(run, comparing)}`,
    tabindex: -1,
    "data-run": run.number,
    "data-side": run.side,
  });
  if (run.links.length) node.style.setProperty("--p", strength(run).toFixed(2));
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

/** The sentences that some claim rests on, and the facts in them that differ, as layers of elements around the text. */
function layersOf(claims) {
  const sentences = new Map();
  for (const { number, evidence } of claims)
    for (const one of evidence) {
      one.nodes = [];
      const known = sentences.get(one.start) ?? { start: one.start, end: one.end, claims: [], of: [] };
      known.claims.push(number);
      known.of.push(one);
      sentences.set(one.start, known);
    }
  const element = ({ claims: own, of }) => {
    const node = make("span", { class: "evidence", tabindex: -1, "data-claims": own.join(" ") });
    for (const one of of) one.nodes.push(node);
    return node;
  };
  const facts = claims.flatMap(({ findings }) => findings).sort((a, b) => a.start - b.start || b.end - a.end);
  const apart = facts.filter((fact, k) => facts.slice(0, k).every(({ end }) => end <= fact.start));
  return [
    { spans: [...sentences.values()].sort((a, b) => a.start - b.start), element },
    { spans: apart, element: () => make("span", { class: "fact" }) },
  ];
}

/** Fill `element` with the text from `start` to `end` through `plainly(element, start, end)`, each layer's spans in elements. */
function layered(element, start, end, [layer, ...inner], plainly) {
  if (!layer) return plainly(element, start, end);
  let position = start;
  for (const span of layer.spans) {
    const [from, to] = [Math.max(span.start, start), Math.min(span.end, end)];
    if (from >= to) continue;
    if (from > position) layered(element, position, from, inner, plainly);
    const node = layer.element(span);
    layered(node, from, to, inner, plainly);
    element.append(node);
    position = to;
  }
  if (end > position) layered(element, position, end, inner, plainly);
}

/** The document, either with the phrases that the summary draws from, or with the sentences that its claims rest on. */
export function showDocument(model, byClaim) {
  const { pair } = model;
  const layers = byClaim ? layersOf(pair.check.claims) : [];
  const runs = byClaim ? [] : model.documentRuns;
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
    layered(block, start, end, layers, (element, from, to) => {
      next = fill(element, pair.document, from, to, runs, next, model.comparing);
    });
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
  const words = pair.isContent.filter(Boolean).length;
  const checked = Boolean(pair.check) && !model.comparing;
  const counted = (states) => model.states.filter((state) => states.includes(state)).length;
  const drawn = new Set(model.links.flatMap((link) => link.doc)).size;
  const figures = [count(words, "content word")];
  const figure = (number, name) =>
    figures.push(
      make(
        "span",
        { class: checked && number ? "alone-figure" : "" },
        `${number} ${name}${words ? ` (${percent(number / words)})` : ""}`,
      ),
    );
  if (model.missing) figures.push("no alignment from this system");
  else {
    if (checked) figure(pair.check.words.size, "unsupported");
    else figure(counted(["no-link"]), model.comparing ? "without a link in either" : "without a link");
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
  find(".document-pane .figures").textContent = `${count(pair.words, "word")} · ${count(drawn, "word")} used`;
}
