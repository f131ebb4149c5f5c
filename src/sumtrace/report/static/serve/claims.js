// The claims of the summary: verdict, what differs, and the evidence. The answer stands first, in one line.

import { find, findAll, make } from "../shared/dom.js";
import { reveal } from "../shared/scroll.js";
import { count, percent, shown } from "../shared/text.js";
import { blockAt, mark } from "./marks.js";

const SIGNS = { differs: "✗", "not found": "∅", unclear: "?", supported: "✓" };
const TITLES = { differs: "Differs", "not found": "Not found", unclear: "Unclear", supported: "Supported" };
const chosen = { text: null, open: false };

/** How the answer looks: good, bad, or neither. */
const mood = ({ counts, claims }) =>
  counts.differs || counts["not found"] ? "bad" : claims.length && !counts.unclear ? "good" : "plain";

function claimButton(claim, pair) {
  const kind = claim.verdict.replace(" ", "-");
  const button = make(
    "button",
    { type: "button", class: `claim is-${kind}`, "aria-pressed": String(claim.text === chosen.text) },
    make(
      "span",
      { class: "verdict" },
      make("span", { class: "sign", "aria-hidden": "true" }, SIGNS[claim.verdict]),
      TITLES[claim.verdict],
    ),
    make("span", { class: "claim-text", dir: "auto" }, shown(claim.text)),
    ...claim.findings.map(difference),
    claim.verdict === "supported" || claim.findings.length ? null : make("span", { class: "reason" }, `${sentence(claim.reason)}`),
    ...claim.evidence.slice(0, 1).map((one) => evidence(one, claim.verdict)),
  );
  const spans = {
    summary: [claim.summary],
    document: claim.evidence.slice(0, 1).map((one) => one.document),
  };
  button.addEventListener("pointerenter", () => mark("claim", pair, spans));
  button.addEventListener("pointerleave", () => markChosen(pair));
  button.addEventListener("click", () => choose(claim, pair, button));
  button.spans = spans;
  return button;
}

const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function difference({ said, source }) {
  return make(
    "span",
    { class: "difference-line" },
    make("span", {}, make("span", { class: "label" }, "summary: "), make("del", { dir: "auto" }, shown(said))),
    make("span", {}, make("span", { class: "label" }, "document: "), make("ins", { dir: "auto" }, shown(source))),
  );
}

function evidence({ text, name }, verdict) {
  const label = `${verdict === "not found" ? "Closest in " : "From "}${name ?? "the document"}: `;
  return make("span", { class: "evidence", dir: "auto" }, make("span", { class: "label" }, shown(label)), shown(text));
}

function choose(claim, pair, button) {
  chosen.text = chosen.text === claim.text ? null : claim.text;
  for (const each of findAll(".claim")) each.setAttribute("aria-pressed", String(each === button && chosen.text !== null));
  markChosen(pair);
  const block = chosen.text && claim.evidence.length ? blockAt(pair, claim.evidence[0].document[0]) : null;
  if (block) reveal(block, find(".document-pane"));
}

function markChosen(pair) {
  mark("claim", pair, find('.claim[aria-pressed="true"]')?.spans ?? null);
}

/** Show the answer and the claims, the worst first; those that are supported are folded away where others are not. */
export function showClaims(result, pair) {
  find("#answer").className = `answer is-${mood(result)}`;
  find("#answer").replaceChildren(
    make("p", { class: "headline" }, result.answer),
    make("p", { class: "support" }, result.claims.length ? `Support ${percent(result.support)}` : ""),
  );
  const of = (...verdicts) => verdicts.flatMap((verdict) => result.claims.filter((claim) => claim.verdict === verdict));
  const [doubtful, sound] = [of("differs", "not found", "unclear"), of("supported")];
  const buttons = (claims) => claims.map((claim) => make("li", {}, claimButton(claim, pair)));
  const parts = [];
  if (doubtful.length) parts.push(make("ul", { class: "claim-list" }, ...buttons(doubtful)));
  if (sound.length) {
    const folded = make(
      "details",
      { class: "sound", open: chosen.open || !doubtful.length },
      make("summary", {}, `${count(sound.length, "supported claim")}`),
      make("ul", { class: "claim-list" }, ...buttons(sound)),
    );
    folded.addEventListener("toggle", () => doubtful.length && (chosen.open = folded.open));
    parts.push(folded);
  }
  find("#claims").replaceChildren(...parts);
  const findings = result.claims.flatMap((claim) => claim.findings);
  mark("differs", pair, {
    summary: findings.map((finding) => finding.summary),
    document: findings.map((finding) => finding.document),
  });
  markChosen(pair);
}
