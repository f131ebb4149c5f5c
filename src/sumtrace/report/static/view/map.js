// The strip along the document, filled with the pair that is shown.

import { find, findAll } from "../shared/dom.js";
import { Strip } from "../shared/strip.js";
import { hue, themed } from "../shared/theme.js";
import { STATUS_HUE, strength } from "./model.js";
import { lit, state, tabShown } from "./state.js";

const strip = new Strip(find(".map"), find(".document-pane"));

/** Take a new pair, after its document is on the page. */
export function loadMap({ pair, documentRuns }) {
  const nodes = findAll(".document .block");
  const blocks = pair.blocks.map(([start, end], k) => ({ node: nodes[k], start, end }));
  strip.load(find(".document"), blocks, pair.document.length);
  const tenths = Array(10).fill(0);
  for (const run of documentRuns)
    tenths[Math.min(9, Math.floor((10 * run.start) / (pair.document.length || 1)))] += run.last - run.first + 1;
  find(".map canvas").setAttribute(
    "aria-label",
    `Map of the document: words used from each tenth, in order: ${tenths.join(", ")}.`,
  );
}

const VERDICT_HUE = {
  differs: "--unsupported",
  "not found": "--unsupported",
  unclear: "--unclear",
  supported: "--supported",
};

/** Draw where the claims' evidence stands, that of the chosen claim before the rest. */
function drawEvidence({ claims }) {
  strip.show(
    claims.flatMap(({ number, verdict, evidence }) => {
      const wide = number === state.claim;
      const alpha = wide ? 1 : state.claim === null ? 0.7 : 0.3;
      const colour = `rgb(${themed(VERDICT_HUE[verdict])} / ${alpha})`;
      return evidence.map(({ start, end }) => ({ start, end, colour, wide }));
    }),
  );
}

/** Draw where the summary draws from: all of it as strongly as it is probable, or what is lit before the rest. */
export function drawMap(model) {
  if (tabShown() === "claims") return drawEvidence(model.pair.check);
  const active = lit.run && new Set(lit.partners.doc);
  const colours = new Map();
  const marks = model.documentRuns.map((run) => {
    const name = model.comparing ? STATUS_HUE[run.links[0].status] : hue(run.sentence);
    if (!colours.has(name)) colours.set(name, themed(name));
    const wide = Boolean(active?.has(run));
    const alpha = active ? (wide ? 1 : 0.18) : 0.35 + 0.65 * strength(run);
    return { start: run.start, end: run.end, colour: `rgb(${colours.get(name)} / ${alpha})`, wide };
  });
  strip.show(marks);
}
