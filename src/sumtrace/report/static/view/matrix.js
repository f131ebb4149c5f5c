// The matrix: every likely pair of a summary word (row) and a document word (column), as dark as it is probable.
// Only the part in sight is drawn, so that a document of any length can be zoomed into.

import { find, make, onceAFrame, say } from "../shared/dom.js";
import { count, quoted, shortened } from "../shared/text.js";
import { fitted, hue, themed, tint } from "../shared/theme.js";
import { STATUS_HUE, documentText, keyOf, summaryText, wordPairs } from "./model.js";
import { state, systemsShown } from "./state.js";
import { linkWords } from "./tip.js";

export const matrix = { cells: [], width: 0, height: 18, cursor: -1, model: null, open: null };
const ROW_HEAD = 150;
const COLUMN_HEAD = 92;
const LEAST_CELL = 4;

/** Cells from the posteriors, or from the links where the alignment has none; what is linked is marked. */
function cellsOf(model) {
  const cells = new Map();
  const posteriors =
    state.right === null ? model.pair.alignments.find(({ system }) => system === state.left)?.posteriors : null;
  for (const { i, j, p } of posteriors ?? [])
    if (p >= state.filters.least) cells.set(keyOf([i, j]), { i, j, p, known: true, link: null });
  for (const link of model.links) {
    for (const [i, j] of link.pairs ?? wordPairs(link)) {
      const cell = cells.get(keyOf([i, j])) ?? { i, j, p: link.prob ?? 1, known: link.prob !== null, link: null };
      cell.link ??= link;
      cells.set(keyOf([i, j]), cell);
    }
  }
  return [...cells.values()].sort((a, b) => a.j - b.j || a.i - b.i);
}

/** Show the matrix; `open(run)` shows a run in the text. */
export function showMatrix(model, open) {
  Object.assign(matrix, { model, open });
  matrix.cells = cellsOf(model);
  matrix.cursor = -1;
  const panel = find(".matrix-panel");
  const canvas = make("canvas", {
    tabindex: 0,
    role: "img",
    "aria-label": `Matrix of ${count(matrix.cells.length, "likely word pair")}; arrow keys move between them, Enter shows one in the text`,
  });
  const zoom = make("input", { type: "range", min: 0, max: 1, step: 0.01, value: 0, "aria-label": "Zoom" });
  const readout = make("p", { class: "readout" }, matrixLegend(model));
  panel.replaceChildren(
    make(
      "div",
      { class: "matrix-head" },
      make("h2", {}, "Summary words down, document words across"),
      readout,
      make("label", { class: "filter" }, "zoom", zoom),
    ),
    make("div", { class: "matrix-scroll" }, make("div", { class: "matrix-room" }), canvas),
  );
  const scroll = find(".matrix-scroll");
  const layOut = () => {
    const fit = Math.max(0.02, (scroll.clientWidth - ROW_HEAD - 2) / (model.pair.words || 1));
    matrix.width = fit >= 22 ? 22 : fit * Math.pow(22 / fit, Number(zoom.value));
    const rows = (scroll.clientHeight - COLUMN_HEAD - 4) / (model.pair.summaryOffsets.length || 1);
    matrix.height = Math.max(14, Math.min(20, rows));
    const room = find(".matrix-room");
    room.style.width = `${ROW_HEAD + matrix.width * model.pair.words}px`;
    room.style.height = `${COLUMN_HEAD + matrix.height * model.pair.summaryOffsets.length}px`;
    drawMatrix();
  };
  zoom.addEventListener("input", () => {
    const middle = (scroll.scrollLeft + (scroll.clientWidth - ROW_HEAD) / 2) / matrix.width;
    layOut();
    scroll.scrollLeft = middle * matrix.width - (scroll.clientWidth - ROW_HEAD) / 2;
  });
  scroll.addEventListener("scroll", onceAFrame(drawMatrix), { passive: true });
  canvas.addEventListener("pointermove", (event) => readCell(cellNear(event)));
  canvas.addEventListener("click", (event) => openCell(cellNear(event)));
  canvas.addEventListener("keydown", matrixKeys);
  matrix.layOut = layOut;
  layOut();
}

