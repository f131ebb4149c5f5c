// The page itself: which pair is open, how it is looked at, and what pointer and focus do.

const state = {
  index: null,
  place: -1,
  pair: null,
  model: null,
  left: 0,
  right: null,
  filters: freshFilters(),
  tab: "text",
};

/** The run an element of the text belongs to. */
function runAt(target) {
  const node = target.closest?.(".run[data-run]");
  return node ? runsOf(node.dataset.side)[Number(node.dataset.run)] : null;
}

function showPair() {
  const model = modelOf(state.pair, state.left, state.right, state.filters);
  state.model = model;
  lit.pinned = false;
  light(null, model);
  hideTip();
  clearLines();
  showSummary(model);
  showDocument(model);
  showFigures(model);
  showLegend(model);
  showDifferences(model);
  labelMap(model);
  for (const runs of [model.summaryRuns, model.documentRuns]) if (runs.length) runs[0].nodes[0].tabIndex = 0;
  showTab();
}

function refresh() {
  showSystems();
  showFilters();
  showPair();
}

function showTab() {
  for (const name of ["text", "matrix", "jumps"]) {
    const chosen = name === state.tab;
    find(`#panel-${name}`).hidden = !chosen;
    find(`#tab-${name}`).setAttribute("aria-selected", String(chosen));
    find(`#tab-${name}`).tabIndex = chosen ? 0 : -1;
  }
  if (state.tab === "matrix") showMatrix(state.model);
  if (state.tab === "jumps") showJumps(state.model);
  if (state.tab === "text") drawMap(state.model);
}

function chooseTab(name) {
  state.tab = name;
  hideTip();
  showTab();
  drawLines();
}

// Pointer and focus

let waiting = 0;

function over(run, node, options = {}) {
  light(run, state.model);
  showTip(run, state.model, systemsShown(), node);
  say(spoken(run, state.model, systemsShown()));
  clearTimeout(waiting);
  const bring = () => {
    const other = run.side === "sum" ? lit.partners?.doc : lit.partners?.sum;
    const pane = find(run.side === "sum" ? ".document-pane" : ".summary-pane");
    const box = pane.getBoundingClientRect();
    const inView = (partner) => {
      const { top, bottom } = partner.nodes[0].getBoundingClientRect();
      return top >= box.top && bottom <= box.bottom;
    };
    if (other?.length && !other.some(inView)) reveal(other[0].nodes[0], pane);
  };
  if (options.now) bring();
  else waiting = setTimeout(bring, 140);
  redraw();
}

function leave() {
  clearTimeout(waiting);
  hideTip();
  light(null, state.model);
  redraw();
}

/** Keep a phrase lit until it is let go; pinning it again lets go, unless told to hold on. */
function pin(run, holdOn = false) {
  if (lit.pinned && lit.run === run && !holdOn) return release();
  hold(run);
  lit.pinned = true;
  over(run, run.nodes[0], { now: true });
}

function release() {
  lit.pinned = false;
  leave();
}

const redraw = onceAFrame(() => {
  drawLines();
  drawMap(state.model);
});

const scrolled = onceAFrame(() => {
  if (!state.model) return;
  markPlace(state.model);
  if (lit.run) drawLines();
});

