// What the page shows at the moment: the pair, the systems, the filters, and the phrase that is lit.

import { plain } from "../shared/text.js";
import { freshFilters } from "./model.js";

export const state = {
  index: null,
  place: -1,
  pair: null,
  model: null,
  left: 0,
  right: null,
  filters: freshFilters(),
  tab: null, // as the reader chose; null: the claims where there are any
  claim: null, // number of the chosen claim
};

/** The tabs that the open pair has, in order. */
export const tabs = () => [...(state.pair?.check ? ["claims"] : []), "text", "matrix", "jumps"];
export const tabShown = () => (tabs().includes(state.tab) ? state.tab : tabs()[0]);

/** The address of a claim of the open pair, of the pair itself where it is null. */
export function addressOf(claim) {
  const pair = state.index.pairs.length === 1 ? "" : String(state.place + 1);
  return `#${[pair, claim === null ? "" : `claim-${claim + 1}`].filter(Boolean).join("/")}`;
}

/** What the pointer or the focus is on, with everything linked to it. */
export const lit = { run: null, partners: null, nodes: [], pinned: false };

export const systemsShown = () => ({
  left: plain(state.index.systems[state.left]),
  right: state.right === null ? "" : plain(state.index.systems[state.right]),
});

export const runsOf = (side) => (side === "sum" ? state.model.summaryRuns : state.model.documentRuns);

/** The run an element of the text belongs to. */
export function runAt(target) {
  const node = target.closest?.(".run[data-run]");
  return node ? runsOf(node.dataset.side)[Number(node.dataset.run)] : null;
}

export function partnersOf(run, model) {
  const links = new Set(run.links);
  const touching = (other) => other.links.some((link) => links.has(link));
  return { sum: model.summaryRuns.filter(touching), doc: model.documentRuns.filter(touching) };
}
