// The page: opens pairs, shows the marks on them, and ties the parts together.

import { find, make } from "../shared/dom.js";
import { count, plain } from "../shared/text.js";
import { HUES, startTheme, themed, tint } from "../shared/theme.js";
import { Adjudicator } from "./adjudicator.js";
import { get, rememberPair, startingPair } from "./api.js";
import { Clock } from "./clock.js";
import { confirmDone, conflict, guidelines, help, pairList } from "./dialogs.js";
import { Drawing } from "./drawing.js";
import { Editor } from "./editor.js";
import { Inspector } from "./inspector.js";
import { startKeys } from "./keys.js";
import { sameSpans, wordsOf } from "./marks.js";
import { Rating } from "./rating.js";
import { Review } from "./review.js";
import { Search } from "./search.js";
import { Store, pairsWithLeftEdits } from "./store.js";
import { TextPane } from "./textpane.js";
import { toast } from "./toast.js";

const documentPane = new TextPane(find("#document"), "d");
const summaryPane = new TextPane(find("#summary"), "s");
const editor = new Editor(documentPane, summaryPane);
const inspector = new Inspector(editor);
const drawing = new Drawing(find(".lines"), find(".map"), documentPane, summaryPane);
const search = new Search(documentPane);
// A clash on a pair that is not open waits until it is: its words are not here to be shown.
const ask = async (clash, asking) => {
  await null; // a pair being opened is open in a moment
  return asking === store ? conflict(clash, documentPane, summaryPane) : "later";
};
const stores = new Map(); // pairs with edits still on their way
let session, store, rating, adjudicator, review, clock, number;
let hovered = [];

async function start() {
  try {
    session = await get("session");
  } catch (error) {
    if (error.status === 401) return banner("This link is not valid, or no longer. Open the one that the server printed.");
    return banner("The server is not responding. Start it, then reload this page.");
  }
  document.documentElement.dataset.mode = session.mode;
  find("#annotator").textContent = plain(session.annotator ?? "");
  find("#annotator").hidden = !session.annotator;
  if (session.mode === "rate") rating = new Rating(inspector, () => step(1, true));
  if (session.mode === "adjudicate") adjudicator = new Adjudicator(editor, inspector, session.names);
  if (session.mode === "review") review = new Review(documentPane, summaryPane, inspector, show, () => step(1, true));
  clock = new Clock(() => store);
  const wanted = session.pairs.findIndex((pair) => pair.id === startingPair);
  await openPair(wanted >= 0 ? wanted : session.first);
  find("#main").hidden = false;
  settle();
  paint();
  sendLeftEdits();
}

// Edits that another window, closed since, could not send.
async function sendLeftEdits() {
  for (const id of pairsWithLeftEdits(session.desk)) {
    const place = session.pairs.findIndex((pair) => pair.id === id);
    if (place < 0 || place === number || stores.has(place)) continue;
    stores.set(place, new Store(session.desk, { number: place, id, sheet: await get(`pairs/${place}/sheet`) }, ask));
  }
}

async function openPair(next) {
  let pair;
  try {
    pair = await get(`pairs/${next}`);
  } catch (error) {
    return toast(`The pair could not be opened: ${error.message}`);
  }
  if (store) {
    clock.report(true, store);
    store.leave();
    if (store.waiting) stores.set(store.number, store);
  }
  number = next;
  hovered = [];
  const waiting = stores.get(number);
  stores.delete(number);
  store = waiting?.waiting ? Object.assign(waiting, { away: false }) : new Store(session.desk, pair, ask);
  if (!store.heard) listenTo(store);
  documentPane.load(pair.document, pair.parts);
  summaryPane.load(pair.summary);
  drawing.load();
  editor.load(store);
  rating?.load(store);
  review?.load(pair, store);
  search.load();
  rememberPair(pair.id);
  const name = plain(pair.id);
  find("#title").textContent = name;
  find("#title").title = name;
  document.title = `${name} – Sumtrace`;
  find("#document-size").textContent = count(pair.document.words.length, "word");
  find("#summary-size").textContent = count(pair.summary.words.length, "word");
  adjudicator?.load(pair);
  if (store.postponed) store.decide();
  refresh();
  if (session.suggestions) fetchSuggestions(store);
}

