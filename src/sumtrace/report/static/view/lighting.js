// Lighting: what pointer and focus do to the phrases of both texts, and what is drawn for it.

import { find, findAll, onceAFrame, say } from "../shared/dom.js";
import { inView, reveal } from "../shared/scroll.js";
import { drawLines } from "./lines.js";
import { drawMap } from "./map.js";
import { lit, partnersOf, runAt, state, systemsShown } from "./state.js";
import { hideTip, isTipIn, showTip, spoken } from "./tip.js";

const PATIENCE = 140; // milliseconds the pointer rests on a phrase before its partners are scrolled to
let waiting = 0;

const paneOf = (side) => find(side === "sum" ? ".summary-pane" : ".document-pane");

/** Light a run with its partners; null lights nothing. */
function light(run) {
  for (const node of lit.nodes) node.classList.remove("lit", "lit-here");
  lit.run = run;
  lit.partners = run && partnersOf(run, state.model);
  lit.nodes = run ? [...new Set([run, ...lit.partners.sum, ...lit.partners.doc])].flatMap((each) => each.nodes) : [];
  for (const node of lit.nodes) node.classList.add("lit");
  for (const node of run?.nodes ?? []) node.classList.add("lit-here");
  find(".text-panel").classList.toggle("lighting", Boolean(run));
  find(".text-panel").classList.toggle("pinned", Boolean(run) && lit.pinned);
  for (const node of findAll(".run[aria-pressed]")) node.removeAttribute("aria-pressed");
  if (run && lit.pinned) for (const node of run.nodes) node.setAttribute("aria-pressed", "true");
}

function over(run, node, { now = false } = {}) {
  light(run);
  showTip(run, state.model, systemsShown(), node);
  say(spoken(run, state.model, systemsShown()));
  clearTimeout(waiting);
  const side = run.side === "sum" ? "doc" : "sum";
  const partners = lit.partners[side];
  const bring = () => {
    if (!partners.length || partners.some((partner) => inView(partner.nodes[0], paneOf(side)))) return;
    reveal(partners[0].nodes[0], paneOf(side));
  };
  if (now) bring();
  else waiting = setTimeout(bring, PATIENCE);
  redraw();
}

/** Light nothing, pinned or not. */
export function release() {
  lit.pinned = false;
  clearTimeout(waiting);
  hideTip();
  light(null);
  redraw();
}

/** Forget what was lit, before another model is shown: nothing drawn may outlive its phrases. */
export function putOut() {
  release();
  drawLines();
}

/** Give the keyboard's place in a pane to a run. */
export function hold(run) {
  for (const node of findAll(`.run[data-side=${run.side}][tabindex="0"]`)) node.tabIndex = -1;
  run.nodes[0].tabIndex = 0;
  run.nodes[0].focus({ preventScroll: true });
  reveal(run.nodes[0], paneOf(run.side));
}

/** Keep a phrase lit until it is let go; pinning it again lets go, unless told to hold on. */
export function pin(run, holdOn = false) {
  if (lit.pinned && lit.run === run && !holdOn) return release();
  hold(run);
  lit.pinned = true;
  over(run, run.nodes[0], { now: true });
}

export const redraw = onceAFrame(() => {
  drawLines();
  if (state.model) drawMap(state.model);
});

export function listenToTexts() {
  const panel = find(".text-panel");
  panel.addEventListener("pointerover", (event) => {
    if (lit.pinned || event.pointerType === "touch") return;
    const run = runAt(event.target);
    if (run && run !== lit.run) over(run, event.target.closest(".run"));
    else if (!run && lit.run) release();
  });
  panel.addEventListener("pointerleave", () => lit.run && !lit.pinned && release());
  panel.addEventListener("click", (event) => {
    const run = runAt(event.target);
    if (run) pin(run);
    else if (lit.pinned && !event.target.closest("button, select, summary, .map") && getSelection().isCollapsed)
      release();
  });
  panel.addEventListener("focusin", (event) => {
    const run = runAt(event.target);
    if (!run || (lit.pinned && run === lit.run)) return;
    lit.pinned = false;
    over(run, event.target, { now: true });
  });
  panel.addEventListener("focusout", (event) => {
    if (!lit.pinned && lit.run && !runAt(event.relatedTarget ?? document.body)) release();
  });
  const moved = onceAFrame(drawLines);
  for (const pane of findAll(".pane"))
    pane.addEventListener(
      "scroll",
      () => {
        if (isTipIn(pane)) hideTip();
        moved();
      },
      { passive: true },
    );
  const sizes = new ResizeObserver(moved);
  for (const text of findAll(".reading")) sizes.observe(text);
}
