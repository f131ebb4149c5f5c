// The tooltip beside a phrase, and the same in words for those who listen to the page.

import { find, make } from "../shared/dom.js";
import { percent, plain, quoted, shortened } from "../shared/text.js";
import { firstBox } from "./lines.js";
import { documentText, summaryText } from "./model.js";
import { lit } from "./state.js";
import { STATES } from "./text.js";

const COMPONENTS = new Map([
  ["identity", "the same word"],
  ["stem", "the same stem"],
  ["wordnet", "related in WordNet"],
  ["spelling", "a similar spelling"],
  ["lexical", "a learnt rewrite"],
  ["meaning", "close in meaning"],
]);

/** One line on a link: its document of several, probability, sure or possible, and the rewrite that explains it. */
export function linkWords(link, systems) {
  const words = [];
  if (link.status)
    words.push({ agree: "both", left: `only ${systems.left}`, right: `only ${systems.right}` }[link.status]);
  if (link.document) words.push(`in ${plain(link.document)}`);
  if (link.prob !== null) words.push(`probability ${link.prob.toFixed(2)}`);
  words.push(link.sure ? "sure" : "possible");
  if (link.by) words.push(COMPONENTS.has(link.by) ? `${link.by}: ${COMPONENTS.get(link.by)}` : plain(link.by));
  if (link.cosine !== null) words.push(`cosine ${link.cosine.toFixed(2)}`);
  return words;
}

const TITLES = { "not-found": "No source found", unclear: "Unclear", "no-link": "No link" };

/** The sentence that a run without a link draws on most likely, if there is one. */
function sourceOf(run, model) {
  if (run.links.length || model.comparing) return null;
  const own = [];
  for (let j = run.first; j <= run.last; j++) if (model.sources.has(j)) own.push(model.sources.get(j));
  return own.length ? own.reduce((a, b) => (b.p > a.p ? b : a)) : null;
}

/** What the check has to say of a run: the fact that differs, the candidates of an unclear claim. */
function stateContent(run, model) {
  const claim = model.comparing ? null : model.pair.check?.claimOf.get(run.first);
  if (run.state === "differs") {
    const own = claim.findings.filter(({ tokens: [first, last] }) => first <= run.last && run.first < last);
    return own.map(({ said, source }) =>
      make(
        "p",
        { class: "tip-title is-differs" },
        quoted(said),
        make("span", { class: "from" }, ", but the document says "),
        quoted(source),
      ),
    );
  }
  const known = [];
  for (let j = run.first; j <= run.last; j++) if (model.nullProb?.has(j)) known.push(model.nullProb.get(j));
  const parts = [make("p", { class: `tip-title is-${run.state}` }, TITLES[run.state])];
  if (run.state === "no-link" && known.length)
    parts.push(make("p", {}, `probability of no source ${Math.min(...known).toFixed(2)}`));
  else if (run.state !== "no-link") parts.push(make("p", {}, shortened(claim.reason, 200)));
  const source = run.state === "no-link" ? sourceOf(run, model) : null;
  if (source) {
    const passage = quoted(model.pair.document.slice(source.start, source.end));
    parts.push(make("p", {}, `probably draws on (${percent(source.p)})`), make("p", { class: "candidate" }, passage));
  }
  if (run.state === "unclear")
    parts.push(
      ...claim.evidence.map(({ start, end }) =>
        make("p", { class: "candidate" }, quoted(model.pair.document.slice(start, end))),
      ),
    );
  return parts;
}

function tipContent(run, model, systems) {
  const standing = run.state ? [make("div", { class: "tip-link" }, stateContent(run, model))] : [];
  const best = [...run.links].sort((a, b) => (b.prob ?? 1) - (a.prob ?? 1));
  const parts = standing.concat(
    best
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

let shownFor = null;

/** Whether the tooltip is about a phrase inside `element`. */
export const isTipIn = (element) => shownFor !== null && element.contains(shownFor);

/** Under the phrase's sentence, or over it: in its own pane, so that the partners and the controls stay in sight, and never
    on the phrase. */
export function showTip(run, model, systems, at) {
  const tip = find(".tip");
  shownFor = at;
  tip.replaceChildren(...tipContent(run, model, systems));
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  const pane = at.closest(".pane").getBoundingClientRect();
  const left = Math.max(8, Math.min(firstBox(at).left, pane.right - width - 12, innerWidth - width - 8));
  const top = placesBeside(at.closest(".sentence"), at, height).find(
    (place) => place >= pane.top + 4 && place + height <= Math.min(pane.bottom, innerHeight) - 4,
  );
  const fallback = placesBeside(null, at, height)[0];
  tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(top ?? fallback)}px)`;
}

/** Heights for the tooltip: below and above the sentence, where there is one, else the phrase. */
function placesBeside(sentence, at, height) {
  const [around, own] = [sentence ?? at, at].map((node) => node.getBoundingClientRect());
  return [around.bottom + 6, around.top - height - 6, own.bottom + 8, own.top - height - 8];
}

export function hideTip() {
  shownFor = null;
  find(".tip").hidden = true;
}

/** The same in words, for the live region. */
export function spoken(run, model, systems) {
  const text = run.side === "sum" ? model.pair.summary : model.pair.document;
  const own = shortened(text.slice(run.start, run.end), 120);
  const source = run.state === "no-link" ? sourceOf(run, model) : null;
  const passage = source ? `, probably draws on “${shortened(model.pair.document.slice(source.start, source.end), 120)}”` : "";
  const standing = run.state ? `, ${STATES[run.state]}${passage}` : "";
  const links = run.links.slice(0, 3).map((link) => {
    const other = run.side === "sum" ? documentText(model.pair, link.doc) : summaryText(model.pair, link.sum);
    return `${run.side === "sum" ? "from" : "feeds"} “${shortened(other, 120)}”, ${linkWords(link, systems).join(", ")}`;
  });
  return `“${own}”${standing} ${links.join("; ")}${lit.pinned ? "; pinned" : ""}`;
}
