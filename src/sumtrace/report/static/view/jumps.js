// The jump picture: where each summary word was taken from, and how far the document was jumped between two of them.

import { draw, find, make } from "../shared/dom.js";
import { count, percent } from "../shared/text.js";
import { HUES } from "../shared/theme.js";
import { isDoubtful, wordPairs } from "./model.js";
import { systemsShown } from "./state.js";

const BINS = [-1000, -100, -30, -10, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 10, 30, 100, 1000];
const LEAST_HISTOGRAM = 800; // pixels; its labels need the room, and it scrolls where there is less

/** Each linked summary word with the document words of its likeliest link, in the summary's order; of two systems, the
    first one's. */
function placesOf(model) {
  const best = new Map();
  for (const link of model.links.filter(({ status }) => status !== "right")) {
    for (const j of link.sum) {
      if ((best.get(j)?.prob ?? -1) < (link.prob ?? 1)) {
        const own = wordPairs(link)
          .filter(([, other]) => other === j)
          .map(([i]) => i);
        best.set(j, { j, link, first: Math.min(...own), last: Math.max(...own), prob: link.prob ?? 1 });
      }
    }
  }
  return [...best.values()].sort((a, b) => a.j - b.j);
}

/** Jumps between consecutive linked words: +1 is the next word of the document; words of one phrase do not jump. */
function jumpsOf(places) {
  const jumps = [];
  for (let k = 1; k < places.length; k++) {
    const [a, b] = [places[k - 1], places[k]];
    if (a.link !== b.link || a.link.same) jumps.push(b.first - a.last);
  }
  return jumps;
}

/** Counts by bin: exact from -5 to +5, wider beyond. */
function binned(jumps) {
  const labels = new Map();
  for (const bin of BINS) labels.set(bin, 0);
  for (const jump of jumps) {
    const size = Math.abs(jump);
    const bin = size <= 5 ? jump : Math.sign(jump) * ([10, 30, 100].find((edge) => size <= edge) ?? 1000);
    labels.set(bin, labels.get(bin) + 1);
  }
  return labels;
}

function binLabel(bin) {
  const size = Math.abs(bin);
  const sign = bin > 0 ? "+" : bin < 0 ? "−" : "";
  if (size <= 5) return `${sign}${size}`;
  if (size === 1000) return bin > 0 ? ">100" : "<−100";
  return sign + { 10: "6–10", 30: "11–30", 100: "31–100" }[size];
}

export function showJumps(model) {
  const places = placesOf(model);
  const jumps = jumpsOf(places);
  const next = jumps.filter((jump) => jump === 1).length;
  const back = jumps.filter((jump) => jump < 0).length;
  const words = jumps.length
    ? `${count(jumps.length, "jump")} between consecutive linked words: ${percent(next / jumps.length)} go to the next word (+1), ${percent(back / jumps.length)} go back.`
    : "Fewer than two linked words, so there are no jumps to show.";
  const whose = model.comparing ? `: ${systemsShown().left}` : "";
  const panel = find(".jumps-panel");
  const room = Math.max(280, Math.min(1000, panel.clientWidth - 100));
  panel.replaceChildren(
    make(
      "div",
      { class: "picture" },
      make("h2", {}, "Where each summary word comes from", make("bdi", {}, whose)),
      make(
        "p",
        { class: "note" },
        "Across: the summary's words, coloured by sentence. Down: the document, from first word to last. A straight run downwards is copied text; every break is a jump.",
      ),
      pathPicture(places, model, room),
    ),
    make(
      "div",
      { class: "picture" },
      make("h2", {}, "Jumps", make("bdi", {}, whose)),
      make("p", { class: "note" }, words),
      make("div", { class: "wide-picture", tabindex: 0 }, histogram(binned(jumps), Math.max(LEAST_HISTOGRAM, room))),
      make("div", { class: "visually-hidden" }, jumpTable(binned(jumps))),
    ),
  );
}

