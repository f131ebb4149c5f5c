// The page itself: which pair is open, and how it is looked at.

import { find, findAll, onceAFrame, say } from "../shared/dom.js";
import { stacked } from "../shared/lines.js";
import { count, plain, shortened } from "../shared/text.js";
import { startTheme } from "../shared/theme.js";
import { showDifferences, showLegend, showSystems } from "./compare.js";
import { pairFrom, readIndex, readPair } from "./data.js";
import { showFilters } from "./filters.js";
import { listing, showIndex } from "./index.js";
import { showJumps } from "./jumps.js";
import { showHelp, startKeys } from "./keys.js";
import { listenToTexts, pin, putOut, redraw } from "./lighting.js";
import { drawMap, loadMap } from "./map.js";
import { matrix, showMatrix } from "./matrix.js";
import { modelOf } from "./model.js";
import { state } from "./state.js";
import { showDocument, showFigures, showSummary } from "./text.js";
import { hideTip } from "./tip.js";

const TABS = ["text", "matrix", "jumps"];

function showPair() {
  const model = modelOf(state.pair, state.left, state.right, state.filters);
  putOut();
  state.model = model;
  showSummary(model);
  showDocument(model);
  showFigures(model);
  showLegend(model);
  showDifferences(model, (run) => pin(run, true));
  loadMap(model);
  for (const runs of [model.summaryRuns, model.documentRuns]) if (runs.length) runs[0].nodes[0].tabIndex = 0;
  showTab();
}

function refresh() {
  showSystems((left, right) => {
    state.left = left;
    state.right = right === left ? null : right;
    const focused = document.activeElement?.id;
    refresh();
    if (focused) find(`#${focused}`)?.focus();
  });
  showFilters(() => {
    showPair();
    say(`${state.model.links.length} of ${count(state.model.all.length, "link")} shown`);
  });
  showPair();
}

function showTab() {
  for (const name of TABS) {
    const chosen = name === state.tab;
    find(`#panel-${name}`).hidden = !chosen;
    find(`#tab-${name}`).setAttribute("aria-selected", String(chosen));
    find(`#tab-${name}`).tabIndex = chosen ? 0 : -1;
  }
  if (state.tab === "matrix") showMatrix(state.model, openInText);
  if (state.tab === "jumps") showJumps(state.model);
  if (state.tab === "text") drawMap(state.model);
}

function chooseTab(name) {
  state.tab = name;
  hideTip();
  showTab();
  redraw();
}

function openInText(run) {
  chooseTab("text");
  if (run) pin(run, true);
}

function toggleFilters() {
  const row = find(".filters");
  row.hidden = !row.hidden;
  find("[data-do=filters]").setAttribute("aria-expanded", String(!row.hidden));
  redraw();
}

// Which pair: the number after # in the address

/** The pairs in the order of the list, if the open one is in it, else as they are in the file. */
function order() {
  const listed = listing.rows.map(([, place]) => place);
  return listed.includes(state.place) ? listed : [...state.index.pairs.keys()];
}

function turn(by) {
  const places = order();
  const next = places[places.indexOf(state.place) + by];
  if (next !== undefined) location.hash = `#${next + 1}`;
}

let routes = 0;

async function route() {
  const { pairs } = state.index;
  const asked = ++routes;
  const number = pairs.length === 1 ? 1 : Number(location.hash.slice(1));
  const place = Number.isInteger(number) && number >= 1 && number <= pairs.length ? number - 1 : -1;
  const data = place < 0 ? null : await readPair(place);
  if (asked !== routes) return; // the reader has gone on meanwhile
  if (data) showOpened(place, pairFrom(pairs[place], data));
  else showList();
  document.body.classList.toggle("on-index", !data);
  find(".bar").hidden = false;
  find(".index").hidden = Boolean(data);
  find(".pair-nav").hidden = pairs.length === 1;
  find(".pair-name").hidden = !data;
  document.title = `${plain(data ? state.pair.id : state.index.title)} – Sumtrace`;
  if (!data) return;
  refresh();
  for (const pane of findAll(".pane")) pane.scrollTop = 0;
  drawMap(state.model);
}

function showOpened(place, pair) {
  Object.assign(state, { place, pair });
  const places = order();
  const shown = places.indexOf(place) + 1;
  find(".pair-name bdi").textContent = shortened(pair.id, 120);
  find(".pair-place").textContent = state.index.pairs.length === 1 ? "" : `${shown} of ${count(places.length, "pair")}`;
  find(".filters").hidden = find("[data-do=filters]").getAttribute("aria-expanded") !== "true";
  if (state.index.pairs.length > 1) say(`Pair ${plain(pair.id)}`);
}

function showList() {
  putOut();
  state.model = null;
  for (const panel of findAll(".panel")) panel.hidden = true;
  find(".filters").hidden = true;
  showIndex();
  say("List of pairs");
}

function listen() {
  listenToTexts();
  const theme = startTheme(find("[data-do=theme]"), () => state.model && showTab());
  const list = () => (state.index.pairs.length > 1 ? (location.hash = "") : false);
  startKeys({ turn, theme, list, filters: toggleFilters, tab: chooseTab });
  addEventListener("hashchange", route);
  const resized = () => {
    hideTip();
    redraw();
    if (state.tab === "matrix") matrix.layOut();
    if (state.tab === "jumps") showJumps(state.model);
  };
  addEventListener("resize", onceAFrame(() => state.model && resized()));
  find(".tabs").addEventListener("click", (event) => event.target.id && chooseTab(event.target.id.replace("tab-", "")));
  find(".tabs").addEventListener("keydown", (event) => {
    const turned = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!turned) return;
    event.preventDefault();
    chooseTab(TABS[(TABS.indexOf(state.tab) + turned + 3) % 3]);
    find(`#tab-${state.tab}`).focus();
  });
  find("[data-go=previous]").addEventListener("click", () => turn(-1));
  find("[data-go=next]").addEventListener("click", () => turn(1));
  find("[data-do=filters]").addEventListener("click", toggleFilters);
  find("[data-do=help]").addEventListener("click", showHelp);
  find(".filters").addEventListener("submit", (event) => event.preventDefault());
}

async function start() {
  if (stacked()) find("[data-do=filters]").setAttribute("aria-expanded", "false");
  state.index = await readIndex();
  if (state.index.systems.length > 1) state.right = 1;
  listen();
  await route();
  document.body.classList.add("ready");
}

start();