function listenTo(opened) {
  opened.heard = true;
  opened.addEventListener("marks", () => opened === store && refresh());
  opened.addEventListener("state", () => {
    if (opened.progress) session.pairs[opened.number] = opened.progress;
    if (opened === store) showState();
  });
  opened.addEventListener("note", ({ detail }) => toast(detail));
  opened.addEventListener("refreshed", () => opened === store && toast("Updated with changes from another window."));
}

async function fetchSuggestions(opened) {
  inspector.thinking = true;
  inspector.render();
  try {
    const { suggestions } = await get(`pairs/${opened.number}/suggestions`, 600_000);
    if (opened !== store) return;
    editor.suggestions = suggestions;
  } catch (error) {
    if (opened === store) toast(`No suggestions: ${error.message}`);
  }
  inspector.thinking = false;
  refresh();
}

function refresh() {
  editor.derive();
  hovered = hovered.filter(({ id }) => !id || editor.links.some((link) => link.id === id));
  render();
  paint();
  showState();
  showProgress();
}

function render() {
  if (rating) rating.render();
  else if (review) review.render();
  else if (adjudicator) adjudicator.render();
  else inspector.render();
}

function show() {
  render();
  paint();
}

const hueNumber = (link) => summaryPane.sentenceOf[link.sum[0][0]] % HUES;
const hueOf = (link) => (link.id ? `hue-${hueNumber(link)}` : "is-suggested");
const isSure = (links) => links.some((link) => link.label === "S");
const linkStyle = (links) => `linked hue-${hueNumber(links[0])}${isSure(links) ? "" : " possible"}`;
const wordsIn = (links, side) => new Set(links.flatMap((link) => wordsOf(link[side])));

// Links that are lit and drawn: those of the selected word, the one pointed at, those of the word under the mouse.
function drawnLinks() {
  if (rating) return [];
  const look = (link, faint) => ({ ...link, hue: hueOf(link), dashed: link.label === "P", faint });
  const listed = () => editor.listed().map((link) => look(link, link.id !== editor.current));
  const suggested = () => editor.listedSuggestions().map((one) => ({ ...one, hue: "is-suggested", dashed: true }));
  const drawn = adjudicator ? adjudicator.drawn() : [...listed(), ...suggested()];
  const isDrawn = (link) => drawn.some((other) => sameSpans(other.doc, link.doc) && sameSpans(other.sum, link.sum));
  return [...drawn, ...hovered.filter((link) => !isDrawn(link)).map((link) => look(link, true))];
}

function paint() {
  if (!store) return;
  if (review) return paintReview();
  const drawn = drawnLinks();
  const lit = { doc: wordsIn(drawn, "doc"), sum: wordsIn(drawn, "sum") };
  const same = new Set();
  const length = summaryPane.selected.size;
  if (length && !rating) for (const start of editor.occurrences()) for (let k = 0; k < length; k++) same.add(start + k);
  const offered = wordsIn(editor.offered, "sum");
  const disputed = adjudicator?.openWords();
  const styles = new Map();
  for (let word = 0; word < summaryPane.spans.length; word++) {
    const links = editor.byWord.sum.get(word);
    let style = links ? linkStyle(links) : rating ? "" : "open";
    if (editor.nulls.has(word)) style = editor.nulls.get(word) ? "null unsupported" : "null";
    if (!links && offered.has(word)) style += " offered";
    if (disputed?.has(word)) style += " disputed";
    if (lit.sum.has(word)) style += " lit";
    if (summaryPane.selected.has(word)) style += " sel";
    styles.set(word, style);
  }
  summaryPane.paint(styles);
  const sources = new Map(Array.from(editor.byWord.doc, ([word, links]) => [word, linkStyle(links)]));
  const add = (words, style) => {
    for (const word of words) sources.set(word, `${sources.get(word) ?? ""} ${style}`);
  };
  add(same, "same");
  add(search.words, "hit");
  add(lit.doc, "lit");
  add(documentPane.selected, "sel");
  documentPane.paint(sources);
  drawing.show(drawn, stripMarks(same));
}

