// Sheets over the page: keys, guidelines, the list of pairs, a conflict to decide.

import { get } from "./api.js";
import { key, make } from "./dom.js";
import { rendered } from "./markdown.js";
import { wordsOf } from "./marks.js";

function open(title, kind, ...content) {
  document.querySelector("dialog.sheet[open]")?.close();
  const close = make("button", { class: "quiet close", "aria-label": "Close" }, "✕");
  const dialog = make("dialog", { class: `sheet ${kind}`, "aria-label": title }, make("div", { class: "sheet-head" }, make("h2", {}, title), close), ...content);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export const isOpen = () => document.querySelector("dialog[open]") !== null;

const HELP = {
  all: [
    ["Moving", [["← → ↑ ↓", "to a word and select it"], ["Home End", "first and last word of the sentence, then of the next one"], ["PgUp PgDn", "a screen"], ["Tab, Shift Tab", "between document, summary and buttons"], ["X", "to the other side"], ["[ ]", "previous, next pair"], ["L", "list of pairs"]]],
    ["Finding", [["/", "search in the document; Enter and Shift Enter go on, Esc ends"]]],
    ["Everything else", [["Shift C", "comment on the pair"], ["Z, Y", "undo, redo (Ctrl Z, Ctrl Y too), back to the very start"], ["H", "guidelines"], ["?", "this sheet"], ["Esc", "nothing selected"]]],
  ],
  align: [
    ["Selecting", [["Shift + arrows", "a stretch of words"], ["Space", "add or remove the word at the cursor"], ["Ctrl + arrows", "move without selecting, for phrases with gaps"], ["mouse", "click, drag, Shift click; Ctrl click adds or removes"]]],
    ["Linking", [["S or Enter", "link the selected words, sure"], ["P", "link them, possible"], ["W", "link them word by word"], ["F, Shift F", "find the selected summary words in the document: nearest, next, previous"], ["N", "no source (again: has one)"], ["U", "unsupported: no source, with a note"], ["J, K", "next, previous undecided summary word"], ["D", "done, next pair"]]],
    ["Links of the selected word", [["comma or .", "previous, next link"], ["S, P", "make it sure, possible"], ["E", "change its words"], ["C", "comment"], ["Del", "delete"]]],
  ],
  suggestions: [["Suggestions", [["V", "next suggestion"], ["A", "accept"], ["R", "reject"]]]],
  rate: [["Rating", [["0 1 2", "none, some, all of the information; on to the next pair"], ["Del", "take the rating back"]]]],
  adjudicate: [["Disagreements", [["1 2 3", "take the first, second, third annotator's version"], ["4", "take it as it now stands, changed by hand with the keys below"], ["J, B", "next, previous disagreement"]]]],
};

export function help(mode, suggestions) {
  const aligning = mode !== "rate";
  const groups = [
    ...(mode === "adjudicate" ? HELP.adjudicate : []),
    ...(mode === "rate" ? HELP.rate : []),
    ...(aligning ? HELP.align : []),
    ...(suggestions ? HELP.suggestions : []),
    ...HELP.all,
  ];
  open(
    "Keys",
    "help",
    make(
      "div",
      { class: "help-groups" },
      groups.map(([title, rows]) =>
        make("section", {}, make("h3", {}, title), make("dl", {}, rows.map(([keys, what]) => [make("dt", {}, keys.split(/(, | or | \+ )/).map((part) => (/^(, | or | \+ )$/.test(part) ? part : part.split(" ").map((each) => key(each))))), make("dd", {}, what)]))),
      ),
    ),
    make("p", { class: "hint" }, "Every change is on disk before the page says “Saved”. Sure = solid tint; possible = hatched with a dashed line; no source = grey, struck through; undecided = dotted line."),
  );
}

export async function guidelines() {
  const dialog = open("Guidelines", "guidelines", make("div", { class: "prose", tabindex: "0" }, "…"));
  try {
    const { text } = await get("guidelines");
    dialog.querySelector(".prose").replaceChildren(...rendered(text));
  } catch (error) {
    dialog.querySelector(".prose").replaceChildren(error.message);
  }
}

export function pairList(pairs, current, choose) {
  const done = pairs.filter((pair) => pair.done).length;
  const filter = make("input", { type: "search", placeholder: "Find a pair", "aria-label": "Find a pair", autocomplete: "off" });
  const rows = make("div", { class: "pair-rows", role: "list" });
  const fill = () => {
    const wanted = filter.value.toLowerCase();
    rows.replaceChildren(
      ...pairs
        .map((pair, number) => ({ pair, number }))
        .filter(({ pair }) => pair.id.toLowerCase().includes(wanted))
        .slice(0, 2500)
        .map(({ pair, number }) => pairRow(pair, number, number === current, () => (dialog.close(), choose(number)))),
    );
  };
  const dialog = open(`${done} of ${pairs.length} pairs done`, "pairs", filter, rows);
  fill();
  filter.addEventListener("input", fill);
  dialog.addEventListener("keydown", (event) => {
    const buttons = [...rows.querySelectorAll("button")];
    const here = buttons.indexOf(document.activeElement);
    if (event.key === "ArrowDown") buttons[Math.min(buttons.length - 1, here + 1)]?.focus();
    else if (event.key === "ArrowUp") (here > 0 ? buttons[here - 1] : filter).focus();
    else if (event.key === "Enter" && document.activeElement === filter) buttons[0]?.click();
    else return;
    event.preventDefault();
  });
  (rows.querySelector("[aria-current]") ?? filter).focus();
}

function pairRow(pair, number, current, choose) {
  const state = pair.done ? "done" : pair.judged ? "begun" : "new";
  const share = pair.units ? Math.round((100 * pair.judged) / pair.units) : 0;
  const minutes = pair.seconds >= 60 ? `${Math.round(pair.seconds / 60)} min` : pair.seconds ? `${Math.round(pair.seconds)} s` : "";
  return make(
    "div",
    { role: "listitem" },
    make(
      "button",
      { class: `pair-row ${state}`, "aria-current": current ? "true" : null, on: { click: choose } },
      make("span", { class: "tick", role: "img", "aria-label": state }, pair.done ? "✓" : pair.judged ? "◐" : "○"),
      make("span", { class: "pair-number" }, String(number + 1)),
      make("span", { class: "pair-id" }, pair.id),
      make("span", { title: pair.comment ? "has a comment" : null }, pair.comment ? "✎" : ""),
      make("span", { class: "hint" }, `${pair.words[0].toLocaleString("en")} / ${pair.words[1]} words`),
      make("span", { class: "hint share" }, pair.done ? "done" : pair.judged ? `${share}%` : ""),
      make("span", { class: "hint time" }, minutes),
    ),
  );
}

// Another window changed the same marks: which shall stand?
export function conflict({ names, mine, theirs }, document_, summary) {
  const describe = (name, value) => {
    if (name.startsWith("null/")) return `“${summary.phrase([Number(name.slice(5))])}” ${value === undefined || value === null ? "not marked" : `has no source${value ? ` (${value})` : ""}`}`;
    if (!name.startsWith("link/")) return value === undefined || value === null ? `no ${name}` : `${name}: ${value}`;
    if (!value) return "no link";
    const comment = value.comment ? `, “${value.comment}”` : "";
    return `“${summary.phrase(wordsOf(value.sum))}” ← “${document_.phrase(wordsOf(value.doc))}”, ${value.label === "S" ? "sure" : "possible"}${comment}`;
  };
  return new Promise((resolve) => {
    const settle = (choice) => {
      resolve(choice);
      dialog.close();
    };
    const side = (title, marks, fallback) => make("section", {}, make("h3", {}, title), make("ul", {}, names.map((name) => make("li", {}, describe(name, name in marks ? marks[name] : fallback?.[name])))));
    const dialog = open(
      "Changed in another window",
      "conflict",
      make("p", {}, "The same marks were changed in another window meanwhile. Which shall stand?"),
      make("div", { class: "versions" }, side("This window", mine, {}), side("The other window", theirs)),
      make(
        "div",
        { class: "actions" },
        make("button", { class: "action", "data-name": "keep-mine", on: { click: () => settle("mine") } }, "This window's"),
        make("button", { class: "action", "data-name": "keep-theirs", autofocus: true, on: { click: () => settle("theirs") } }, "The other window's"),
      ),
    );
    dialog.addEventListener("close", () => resolve("theirs"));
  });
}

export function confirmDone(count, choose) {
  const dialog = open(
    `${count} ${count === 1 ? "word is" : "words are"} undecided`,
    "confirm",
    make("p", {}, "Every summary word should be linked or marked as having no source."),
    make(
      "div",
      { class: "actions" },
      make("button", { class: "action primary", "data-name": "look", autofocus: true, on: { click: () => (dialog.close(), choose("look")) } }, "Show me the first"),
      make("button", { class: "action", "data-name": "all-null", on: { click: () => (dialog.close(), choose("null")) } }, "Mark all as having no source"),
      make("button", { class: "action", "data-name": "leave", on: { click: () => (dialog.close(), choose("leave")) } }, "Done all the same"),
    ),
  );
}