/** Round numbers from 0 to `most`, at most six. */
function ticks(most) {
  const tenth = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  const step = Math.max(1, [0.2, 0.5, 1, 2].map((part) => part * tenth).find((size) => most / size < 6));
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, k) => k * step);
}

function pathPicture(places, model, width) {
  const [height, left, top, foot] = [width < 600 ? 340 : 440, 44, 10, 50];
  const { pair } = model;
  const x = (j) => left + ((j + 0.5) / pair.summaryOffsets.length) * (width - left - 10);
  const y = (i) => top + ((i + 0.5) / (pair.words || 1)) * (height - top - foot);
  const svg = draw("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "path-picture",
    role: "img",
    "aria-label": `${count(places.length, "summary word")} placed in the document`,
  });
  for (const at of ticks(pair.words)) {
    svg.append(draw("line", { x1: left, x2: width - 10, y1: y(at - 0.5), y2: y(at - 0.5), class: "grid" }));
    svg.append(draw("text", { x: left - 8, y: y(at - 0.5) + 4, class: "tick end" }, at.toLocaleString("en")));
  }
  if (places.length > 1)
    svg.append(
      draw("polyline", {
        points: places.map(({ j, first }) => `${x(j).toFixed(1)},${y(first).toFixed(1)}`).join(" "),
        class: "path",
      }),
    );
  for (const { j, first, last, prob } of places) {
    const length = Math.max(0, y(last) - y(first));
    const dot = draw("rect", {
      x: x(j) - 3,
      y: y(first) - 3,
      width: 6,
      height: 6 + length,
      rx: 3,
      class: `dot hue-${pair.sentenceOf[j] % HUES}`,
    });
    dot.style.setProperty("--p", prob);
    svg.append(dot);
  }
  const checked = Boolean(pair.check) && !model.comparing;
  for (const [j, state] of model.states.entries())
    if (isDoubtful(state, checked))
      svg.append(draw("rect", { x: x(j) - 1.5, y: height - foot + 10, width: 3, height: 12, class: `dot alone ${state}` }));
  const bars = model.comparing
    ? "bars: words without a link in either"
    : checked
      ? "bars: words that differ, are not found or unclear"
      : "bars: words without a link";
  svg.append(draw("text", { x: left, y: height - 6, class: "tick" }, bars));
  return svg;
}

function histogram(bins, width) {
  const [height, foot] = [300, 44];
  const most = Math.max(1, ...bins.values());
  const step = width / bins.size;
  const svg = draw("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "histogram",
    role: "img",
    "aria-label": "Histogram of jumps; the table after it has the numbers",
  });
  [...bins].forEach(([bin, number], k) => {
    const tall = (number / most) * (height - foot - 26);
    const x = k * step;
    svg.append(
      draw("rect", {
        x: x + step * 0.12,
        y: height - foot - tall,
        width: step * 0.76,
        height: Math.max(tall, 1),
        rx: 3,
        class: bin === 1 ? "bar next" : "bar",
      }),
    );
    if (number)
      svg.append(
        draw("text", { x: x + step / 2, y: height - foot - tall - 6, class: "tick middle strong" }, String(number)),
      );
    svg.append(
      draw(
        "text",
        { x: x + step / 2, y: height - foot + 18, class: Math.abs(bin) > 5 ? "tick middle small" : "tick middle" },
        binLabel(bin),
      ),
    );
  });
  svg.append(draw("text", { x: 0, y: height - 6, class: "tick" }, "← back in the document"));
  svg.append(draw("text", { x: width, y: height - 6, class: "tick end" }, "forward →"));
  return svg;
}

function jumpTable(bins) {
  const filled = [...bins].filter(([, number]) => number);
  return make(
    "table",
    {},
    make("caption", {}, "Jumps between consecutive linked words"),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Jump"), make("th", { scope: "col" }, "Times"))),
    make(
      "tbody",
      {},
      ...filled.map(([bin, number]) => make("tr", {}, make("td", {}, binLabel(bin)), make("td", {}, String(number)))),
    ),
  );
}