function paintReview() {
  const { sum, doc } = review.styles();
  for (const word of search.words) doc.set(word, `${doc.get(word) ?? ""} hit`);
  summaryPane.paint(sum);
  documentPane.paint(doc);
  const basis =
    review.claim?.evidence.map(({ tokens: [start, end] }) => ({ start, end, colour: tint("--sentence-0", 0.8) })) ?? [];
  const found = Array.from(search.words, (word) => ({
    start: word,
    end: word + 1,
    colour: tint("--unsupported", 0.9),
  }));
  drawing.show(review.lines(), [...basis, ...found]);
}

// Where the summary draws from, where the selected words occur, and what the search found.
function stripMarks(same) {
  const at = (word, colour) => ({ start: word, end: word + 1, colour });
  const hues = Array.from({ length: HUES }, (_, hue) => tint(`--sentence-${hue}`, 0.8));
  const [strong, found] = [themed("--ink"), tint("--unsupported", 0.9)];
  return [
    ...Array.from(editor.byWord.doc, ([word, links]) => at(word, hues[hueNumber(links[0])])),
    ...Array.from(same, (word) => at(word, strong)),
    ...Array.from(search.words, (word) => at(word, found)),
  ];
}

function showState() {
  const { waiting, offline, problem, postponed, sheet } = store;
  const changes = `${waiting} ${waiting === 1 ? "change is" : "changes are"} waiting`;
  let [text, kind] = waiting ? ["Saving…", "busy"] : ["Saved", "good"];
  if (problem || postponed) [text, kind] = ["Not saved", "bad"];
  if (offline) [text, kind] = [waiting ? `Offline, ${changes}` : "Offline", "bad"];
  if (find("#state").textContent !== text) find("#state").textContent = text;
  find("#state").className = `state ${kind}`;
  find("#undo").disabled = !store.canUndo;
  find("#redo").disabled = !sheet.redo;
  const comfort = waiting
    ? `${changes} in this browser and will be sent when it is back.`
    : "You can carry on; changes are kept in this browser until it is back.";
  if (offline) banner(`The server is not responding. ${comfort}`);
  else if (postponed) banner(`${changes} for your choice between two windows. `, "Choose", () => store.decide());
  else banner(problem);
}

function showProgress() {
  const { pairs } = session;
  const done = pairs.filter((pair) => pair.done).length;
  find("#place").textContent = `${number + 1} / ${pairs.length}`;
  find("#open-list").title = `All pairs (L): ${done} of ${pairs.length} done`;
  let [judged, units, what] = [summaryPane.spans.length - editor.undecided().length, summaryPane.spans.length, "words"];
  if (rating) [judged, units, what] = [done, pairs.length, "pairs rated"];
  if (review) [judged, units, what] = [review.marked, review.claims.length, "claims marked"];
  if (adjudicator) {
    units = adjudicator.disagreements.length;
    judged = adjudicator.disagreements.filter((one) => adjudicator.decided(one)).length;
    what = "decided";
  }
  find("#progress-done").style.width = `${units ? (100 * judged) / units : 100}%`;
  find("#progress-text").textContent = `${judged} of ${units} ${what}`;
  find("#progress").setAttribute("aria-label", what === "words" ? "words decided" : what);
  find("#progress").setAttribute("aria-valuemax", units);
  find("#progress").setAttribute("aria-valuenow", judged);
  find("#progress").classList.toggle("complete", judged === units);
  find("#done").textContent = store.marks.done ? "Done ✓" : rating || review ? "Next" : "Done";
  find("#done").classList.toggle("is-done", Boolean(store.marks.done));
}

