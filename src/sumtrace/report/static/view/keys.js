// The keyboard: from phrase to phrase, from pair to pair, and the sheet that lists it all.

const KEYS = [
  ["← →", "previous, next phrase"],
  ["↑ ↓", "in the summary: previous, next sentence"],
  ["Home End", "first, last phrase"],
  ["Enter", "pin the phrase; again to let go"],
  ["s", "go to the other end of the link"],
  ["u", "next unsupported word"],
  ["Esc", "let go of the pinned phrase"],
  ["[ ]", "previous, next pair"],
  ["i", "list of pairs"],
  ["/", "search the list"],
  ["1 2 3", "text, matrix, jumps"],
  ["f", "show or hide the filters"],
  ["t", "light or dark"],
  ["?", "this sheet"],
];
const SIGNS = [
  ["Colour", "the summary sentence that a phrase belongs to or feeds"],
  ["Strength", "the link's probability; a dotted line means possible, not sure"],
  ["Dashed underline", "no source was found in the document"],
  ["The strip at the right", "where in the document the summary draws from; click to go there"],
];

function showHelp() {
  const dialog = find(".help");
  const list = (entries, wrap) =>
    make("dl", {}, ...entries.flatMap(([term, meaning]) => [make("dt", {}, ...wrap(term)), make("dd", {}, meaning)]));
  const keys = (term) =>
    term.split(" ").flatMap((key, k) => (k ? [" ", make("kbd", {}, key)] : [make("kbd", {}, key)]));
  dialog.replaceChildren(
    make("h2", { id: "help-title" }, "Keys and signs"),
    make(
      "div",
      { class: "help-columns" },
      list(KEYS, keys),
      list(SIGNS, (term) => [term]),
    ),
    make("form", { method: "dialog" }, make("button", { class: "primary" }, "Close")),
  );
  dialog.showModal();
}

/** Give the keyboard's place in a pane to a run. */
function hold(run, focus = true) {
  for (const node of findAll(`.run[data-side=${run.side}][tabindex="0"]`)) node.tabIndex = -1;
  run.nodes[0].tabIndex = 0;
  if (focus) run.nodes[0].focus({ preventScroll: true });
  if (focus) reveal(run.nodes[0], find(run.side === "sum" ? ".summary-pane" : ".document-pane"));
}

const runsOf = (side) => (side === "sum" ? state.model.summaryRuns : state.model.documentRuns);

function step(run, key) {
  const runs = runsOf(run.side);
  const at = run.number;
  if (key === "ArrowRight") return runs[at + 1];
  if (key === "ArrowLeft") return runs[at - 1];
  if (key === "Home") return runs[0];
  if (key === "End") return runs.at(-1);
  if (run.side !== "sum") return undefined;
  if (key === "ArrowDown") return runs.find(({ sentence }) => sentence > run.sentence);
  if (key === "ArrowUp") {
    const earlier = runs.filter(({ sentence }) => sentence < run.sentence).at(-1);
    return earlier && runs.find(({ sentence }) => sentence === earlier.sentence);
  }
  return undefined;
}

function otherEnd(run) {
  const { sum, doc } = partnersOf(run, state.model);
  return (run.side === "sum" ? doc : sum)[0];
}

/** Keys while a phrase has the focus; true when the key was used. */
function phraseKey(event, run) {
  const next = step(run, event.key);
  if (next) hold(next);
  else if (["ArrowRight", "ArrowLeft", "Home", "End"].includes(event.key)) return true;
  else if (event.key === "Enter" || event.key === " ") pin(run);
  else if (event.key === "s") {
    const other = otherEnd(run);
    if (other) hold(other);
  } else return false;
  return true;
}

function pageKey(key) {
  if (key === "?") showHelp();
  else if (key === "t") switchTheme();
  else if (key === "i" && state.index.pairs.length > 1) location.hash = "";
  else if (key === "/" && !find(".index").hidden) find("#search").focus();
  else if (!state.model || !find(".index").hidden) return false;
  else if (key === "[") turn(-1);
  else if (key === "]") turn(1);
  else if (key === "f") toggleFilters();
  else if ("123".includes(key)) chooseTab(["text", "matrix", "jumps"][key - 1]);
  else if (key === "u" && state.tab === "text") {
    const from = lit.run?.side === "sum" ? lit.run.number : -1;
    const alone = state.model.summaryRuns.filter((run) => run.alone);
    const next = alone.find((run) => run.number > from) ?? alone[0];
    if (next) hold(next);
  } else if (key === "Escape") release();
  else if (
    (key === "ArrowRight" || key === "ArrowLeft") &&
    state.tab === "text" &&
    document.activeElement === document.body
  ) {
    const first = state.model.summaryRuns[0];
    if (first) hold(lit.run?.side === "sum" ? lit.run : first);
  } else return false;
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || find(".help").open) return;
  const typing = event.target.matches("input, select, textarea");
  if (typing && event.key === "Escape") event.target.blur();
  if (typing) return;
  const run = runAt(event.target);
  if (
    (run && phraseKey(event, run)) ||
    (event.key.length === 1 || event.key === "Escape" || event.key.startsWith("Arrow") ? pageKey(event.key) : false)
  )
    event.preventDefault();
});
