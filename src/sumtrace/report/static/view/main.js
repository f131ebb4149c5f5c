// The page itself: which pair is open, and how it is looked at.

import { find, findAll, onceAFrame, say } from "../shared/dom.js";
import { stacked } from "../shared/lines.js";
import { count, plain, shortened } from "../shared/text.js";
import { startTheme } from "../shared/theme.js";
import { chooseClaim, showClaims } from "./claims.js";
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
import { state, tabShown, tabs } from "./state.js";
import { showDocument, showFigures, showSummary } from "./text.js";
import { hideTip } from "./tip.js";

function showPair() {
  const model = modelOf(state.pair, state.left, state.right, state.filters);
  putOut();
  state.model = model;
  showSummary(model);
  showClaims();
  showFigures(model);
  showLegend(model);
  showDifferences(model, (run) => pin(run, true));
  showTab();
}

const laidOut = { model: null, byClaim: null };

/** The document as the open tab wants it: with the sentences behind the claims, or with the phrases behind the words. */
function layOutDocument(byClaim) {
  const { model } = state;
  if (laidOut.model === model && laidOut.byClaim === byClaim) return;
  Object.assign(laidOut, { model, byClaim });
  for (const run of model.documentRuns) run.nodes = [];
  showDocument(model, byClaim);
  loadMap(model);
  const runs = [model.summaryRuns, byClaim ? [] : model.documentRuns];
  for (const own of runs) if (own.length) own[0].nodes[0].tabIndex = 0;
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
  const tab = tabShown();
  for (const name of ["claims", "text", "matrix", "jumps"]) {
    const button = find(`#tab-${name}`);
    button.hidden = !tabs().includes(name);
    button.setAttribute("aria-selected", String(name === tab));
    button.tabIndex = name === tab ? 0 : -1;
  }
  const [byClaim, panel] = [tab === "claims", find("#panel-text")];
  panel.hidden = !byClaim && tab !== "text";
  panel.setAttribute("aria-labelledby", `tab-${byClaim ? "claims" : "text"}`);
  panel.classList.toggle("by-claim", byClaim);
  find(".claims").hidden = !byClaim;
  find(".words").hidden = byClaim;
  find(".filters").hidden = byClaim || find("[data-do=filters]").getAttribute("aria-expanded") !== "true";
  find("[data-do=filters]").hidden = byClaim;
  find("#panel-matrix").hidden = tab !== "matrix";
  find("#panel-jumps").hidden = tab !== "jumps";
  if (tab === "matrix") showMatrix(state.model, openInText);
  if (tab === "jumps") showJumps(state.model);
  if (panel.hidden) return;
  layOutDocument(byClaim);
  if (byClaim && state.claim !== null) chooseClaim(state.claim);
  drawMap(state.model);
}

function chooseTab(name) {
  state.tab = name;
  putOut();
  showTab();
  redraw();
}

function openInText(run) {
  chooseTab("text");
  if (run) pin(run, true);
}

function toggleFilters() {
  if (tabShown() === "claims") return; // they are about links
  const row = find(".filters");
  row.hidden = !row.hidden;
  find("[data-do=filters]").setAttribute("aria-expanded", String(!row.hidden));
  redraw();
}

// Which pair and claim: #3 is the third pair, #3/claim-2 its second claim; where there is one pair, #claim-2

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
  const [, pairAsked, claimAsked] = location.hash.match(/^#(\d+)?\/?(?:claim-(\d+))?$/) ?? [];
  const number = pairs.length === 1 ? 1 : Number(pairAsked);
  const claim = claimAsked ? Number(claimAsked) - 1 : null;
  const place = number >= 1 && number <= pairs.length ? number - 1 : -1;
  if (state.model && place === state.place) {
    if (claim !== null) openClaim(claim);
    return;
  }
  const data = place < 0 ? null : await readPair(place);
  if (asked !== routes) return; // the reader has gone on meanwhile
  state.claim = null;
  if (data) showOpened(place, pairFrom(pairs[place], data, state.index));
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
  if (claim !== null) openClaim(claim);
}

function openClaim(number) {
  if (!state.pair.check) return;
  if (tabShown() !== "claims") chooseTab("claims");
  chooseClaim(number);
}

function showOpened(place, pair) {
  Object.assign(state, { place, pair });
  const places = order();
  const shown = places.indexOf(place) + 1;
  find(".pair-name bdi").textContent = shortened(pair.id, 120);
  find(".pair-place").textContent = state.index.pairs.length === 1 ? "" : `${shown} of ${count(places.length, "pair")}`;
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
    if (tabShown() === "matrix") matrix.layOut();
    if (tabShown() === "jumps") showJumps(state.model);
  };
  addEventListener(
    "resize",
    onceAFrame(() => state.model && resized()),
  );
  find(".tabs").addEventListener("click", (event) => event.target.id && chooseTab(event.target.id.replace("tab-", "")));
  find(".tabs").addEventListener("keydown", (event) => {
    const turned = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!turned) return;
    event.preventDefault();
    const [names, here] = [tabs(), tabs().indexOf(tabShown())];
    chooseTab(names[(here + turned + names.length) % names.length]);
    find(`#tab-${state.tab}`).focus();
  });
  find(".document").addEventListener("click", ({ target }) => {
    const own = target.closest(".evidence")?.dataset.claims.split(" ").map(Number);
    if (own && getSelection().isCollapsed) chooseClaim(own.find((number) => number > (state.claim ?? -1)) ?? own[0]);
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
