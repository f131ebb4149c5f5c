// The strip along the document: where in it the summary draws from, and where the reader is.

function blockAt(pair, offset) {
  let [low, high] = [0, pair.blocks.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pair.blocks[middle][1] > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The share of the document above a height of the screen, by characters, so that blocks not yet laid out do not matter. */
function shareAbove(pair, y) {
  const nodes = find(".document").getElementsByClassName("block");
  let [low, high] = [0, nodes.length - 1];
  if (high < 0) return 0;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nodes[middle].getBoundingClientRect().bottom > y) high = middle;
    else low = middle + 1;
  }
  const box = nodes[low].getBoundingClientRect();
  const [start, end] = pair.blocks[low];
  const inside = Math.min(1, Math.max(0, (y - box.top) / (box.height || 1)));
  return (start + inside * (end - start)) / (pair.document.length || 1);
}

function drawMap(model) {
  const canvas = find(".map canvas");
  const { width, height } = canvas.getBoundingClientRect();
  if (!width || !model) return;
  const context = fitted(canvas, width, height);
  const scale = height / (model.pair.document.length || 1);
  const active = lit.run && new Set(lit.partners.doc);
  const colours = new Map();
  for (const run of model.documentRuns) {
    const name = model.comparing ? STATUS_HUE[run.links[0].status] : hue(run.sentence);
    if (!colours.has(name)) colours.set(name, themed(name));
    const on = active?.has(run);
    const alpha = active ? (on ? 1 : 0.18) : 0.35 + 0.65 * strength(run);
    context.fillStyle = `rgb(${colours.get(name)} / ${alpha})`;
    context.fillRect(
      on ? 1 : 4,
      run.start * scale,
      width - (on ? 2 : 8),
      Math.max(on ? 3 : 2, (run.end - run.start) * scale),
    );
  }
  markPlace(model);
}

/** Show where the reader is; the only part of the strip that a scroll changes. */
function markPlace(model) {
  const pane = find(".document-pane").getBoundingClientRect();
  const { height } = find(".map").getBoundingClientRect();
  const [top, bottom] = [pane.top, pane.bottom].map((y) => shareAbove(model.pair, y) * height);
  const here = find(".here");
  here.style.transform = `translateY(${top.toFixed(1)}px)`;
  here.style.height = `${Math.max(6, bottom - top).toFixed(1)}px`;
}

function labelMap(model) {
  const { pair, documentRuns } = model;
  const tenths = Array(10).fill(0);
  for (const run of documentRuns)
    tenths[Math.min(9, Math.floor((10 * run.start) / (pair.document.length || 1)))] += run.last - run.first + 1;
  find(".map canvas").setAttribute(
    "aria-label",
    `Map of the document: words drawn from each tenth, from its start: ${tenths.join(", ")}.`,
  );
}

/** Go to a height of the strip. */
function goTo(model, y) {
  const { top, height } = find(".map").getBoundingClientRect();
  const share = Math.min(1, Math.max(0, (y - top) / height));
  const { pair } = model;
  const offset = share * pair.document.length;
  const node = find(".document").getElementsByClassName("block")[blockAt(pair, offset)];
  const pane = find(".document-pane");
  const settle = () => {
    const box = node.getBoundingClientRect();
    const [start, end] = pair.blocks[Number(node.dataset.block)];
    const inside = ((offset - start) / (end - start || 1)) * box.height;
    const paneBox = pane.getBoundingClientRect();
    pane.scrollTop += box.top + inside - paneBox.top - paneBox.height / 2;
  };
  if (!node) return;
  settle();
  requestAnimationFrame(settle);
}
