// The page: as soon as the texts rest for a moment, they are read, and what was found is shown.

import { find, make, onceAFrame, say } from "../shared/dom.js";
import { count } from "../shared/text.js";
import { startTheme } from "../shared/theme.js";
import { pairFrom } from "../view/data.js";
import { listenToTexts, putOut, redraw } from "../view/lighting.js";
import { drawMap, loadMap } from "../view/map.js";
import { freshFilters, modelOf } from "../view/model.js";
import { state } from "../view/state.js";
import { showDocument, showFigures, showSummary } from "../view/text.js";
import { hideTip } from "../view/tip.js";
import { showClaims } from "./claims.js";
import { fillIn, startInputs, textsNow } from "./inputs.js";
import { Refused, begin, live, sharedPage } from "./requests.js";

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const REST = 120; // milliseconds without a key before the texts are read
const waiting = { timer: 0, busy: false, changed: 0, shown: 0, documents: "" };

function show(result, pair) {
  putOut();
  state.index = { systems: ["Sumtrace"], pairs: [result.row], ...result.names };
  state.pair = pair;
  state.model = modelOf(pair, 0, null, freshFilters());
  const another = result.document !== waiting.documents;
  waiting.documents = result.document;
  const pane = find(".document-pane");
  const place = another ? 0 : pane.scrollTop;
  find("#welcome").hidden = true;
  find("#panel-text").hidden = false;
  find("#share").disabled = false;
  showSummary(state.model);
  showDocument(state.model);
  showFigures(state.model);
  loadMap(state.model);
  for (const runs of [state.model.summaryRuns, state.model.documentRuns]) if (runs.length) runs[0].nodes[0].tabIndex = 0;
  showClaims(result, pair);
  pane.scrollTop = place;
  drawMap(state.model);
}

function clear() {
  putOut();
  state.model = null;
  find("#welcome").hidden = false;
  find("#panel-text").hidden = true;
  find("#share").disabled = true;
  find("#progress").textContent = "";
}

/** Say what is wrong; what is still shown is of the texts before, and looks so. */
function trouble(error) {
  find("#trouble").textContent = error ? sentence(error.message) : "";
  document.body.classList.toggle("outdated", Boolean(error));
  find("#trouble").hidden = !error;
}

/** Told of every change: wait for a rest, then read. One request is under way at a time; what changes meanwhile is read next. */
function changed() {
  waiting.changed = performance.now();
  clearTimeout(waiting.timer);
  waiting.timer = setTimeout(read, REST);
}

async function read() {
  if (waiting.busy) return;
  const texts = textsNow();
  const since = waiting.changed;
  if (!texts) return clear();
  waiting.busy = true;
  document.body.classList.add("reading-now");
  find("#progress").textContent = "Reading …";
  try {
    const result = await live(texts);
    if (textsNow()) show(result, pairFrom(result.row, [result.document, result.data], result.names));
    trouble(null);
    pictured(since);
  } catch (error) {
    trouble(error);
    find("#progress").textContent = "";
    if (error instanceof Refused && error.again) setTimeout(changed, 1000 * error.again);
  } finally {
    waiting.busy = false;
    document.body.classList.remove("reading-now");
  }
  if (waiting.changed > since) changed();
}

/** Note how long it took from the last key to the picture, once that is on the screen. */
function pictured(since) {
  requestAnimationFrame(() =>
    setTimeout(() => {
      const taken = performance.measure("key to picture", { start: since, end: performance.now() }).duration;
      if (!waiting.busy) find("#progress").textContent = `Read in ${(taken / 1000).toFixed(1)} s`;
    }),
  );
}

async function share() {
  const texts = textsNow();
  if (!texts) return;
  try {
    const address = URL.createObjectURL(await sharedPage(texts));
    const link = make("a", { href: address, download: `${texts.id.replace(/[^\p{L}\p{N}._ -]/gu, "")}.html` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    say("Page downloaded");
  } catch (error) {
    trouble(error);
  }
}

/** The first words of a summary, as many as fit a line or two. */
const opening = (text) => `${text.slice(0, 110).replace(/\s+\S*$/, "")} …`;

/** "ferry-refit" as a title: "Ferry refit". */
const titled = (id) => id.charAt(0).toUpperCase() + id.slice(1).replaceAll("-", " ");

function offer(examples) {
  const select = find("#examples");
  select.append(...examples.map(({ id }, k) => make("option", { value: k }, titled(id))));
  select.addEventListener("change", () => {
    if (select.value !== "") fillIn(examples[Number(select.value)]);
    select.value = "";
  });
  find("#tries").append(
    ...examples.slice(0, 3).map((example) => {
      return make(
        "button",
        { type: "button", class: "try", on: { click: () => fillIn(example) } },
        make("span", { class: "try-title" }, titled(example.id)),
        make("span", { class: "try-text" }, `${count(example.documents.length, "document")}. “${opening(example.summary)}”`),
      );
    }),
  );
}

async function start() {
  startTheme(find("#theme"), () => state.model && drawMap(state.model));
  listenToTexts();
  startInputs(changed);
  find("#share").addEventListener("click", share);
  addEventListener("resize", onceAFrame(() => {
    hideTip();
    if (state.model) redraw();
  }));
  try {
    offer(await begin());
    find("#documents textarea").focus();
  } catch (error) {
    trouble(error);
  }
  document.body.classList.add("ready");
}

start();
