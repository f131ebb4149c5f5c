// Sheets over the page: keys, guidelines, the list of pairs, a conflict to decide.

import { make } from "../shared/dom.js";
import { keyList, keySwitch } from "../shared/keys.js";
import { plain } from "../shared/text.js";
import { get } from "./api.js";
import { helpGroups, legend } from "./help.js";
import { rendered } from "./markdown.js";
import { wordsOf } from "./marks.js";

function open(title, kind, ...content) {
  document.querySelector("dialog.sheet[open]")?.close();
  const close = make("button", { class: "quiet close", "aria-label": "Close" }, "✕");
  const head = make("div", { class: "sheet-head" }, make("h2", {}, title), close);
  const dialog = make("dialog", { class: `sheet ${kind}`, "aria-label": title }, head, ...content);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

const choice = (id, name, run, attributes = {}) =>
  make("button", { class: "action", "data-name": id, on: { click: run }, ...attributes }, name);

export function help(mode, suggestions) {
  open(
    "Keys",
    "help",
    make(
      "div",
      { class: "help-groups" },
      helpGroups(mode, suggestions).map(([title, pairs]) => make("section", {}, make("h3", {}, title), keyList(pairs))),
    ),
    make("p", { class: "hint" }, legend(mode)),
    keySwitch(),
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
  const wanted = "Find a pair";
  const filter = make("input", { type: "search", placeholder: wanted, "aria-label": wanted, autocomplete: "off" });
  const rows = make("div", { class: "pair-rows", role: "list" });
  const fill = () => {
    const part = filter.value.toLowerCase();
    rows.replaceChildren(
      ...pairs
        .map((pair, number) => ({ pair, number }))
        .filter(({ pair }) => pair.id.toLowerCase().includes(part))
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
  const seconds = Math.round(pair.seconds);
  const time = seconds >= 60 ? `${Math.round(seconds / 60)} min` : seconds ? `${seconds} s` : "";
  return make(
    "div",
    { role: "listitem" },
    make(
      "button",
      { class: `pair-row ${state}`, "aria-current": current ? "true" : null, on: { click: choose } },
      make("span", { class: "tick", role: "img", "aria-label": state }, pair.done ? "✓" : pair.judged ? "◐" : "○"),
      make("span", { class: "pair-number" }, String(number + 1)),
      make("span", { class: "pair-id" }, plain(pair.id)),
      make("span", { title: pair.comment ? "has a comment" : null }, pair.comment ? "✎" : ""),
      make("span", { class: "hint size" }, `${pair.words[0].toLocaleString("en")} / ${pair.words[1]} words`),
      make("span", { class: "hint share" }, pair.done ? "done" : pair.judged ? `${share}%` : ""),
      make("span", { class: "hint time" }, time),
    ),
  );
}

// Another window changed the same marks: resolves to "mine", "theirs", or "later" where the dialog is left. `mine` and
// `theirs` are the marks each choice would lose.
export function conflict({ mine, theirs }, document_, summary) {
  const describe = (name, value) => {
    if (name.startsWith("null/")) {
      const word = summary.phrase([Number(name.slice(5))]);
      return `“${word}” ${value === null ? "not marked" : `has no source${value ? ` (${value})` : ""}`}`;
    }
    if (name.startsWith("claim/")) {
      const claim = summary.phrase(wordsOf([name.slice(6).split("-").map(Number)]));
      return `“${claim}”: ${value?.mark ?? "no mark"}${value?.note ? ` (${value.note})` : ""}`;
    }
    if (!name.startsWith("link/")) return value === null ? `no ${name}` : `${name}: ${value}`;
    if (value === null) return "the link is deleted";
    const [to, from] = [summary.phrase(wordsOf(value.sum)), document_.phrase(wordsOf(value.doc))];
    const comment = value.comment ? `, “${value.comment}”` : "";
    return `“${to}” ← “${from}”, ${value.label === "S" ? "sure" : "possible"}${comment}`;
  };
  return new Promise((resolve) => {
    const settle = (choice) => {
      resolve(choice);
      dialog.close();
    };
    const side = (title, marks, keep) => {
      const items = Object.entries(marks).map(([name, value]) => make("li", {}, describe(name, value)));
      return make("section", { class: "version" }, make("h3", {}, title), make("ul", {}, items), keep);
    };
    const keepMine = choice("keep-mine", "Keep this, discard the other", () => settle("mine"));
    const keepTheirs = choice("keep-theirs", "Keep this, discard the other", () => settle("theirs"));
    const dialog = open(
      "Changed in another window",
      "conflict",
      make("p", {}, "Another window marked the same words differently. Nothing is lost until you choose."),
      make(
        "div",
        { class: "versions" },
        side("This window", mine, keepMine),
        side("The other window", theirs, keepTheirs),
      ),
      make(
        "div",
        { class: "actions" },
        choice("decide-later", "Decide later", () => settle("later"), { autofocus: true }),
      ),
    );
    dialog.addEventListener("close", () => resolve("later"));
  });
}

export function confirmDone(count, choose) {
  const settle = (chosen) => () => {
    dialog.close();
    choose(chosen);
  };
  const dialog = open(
    `${count} ${count === 1 ? "word is" : "words are"} undecided`,
    "confirm",
    make("p", {}, "Every summary word should be linked or marked as having no source."),
    make(
      "div",
      { class: "actions" },
      choice("look", "Show me the first", settle("look"), { class: "action primary", autofocus: true }),
      choice("all-null", "Mark all as having no source", settle("null")),
      choice("leave", "Done anyway", settle("leave")),
    ),
  );
}