function matrixLegend(model) {
  const { left, right } = systemsShown();
  const signs = model.comparing
    ? `Tall cells: both; upper halves: only ${left}; lower halves: only ${right}.`
    : "Tall cells are linked.";
  return `${signs} Point at a cell to read it; click it to see it in the text.`;
}

/** How a cell stands in its row, from top to height, as parts of the row: so that colour is not the only sign. */
function standing(link) {
  if (!link) return [0.3, 0.4];
  return { left: [0, 0.5], right: [0.5, 0.5] }[link.status] ?? [0, 1];
}

function drawMatrix() {
  const [scroll, canvas] = [find(".matrix-scroll"), find(".matrix-scroll canvas")];
  if (!scroll || !matrix.model) return;
  const [width, height] = [scroll.clientWidth, scroll.clientHeight];
  const context = fitted(canvas, width, height);
  const { pair } = matrix.model;
  const x = (i) => ROW_HEAD + i * matrix.width - scroll.scrollLeft;
  const y = (j) => COLUMN_HEAD + j * matrix.height - scroll.scrollTop;
  const font = themed("--font-ui");
  const [ink, soft, line, unsupportedInk] = ["--ink", "--ink-soft", "--line", "--unsupported-ink"].map(themed);

  context.save();
  context.beginPath();
  context.rect(ROW_HEAD, COLUMN_HEAD, width - ROW_HEAD, height - COLUMN_HEAD);
  context.clip();
  context.strokeStyle = line;
  context.lineWidth = 1;
  for (let j = 0; j < pair.summaryOffsets.length; j++) {
    if (j && pair.sentenceOf[j] !== pair.sentenceOf[j - 1]) {
      context.beginPath();
      context.moveTo(ROW_HEAD, Math.round(y(j)) + 0.5);
      context.lineTo(width, Math.round(y(j)) + 0.5);
      context.stroke();
    }
  }
  const colours = new Map();
  const columns = new Map();
  for (const cell of matrix.cells) {
    const left = x(cell.i);
    if (left > width || left + matrix.width < ROW_HEAD) continue;
    const name = cell.link?.status ? STATUS_HUE[cell.link.status] : hue(pair.sentenceOf[cell.j]);
    if (!colours.has(name)) colours.set(name, themed(name));
    context.fillStyle = `rgb(${colours.get(name)} / ${0.12 + 0.88 * cell.p})`;
    const wide = Math.max(matrix.width - (matrix.width > 6 ? 1 : 0), LEAST_CELL);
    const [top, tall] = standing(cell.link).map((part) => part * (matrix.height - 1));
    context.fillRect(left, y(cell.j) + top, wide, tall);
    if (cell.link && matrix.width > 6) {
      context.strokeStyle = ink;
      context.strokeRect(left + 0.5, y(cell.j) + top + 0.5, wide - 1, tall - 1);
    }
    columns.set(cell.i, Math.max(columns.get(cell.i) ?? 0, cell.p));
  }
  context.restore();

  context.font = `${Math.min(12, Math.max(9, matrix.height - 4))}px ${font}`;
  context.textBaseline = "middle";
  context.textAlign = "right";
  pair.summaryOffsets.forEach(([start, end], j) => {
    const middle = y(j) + matrix.height / 2;
    if (middle < COLUMN_HEAD || middle > height) return;
    const state = matrix.model.states[j];
    context.fillStyle = state === "differs" || state === "not-found" ? unsupportedInk : state ? soft : ink;
    context.fillText(shortened(pair.summary.slice(start, end), 20), ROW_HEAD - 10, middle, ROW_HEAD - 16);
  });
  const chosen = matrix.cells[matrix.cursor];
  drawColumnHeads(context, chosen ? new Map([...columns, [chosen.i, 2]]) : columns, x, width, soft, font);
  if (chosen) {
    context.fillStyle = tint("--sentence-7", 0.14);
    context.fillRect(0, y(chosen.j), width, matrix.height);
    context.fillRect(x(chosen.i), COLUMN_HEAD, Math.max(matrix.width, LEAST_CELL), height - COLUMN_HEAD);
    context.strokeStyle = themed("--focus");
    context.lineWidth = 2;
    context.strokeRect(x(chosen.i) - 2, y(chosen.j) - 2, Math.max(matrix.width, LEAST_CELL) + 4, matrix.height + 3);
  }
}

