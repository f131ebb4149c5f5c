// The panel of claims: the answer, then each claim with its verdict and the sentences of the document beside it.

import { draw, find, findAll, make, say } from "../shared/dom.js";
import { reveal } from "../shared/scroll.js";
import { count, percent, shortened, shown } from "../shared/text.js";
import { copied, citation } from "./citing.js";
import { redraw } from "./lighting.js";
import { addressOf, state } from "./state.js";

export const SIGN = { differs: "✗", "not found": "∅", unclear: "?", supported: "✓" };
const OVER_EVIDENCE = {
  differs: "The document says",
  "not found": "Closest in the document",
  unclear: "Candidates in the document",
  supported: "Source",
};
const LONGEST_SENTENCE = 600; // characters shown of one

export const kindOf = (verdict) => `is-${verdict.replace(" ", "-")}`;

/** The verdict of several claims: two of them "differ". */
const ofMany = (verdict) => (verdict === "differs" ? "differ" : verdict);

/** "1 differs, 3 supported", the worst first; `counts` are in the order of the verdicts. */
export const summedUp = (counts, verdicts = state.index.verdicts) =>
  verdicts
    .map((verdict, k) => (counts[k] ? `${counts[k]} ${counts[k] > 1 ? ofMany(verdict) : verdict}` : null))
    .filter(Boolean)
    .join(", ");

/** A bar of the verdicts' shares. */
export function verdictBar(counts, verdicts = state.index.verdicts) {
  const parts = verdicts.map((verdict, k) => {
    if (!counts[k]) return null;
    const part = make("span", { class: kindOf(verdict) });
    part.style.flexGrow = counts[k];
    return part;
  });
  return make("span", { class: "verdict-bar", "aria-hidden": "true" }, parts);
}

export function showClaims() {
  const { pair } = state;
  if (!pair.check) return find(".claims").replaceChildren();
  const { claims, leftOut } = pair.check;
  const items = [
    ...claims.map((claim) => [claim.start, card(claim)]),
    ...leftOut.map((part) => [part.start, aside(part)]),
  ];
  const nothing = make("p", { class: "empty" }, "The summary makes no claims.");
  find(".claims").replaceChildren(
    answer(pair.check),
    items.length
      ? make(
          "ol",
          { class: "claim-list" },
          items.sort(([a], [b]) => a - b).map(([, item]) => item),
        )
      : nothing,
  );
  markChosen();
}

function answer({ claims, support }) {
  const { verdicts } = state.index;
  const counts = verdicts.map((verdict) => claims.filter((claim) => claim.verdict === verdict).length);
  const chips = verdicts.map((verdict, k) =>
    counts[k]
      ? make(
          "button",
          {
            class: `verdict ${kindOf(verdict)}`,
            title: `Next claim: ${verdict}`,
            on: { click: () => toNext(verdict) },
          },
          sign(verdict),
          `${counts[k]} ${counts[k] > 1 ? ofMany(verdict) : verdict}`,
        )
      : null,
  );
  return make(
    "div",
    { class: "answer" },
    make(
      "p",
      { class: "answer-line" },
      make("strong", {}, count(claims.length, "claim")),
      claims.length ? ` · support ${percent(support)}` : null,
    ),
    verdictBar(counts),
    make("div", { class: "answer-chips" }, chips),
  );
}

const sign = (verdict) => make("span", { class: "sign", "aria-hidden": "true" }, SIGN[verdict]);

function card(claim) {
  const { verdict, number, findings, evidence } = claim;
  return make(
    "li",
    { class: `claim ${kindOf(verdict)}`, "data-claim": number, on: { click: (event) => pressed(event, number) } },
    make(
      "div",
      { class: "claim-head" },
      make("span", { class: `verdict ${kindOf(verdict)}` }, sign(verdict), verdict),
      tools(claim),
    ),
    make("button", { class: "claim-text", dir: "auto" }, withFacts(claim)),
    findings.map(pairOfFacts),
    findings.length || verdict === "supported" ? null : make("p", { class: "reason" }, shortened(claim.reason, 300)),
    evidence.length
      ? make(
          "div",
          { class: "beside" },
          make("p", { class: "over" }, OVER_EVIDENCE[verdict]),
          evidence.map((one, k) => quote(claim, one, k)),
        )
      : null,
  );
}

const icon = (...paths) =>
  draw(
    "svg",
    { viewBox: "0 0 24 24", width: 16, height: 16, "aria-hidden": "true" },
    ...paths.map((d) => draw("path", { d, class: "ink" })),
  );
const LINK = [
  "M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.6l-1 1",
  "M14 10a4.5 4.5 0 0 0-6.4 0l-3 3A4.5 4.5 0 0 0 11 19.4l1-1",
];
const COPY = ["M9 9h11v11H9z", "M5 15H4V4h11v1"];

