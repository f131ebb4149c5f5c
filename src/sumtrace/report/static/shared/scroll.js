// Bringing a place of a long text into view.

import { calm } from "./dom.js";

const QUIET_FRAMES = 4; // a block's true height is known a frame or two after it came near the screen
const MOST_FRAMES = 150;
const INTERRUPTIONS = ["wheel", "touchmove", "pointerdown", "keydown"];
let goal = null; // the latest place asked for; an earlier one is given up

/** Scroll a pane until `off()`, the pixels by which its goal is too low, is nothing. Blocks not yet laid out have estimated
    heights; as the pane gets to them they grow or shrink and push the goal away, so it is looked at again until it stays.
    A reader who scrolls, presses or types meanwhile is not fought with. */
export function settle(pane, off, gently = false) {
  const mine = (goal = {});
  const giveUp = () => (goal = goal === mine ? null : goal);
  const asked = performance.now();
  // The press or key that asked for the place may still be on its way up: it is no interruption.
  const interrupted = (event) => event.timeStamp > asked && giveUp();
  for (const type of INTERRUPTIONS) addEventListener(type, interrupted, { passive: true, capture: true });
  if (gently) pane.scrollBy({ top: off(), behavior: "smooth" });
  let [frames, quiet, last] = [0, 0, pane.scrollTop];
  const step = () => {
    if (goal !== mine || !pane.isConnected || frames++ > MOST_FRAMES || quiet > QUIET_FRAMES) {
      giveUp();
      for (const type of INTERRUPTIONS) removeEventListener(type, interrupted, { capture: true });
      return;
    }
    if (gently && quiet === QUIET_FRAMES) [gently, quiet] = [false, 0];
    if (!gently && Math.abs(off()) >= 1) pane.scrollTop += off();
    quiet = Math.abs(pane.scrollTop - last) < 1 ? quiet + 1 : 0;
    last = pane.scrollTop;
    requestAnimationFrame(step);
  };
  step();
}

/** Whether a node is to be seen in its pane, `margin` pixels from the edges. */
export function inView(node, pane, margin = 0) {
  const [place, frame] = [node.getBoundingClientRect(), pane.getBoundingClientRect()];
  return place.top >= frame.top + margin && place.bottom <= frame.bottom - margin;
}

/** Bring a node of a pane into its middle, unless it is in view: gently when it is near, at once when far. */
export function reveal(node, pane) {
  if (inView(node, pane, 24)) return;
  const off = () => {
    const [place, frame] = [node.getBoundingClientRect(), pane.getBoundingClientRect()];
    return (place.top + place.bottom - frame.top - frame.bottom) / 2;
  };
  settle(pane, off, !calm() && Math.abs(off()) < 2.5 * pane.clientHeight);
}