function banner(text, name, run) {
  find("#banner").hidden = !text;
  find("#banner").replaceChildren(
    text ?? "",
    ...(run ? [make("button", { class: "action", on: { click: run } }, name)] : []),
  );
}

function step(direction, unfinished = false) {
  const { pairs } = session;
  if (unfinished) {
    const order = pairs.map((_, place) => (number + 1 + place) % pairs.length);
    const next = order.find((place) => place !== number && !pairs[place].done);
    if (next === undefined) return toast("All pairs are done. Thank you!");
    return openPair(next).then(settle);
  }
  const next = number + direction;
  if (next < 0) return toast("This is the first pair.");
  if (next >= pairs.length) return toast("This is the last pair.");
  return openPair(next).then(settle);
}

// Puts the cursor where work goes on.
function settle() {
  summaryPane.element.focus({ preventScroll: true });
  if (review) review.choose(review.place);
  else if (adjudicator) adjudicator.show();
  else if (!rating && editor.undecided().length) {
    summaryPane.cursor = -1;
    editor.step(1);
  }
}

function done() {
  if (rating || review) return step(1, true);
  if (adjudicator) {
    const open = adjudicator.disagreements.findIndex((one) => !adjudicator.decided(one));
    if (open >= 0) {
      adjudicator.place = open;
      adjudicator.show();
      return toast("This disagreement is still open.");
    }
    if (!store.marks.done) store.edit({ done: true });
    session.pairs[number].done = true;
    return step(1, true);
  }
  const open = editor.undecided();
  const finish = (changes = {}) => {
    if (!store.marks.done || Object.keys(changes).length) store.edit({ ...changes, done: true });
    session.pairs[number].done = true;
    return step(1, true);
  };
  if (!open.length) return finish();
  return confirmDone(open.length, (choice) => {
    if (choice === "look") {
      summaryPane.cursor = -1;
      editor.step(1);
    } else finish(choice === "null" ? Object.fromEntries(open.map((word) => [`null/${word}`, ""])) : {});
  });
}

const commands = {
  previous: () => step(-1),
  next: () => step(1),
  done,
  undo: () => store.undo(),
  redo: () => store.redo(),
  list: () => pairList(session.pairs, number, (next) => openPair(next).then(settle)),
  help: () => help(session.mode, session.suggestions),
  guidelines,
  search: () => search.open(),
  note: () => review.focusNote(),
  comment: (pair) => inspector.focusComment(pair),
  unsupported: () => inspector.askReason(),
  theme: startTheme(find("#theme"), paint),
  otherSide: () => {
    const pane = document.activeElement === find("#document") ? summaryPane : documentPane;
    pane.element.focus({ preventScroll: true });
  },
  clear: () => {
    editor.changing = null;
    documentPane.clear(true);
    summaryPane.select([]);
  },
};

startKeys({
  commands,
  editor,
  mode: () => session?.mode,
  rating: () => rating,
  adjudicator: () => adjudicator,
  review: () => review,
});
editor.addEventListener("selection", show);
editor.addEventListener("point", ({ detail }) => {
  hovered = detail ? [detail] : [];
  paint();
});
for (const [pane, side] of [
  [documentPane, "doc"],
  [summaryPane, "sum"],
])
  pane.addEventListener("hover", ({ detail }) => {
    if (review) return;
    const links = detail === null || !editor.byWord || pane.dragging ? [] : (editor.byWord[side].get(detail) ?? []);
    if (links.length || hovered.length) {
      hovered = links;
      paint();
    }
  });
search.addEventListener("hits", paint);
const buttons = { "open-list": "list", "open-help": "help", "open-guidelines": "guidelines" };
for (const name of ["previous", "next", "done", "undo", "redo"]) buttons[name] = name;
for (const [id, name] of Object.entries(buttons)) find(`#${id}`).addEventListener("click", () => commands[name]());
start();