/** The claim's address, and the button that copies it as a citation. */
function tools(claim) {
  const name = `claim ${claim.number + 1}`;
  const copy = () => copied(citation(claim, state.pair));
  const address = { title: "Link to this claim", "aria-label": `Link to ${name}` };
  const copying = { title: "Copy as a citation (C)", "aria-label": `Copy ${name} as a citation`, on: { click: copy } };
  return make(
    "span",
    { class: "claim-tools" },
    make("a", { class: "icon", href: addressOf(claim.number), ...address }, icon(...LINK)),
    make("button", { class: "icon", ...copying }, icon(...COPY)),
  );
}

/** The claim's text, the facts that differ marked. */
function withFacts({ start, end, findings }) {
  const { summary, summaryOffsets } = state.pair;
  const spans = findings
    .map(({ tokens: [first, last] }) => [summaryOffsets[first][0], summaryOffsets[last - 1][1]])
    .sort(([a], [b]) => a - b);
  const parts = [];
  let position = start;
  for (const [from, to] of spans) {
    parts.push(
      ...shown(summary.slice(position, from)),
      make("span", { class: "fact" }, shown(summary.slice(from, to))),
    );
    position = to;
  }
  return [...parts, ...shown(summary.slice(position, end))];
}

function pairOfFacts({ said, source, reason }) {
  const side = (name, text) =>
    make("div", {}, make("dt", {}, name), make("dd", {}, make("bdi", {}, shortened(text, 160))));
  return [
    make("dl", { class: "facts" }, side("Summary", said), side("Document", source)),
    reason ? make("p", { class: "reason" }, shortened(reason, 300)) : null,
  ];
}

function quote(claim, { start, end, place }, k) {
  const text = state.pair.document.slice(start, end);
  return make(
    "button",
    { class: "evidence-quote", title: "Show in the document", "data-evidence": k },
    make("q", { dir: "auto" }, shortened(text, LONGEST_SENTENCE)),
    make("cite", {}, make("bdi", {}, shortened(place, 80))),
  );
}

const aside = ({ start, end }) =>
  make(
    "li",
    { class: "left-out" },
    make("span", { dir: "auto" }, shown(state.pair.summary.slice(start, end))),
    make("span", { class: "note" }, " makes no claim"),
  );

function pressed(event, number) {
  if (!getSelection().isCollapsed) return;
  if (event.target.closest(".claim-tools")) return;
  const evidence = event.target.closest("[data-evidence]")?.dataset.evidence;
  chooseClaim(number, { evidence: evidence === undefined ? 0 : Number(evidence) });
}

/** Choose a claim: its evidence is brought into sight and joined with it by a line. Null chooses none. */
export function chooseClaim(number, { evidence = 0, keepFocus = true } = {}) {
  const claim = state.pair.check?.claims[number];
  state.claim = claim ? number : null;
  keepAddress();
  markChosen();
  redraw();
  if (!claim) return;
  const item = find(`.claim[data-claim="${number}"]`);
  if (!keepFocus) find(".claim-text", item).focus({ preventScroll: true });
  reveal(item, find(".summary-pane"));
  const node = claim.evidence[evidence]?.nodes[0];
  if (node) reveal(node, find(".document-pane"));
  say(
    `Claim ${number + 1}, ${claim.verdict}: ${shortened(state.pair.summary.slice(claim.start, claim.end), 200)}. ${claim.verdict === "supported" ? "" : shortened(claim.reason, 200)}`,
  );
}

function keepAddress() {
  try {
    history.replaceState(null, "", addressOf(state.claim));
  } catch {
    // A frame in a notebook has no address of its own.
  }
}

function markChosen() {
  for (const item of findAll(".claim")) {
    const chosen = Number(item.dataset.claim) === state.claim;
    item.classList.toggle("chosen", chosen);
    find(".claim-text", item).setAttribute("aria-pressed", String(chosen));
  }
  for (const node of findAll(".document .evidence")) {
    const own = node.dataset.claims.split(" ").includes(String(state.claim));
    const verdict = own ? state.pair.check.claims[state.claim].verdict : null;
    node.className = own ? `evidence chosen ${kindOf(verdict)}` : "evidence";
  }
}

/** To the next or previous claim. */
export function stepClaim(step) {
  const { claims } = state.pair.check;
  if (!claims.length) return;
  const next = state.claim === null ? (step > 0 ? 0 : claims.length - 1) : state.claim + step;
  chooseClaim(Math.min(claims.length - 1, Math.max(0, next)), { keepFocus: false });
}

function toNext(verdict) {
  const own = state.pair.check.claims.filter((claim) => claim.verdict === verdict).map(({ number }) => number);
  chooseClaim(own.find((number) => number > (state.claim ?? -1)) ?? own[0], { keepFocus: true });
}

export function copyChosen() {
  const claim = state.pair.check.claims[state.claim];
  return claim ? copied(citation(claim, state.pair)) : false;
}

/** From the claim to its evidence and back. */
export function toEvidence() {
  const evidence = state.pair.check.claims[state.claim]?.evidence[0]?.nodes[0];
  if (!evidence) return;
  if (document.activeElement === evidence) find(`.claim[data-claim="${state.claim}"] .claim-text`).focus();
  else evidence.focus();
}