/** Names over the columns as far as there is room, the likelier first. */
function drawColumnHeads(context, columns, x, width, colour, font) {
  const { pair } = matrix.model;
  const taken = [];
  context.font = `11px ${font}`;
  context.fillStyle = colour;
  context.textAlign = "left";
  for (const [i] of [...columns].sort(([, a], [, b]) => b - a)) {
    const middle = x(i) + Math.max(matrix.width, LEAST_CELL) / 2;
    if (middle < ROW_HEAD || middle > width || taken.some((other) => Math.abs(other - middle) < 13)) continue;
    taken.push(middle);
    context.save();
    context.translate(middle + 2, COLUMN_HEAD - 6);
    context.rotate(-Math.PI / 3);
    context.fillText(shortened(documentText(pair, [i]), 14), 0, 0, 96);
    context.restore();
  }
}

function cellNear(event) {
  const scroll = find(".matrix-scroll");
  const box = scroll.getBoundingClientRect();
  const i = (event.clientX - box.left - ROW_HEAD + scroll.scrollLeft) / matrix.width;
  const j = Math.floor((event.clientY - box.top - COLUMN_HEAD + scroll.scrollTop) / matrix.height);
  const reach = Math.max(0.5, 6 / matrix.width);
  let best = -1;
  matrix.cells.forEach((cell, k) => {
    const away = Math.abs(cell.i + 0.5 - i);
    if (cell.j === j && away <= reach && (best < 0 || away < Math.abs(matrix.cells[best].i + 0.5 - i))) best = k;
  });
  return best;
}

function readCell(number) {
  if (number === matrix.cursor || number < 0) return;
  matrix.cursor = number;
  const { i, j, p, known, link } = matrix.cells[number];
  const { pair } = matrix.model;
  const facts = link ? ["linked", ...linkWords({ ...link, prob: null }, systemsShown())] : ["not linked"];
  if (known) facts.unshift(`probability ${p.toFixed(2)}`);
  find(".readout").replaceChildren(
    quoted(summaryText(pair, [j])),
    " from ",
    quoted(documentText(pair, [i])),
    ` (word ${(i + 1).toLocaleString("en")}) · ${facts.join(" · ")}`,
  );
  say(find(".readout").textContent);
  drawMatrix();
}

function openCell(number) {
  const cell = matrix.cells[number];
  if (!cell) return;
  matrix.open(matrix.model.summaryRuns.find(({ first, last }) => first <= cell.j && cell.j <= last));
}

function matrixKeys(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    readCell(Math.min(matrix.cells.length - 1, Math.max(0, matrix.cursor + step)));
    const cell = matrix.cells[matrix.cursor];
    const scroll = find(".matrix-scroll");
    const left = cell.i * matrix.width;
    if (left < scroll.scrollLeft || left > scroll.scrollLeft + scroll.clientWidth - ROW_HEAD - 20)
      scroll.scrollLeft = left - scroll.clientWidth / 2;
    const top = cell.j * matrix.height;
    if (top < scroll.scrollTop || top > scroll.scrollTop + scroll.clientHeight - COLUMN_HEAD - 20)
      scroll.scrollTop = top - scroll.clientHeight / 2;
    drawMatrix();
  } else if (event.key === "Enter") openCell(matrix.cursor);
}