function listen() {
  const panel = find(".text-panel");
  panel.addEventListener("pointerover", (event) => {
    if (lit.pinned || event.pointerType === "touch") return;
    const run = runAt(event.target);
    if (run && run !== lit.run) over(run, event.target.closest(".run"));
    else if (!run && lit.run) leave();
  });
  panel.addEventListener("pointerleave", () => lit.run && !lit.pinned && leave());
  panel.addEventListener("click", (event) => {
    const run = runAt(event.target);
    if (run) pin(run);
    else if (lit.pinned && !event.target.closest("button, select, summary, .map") && getSelection().isCollapsed)
      release();
  });
  panel.addEventListener("focusin", (event) => {
    const run = runAt(event.target);
    if (run && !lit.pinned) over(run, event.target, { now: true });
    else if (run && run !== lit.run) {
      lit.pinned = false;
      over(run, event.target, { now: true });
    }
  });
  panel.addEventListener("focusout", (event) => {
    if (!lit.pinned && lit.run && !runAt(event.relatedTarget ?? document.body)) leave();
  });
  for (const pane of findAll(".pane")) {
    pane.addEventListener(
      "scroll",
      () => {
        if (tipFor && pane.contains(tipFor)) hideTip();
        scrolled();
      },
      { passive: true },
    );
  }
  const map = find(".map");
  map.addEventListener("pointerdown", (event) => {
    map.setPointerCapture(event.pointerId);
    goTo(state.model, event.clientY);
  });
  map.addEventListener("pointermove", (event) => event.buttons && goTo(state.model, event.clientY));
  addEventListener(
    "resize",
    onceAFrame(() => {
      if (!state.model) return;
      hideTip();
      drawLines();
      drawMap(state.model);
      if (state.tab === "matrix") matrix.layOut();
      if (state.tab === "jumps") showJumps(state.model);
    }),
  );
  new ResizeObserver(() => state.model && markPlace(state.model)).observe(find(".document"));
  addEventListener("hashchange", route);
  find(".tabs").addEventListener("click", (event) => event.target.id && chooseTab(event.target.id.replace("tab-", "")));
  find(".tabs").addEventListener("keydown", (event) => {
    const names = ["text", "matrix", "jumps"];
    const turned = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!turned) return;
    event.preventDefault();
    chooseTab(names[(names.indexOf(state.tab) + turned + 3) % 3]);
    find(`#tab-${state.tab}`).focus();
  });
  find("[data-go=previous]").addEventListener("click", () => turn(-1));
  find("[data-go=next]").addEventListener("click", () => turn(1));
  find("[data-do=filters]").addEventListener("click", toggleFilters);
  find("[data-do=theme]").addEventListener("click", switchTheme);
  find("[data-do=help]").addEventListener("click", showHelp);
  find(".filters").addEventListener("submit", (event) => event.preventDefault());
}

// Theme and filters row; a page in a sandbox has no storage, and does without

function remembered(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(`sumtrace-${name}`, value);
    return localStorage.getItem(`sumtrace-${name}`);
  } catch {
    return null;
  }
}

function switchTheme() {
  const now =
    document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  remembered("theme", document.documentElement.dataset.theme);
  if (state.model) showTab();
}

function toggleFilters() {
  const row = find(".filters");
  row.hidden = !row.hidden;
  find("[data-do=filters]").setAttribute("aria-expanded", String(!row.hidden));
  redraw();
}

// Which pair: the number after # in the address

function turn(by) {
  const { length } = state.index.pairs;
  const order =
    listing.rows.length === length || listing.rows.some(([, place]) => place === state.place)
      ? listing.rows.map(([, place]) => place)
      : [];
  const places = order.length ? order : [...Array(length).keys()];
  const next = places[places.indexOf(state.place) + by];
  if (next !== undefined) location.hash = `#${next + 1}`;
}

let routes = 0;

async function route() {
  const { pairs } = state.index;
  const asked = ++routes;
  const number = pairs.length === 1 ? 1 : Number(location.hash.slice(1));
  const place = Number.isInteger(number) && number >= 1 && number <= pairs.length ? number - 1 : -1;
  const onIndex = place < 0;
  if (!onIndex) {
    const data = await readPair(place);
    if (asked !== routes) return; // the reader has gone on meanwhile
    state.place = place;
    state.pair = pairFrom(pairs[place], data);
  }
  document.body.classList.toggle("on-index", onIndex);
  find(".bar").hidden = false;
  find(".index").hidden = !onIndex;
  find(".pair-nav").hidden = pairs.length === 1;
  find(".pair-name").hidden = onIndex;
  find(".pair-name bdi").textContent = onIndex ? "" : shortened(state.pair.id, 120);
  find(".pair-place").textContent =
    onIndex || pairs.length === 1 ? "" : `${place + 1} of ${pairs.length.toLocaleString("en")}`;
  document.title = `${onIndex ? state.index.title : state.pair.id} – Sumtrace`;
  if (onIndex) {
    state.model = null;
    for (const panel of findAll(".panel")) panel.hidden = true;
    find(".filters").hidden = true;
    hideTip();
    clearLines();
    showIndex();
    say("List of pairs");
    return;
  }
  find(".filters").hidden = find("[data-do=filters]").getAttribute("aria-expanded") !== "true";
  refresh();
  for (const pane of findAll(".pane")) pane.scrollTop = 0;
  drawMap(state.model);
  if (pairs.length > 1) say(`Pair ${state.pair.id}`);
}

async function start() {
  const theme = remembered("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  if (stacked()) find("[data-do=filters]").setAttribute("aria-expanded", "false");
  state.index = await readIndex();
  if (state.index.systems.length > 1) state.right = 1;
  listen();
  await route();
  document.body.classList.add("ready");
}

start();
