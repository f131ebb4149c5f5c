// The view's keys: from phrase to phrase, from pair to pair, and the sheet that lists it all.

import { find, make } from "../shared/dom.js";
import { keyList, keySwitch, listenForKeys } from "../shared/keys.js";
import { chooseClaim, copyChosen, stepClaim, toEvidence } from "./claims.js";
import { hold, pin, release } from "./lighting.js";
import { isDoubtful } from "./model.js";
import { lit, partnersOf, runAt, runsOf, state, tabShown, tabs } from "./state.js";

const KEYS = [
  ["← →", "previous, next phrase"],
  ["↑ ↓", "in the summary: previous, next sentence"],
  ["Home End", "first, last phrase"],
  ["Enter", "pin the phrase; again to unpin"],
  ["X", "other end of the link"],
  ["J, K", "next, previous claim, or word in doubt on the Words tab"],
  ["C", "copy the claim as a citation"],
  ["Esc", "deselect the claim or unpin the phrase"],
  ["[ ]", "previous, next pair"],
  ["L", "list of pairs"],
  ["/", "search the list"],
  ["1 2 3 4", "claims, words, matrix, jumps (those shown)"],
  ["O", "show or hide the filters"],
  ["T", "light or dark"],
  ["?", "this sheet"],
];
const SIGNS = [
  ["Colour", "the summary sentence that a phrase belongs to or went into"],
  ["Intensity", "the link's probability; a dotted underline means possible, not sure"],
  ["Dashed underline", "no source was found in the document or, without a check, no link"],
  ["Wavy underline", "the document says otherwise"],
  ["Dotted, without colour", "unclear: the document says something similar"],
  ["The strip on the right", "which parts of the document the summary draws on; click to go there"],
];

export function showHelp() {
  const dialog = find(".help");
  const signs = SIGNS.map(([term, meaning]) => [make("dt", {}, term), make("dd", {}, meaning)]);
  dialog.replaceChildren(
    make("h2", { id: "help-title" }, "Keys and symbols"),
    make("div", { class: "help-columns" }, keyList(KEYS), make("dl", {}, signs)),
    make("form", { method: "dialog" }, keySwitch(), make("button", { class: "primary", autofocus: true }, "Close")),
  );
  dialog.showModal();
}

function neighbour(run, key) {
  const runs = runsOf(run.side);
  if (key === "ArrowRight") return runs[run.number + 1];
  if (key === "ArrowLeft") return runs[run.number - 1];
  if (key === "Home") return runs[0];
  if (key === "End") return runs.at(-1);
  if (key === "ArrowDown") return runs.find(({ sentence }) => sentence > run.sentence);
  const earlier = runs.filter(({ sentence }) => sentence < run.sentence).at(-1);
  return earlier && runs.find(({ sentence }) => sentence === earlier.sentence);
}

/** Go from the phrase that has the focus; where none has, sideways keys go to the one looked at last, or the first. */
function move({ key, target }) {
  const run = runAt(target);
  const upright = key === "ArrowUp" || key === "ArrowDown";
  if (upright && run?.side !== "sum") return false; // the pane scrolls
  if (!run && (target !== document.body || !key.startsWith("Arrow"))) return false;
  const next = run ? neighbour(run, key) : lit.run?.side === "sum" ? lit.run : runsOf("sum")[0];
  if (next) hold(next);
  return Boolean(next) || !upright;
}

function toOtherSide({ target }) {
  const run = runAt(target) ?? lit.run;
  const other = run && partnersOf(run, state.model)[run.side === "sum" ? "doc" : "sum"][0];
  if (other) hold(other);
}

function toDoubtful(step) {
  const checked = Boolean(state.pair.check) && !state.model.comparing;
  const alone = runsOf("sum").filter((run) => isDoubtful(run.state, checked));
  const here = lit.run?.side === "sum" ? lit.run.number : step > 0 ? -1 : Infinity;
  const next =
    step > 0
      ? (alone.find((run) => run.number > here) ?? alone[0])
      : (alone.findLast((run) => run.number < here) ?? alone.at(-1));
  if (next) hold(next);
}

function pinHere({ target }) {
  const run = runAt(target);
  if (!run) return false;
  return pin(run);
}

/** Listen for keys; `commands` are those that reach beyond the texts. */
export function startKeys(commands) {
  const always = { "?": showHelp, t: commands.theme, l: commands.list };
  const onPair = {
    "[": () => commands.turn(-1),
    "]": () => commands.turn(1),
    o: commands.filters,
    Escape: () => (tabShown() === "claims" ? chooseClaim(null) : release()),
  };
  for (const number of [1, 2, 3, 4]) onPair[number] = () => tabs()[number - 1] && commands.tab(tabs()[number - 1]);
  const [next, previous] = [() => stepClaim(1), () => stepClaim(-1)];
  const onClaims = { j: next, k: previous, ArrowDown: next, ArrowUp: previous, c: copyChosen, x: toEvidence };
  const onText = { x: toOtherSide, j: () => toDoubtful(1), k: () => toDoubtful(-1), Enter: pinHere, " ": pinHere };
  for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]) onText[key] = move;
  listenForKeys(() => {
    if (!state.model) return { ...always, "/": () => find("#search").focus() };
    return { ...always, ...onPair, ...{ claims: onClaims, text: onText }[tabShown()] };
  });
}
