// Which systems are shown, the legend that explains the signs, and the list of differences between two systems.

import { find, make } from "../shared/dom.js";
import { count, percent, plain, quoted } from "../shared/text.js";
import { STATUS_MARK, documentText, summaryText } from "./model.js";
import { state, systemsShown } from "./state.js";
import { STATES } from "./text.js";

/** Show which systems are chosen; `choose(left, right)` is told of others. */
export function showSystems(choose) {
  const place = find(".systems");
  const { systems } = state.index;
  place.hidden = systems.length < 2;
  if (place.hidden) return;
  const has = (number) => state.pair.alignments.some((alignment) => alignment.system === number);
  const options = (chosen, without) =>
    systems
      .map((name, number) => ({ name, number }))
      .filter(({ number }) => number !== without)
      .map(({ name, number }) =>
        make(
          "option",
          { value: number, selected: number === chosen },
          has(number) ? plain(name) : `${plain(name)} (not for this pair)`,
        ),
      );
  const left = make(
    "select",
    { id: "left", on: { change: ({ target }) => choose(Number(target.value), state.right) } },
    ...options(state.left, null),
  );
  const right = make(
    "select",
    {
      id: "right",
      on: { change: ({ target }) => choose(state.left, target.value === "" ? null : Number(target.value)) },
    },
    make("option", { value: "", selected: state.right === null }, "nothing"),
    ...options(state.right, state.left),
  );
  place.replaceChildren(make("label", {}, "Show ", left), make("label", {}, " compared with ", right));
}

export function showLegend(model) {
  const place = find(".legend");
  const sample = (classes, text, p) => {
    const node = make("span", { class: `run sample ${classes}` }, text);
    if (p !== undefined) node.style.setProperty("--p", p);
    return node;
  };
  const entries = model.comparing
    ? [
        [sample("is-agree", "word", 1), "both"],
        [sample("is-left", "word", 1), `only ${systemsShown().left}`],
        [sample("is-right", "word", 1), `only ${systemsShown().right}`],
      ]
    : model.all.some((link) => link.prob !== null)
      ? [
          [
            make(
              "span",
              { class: "ramp" },
              sample("hue-0", "0.2", 0.2),
              sample("hue-0", "0.6", 0.6),
              sample("hue-0", "1.0", 1),
            ),
            "probability",
          ],
        ]
      : [[sample("hue-0", "word", 1), "linked"]];
  if (!model.comparing && model.all.some((link) => !link.sure))
    entries.push([sample("hue-0 possible", "word", 0.8), "possible"]);
  const checked = Boolean(model.pair.check) && !model.comparing;
  const states = checked ? ["differs", "not-found", "unclear", "no-link"] : ["no-link"];
  for (const state of states.filter((each) => model.states.includes(each)))
    entries.push([sample(`alone ${state}`, "word"), model.comparing ? "no link in either" : STATES[state]]);
  place.replaceChildren(
    ...entries.map(([node, text]) => make("span", { class: "entry" }, node, make("bdi", {}, text))),
  );
}

/** Agreement, only-left and only-right, each a list whose entries `pick` their phrase. */
export function showDifferences(model, pick) {
  const place = find(".differences");
  place.hidden = !model.comparing;
  if (place.hidden) return place.replaceChildren();
  const names = systemsShown();
  const titles = { agree: "Both", left: `Only ${names.left}`, right: `Only ${names.right}` };
  const words = (status) =>
    model.all.filter((link) => link.status === status).reduce((sum, link) => sum + link.pairs.length, 0);
  const total = words("agree") + words("left") + words("right");
  const parts = [
    make("h2", {}, "Differences"),
    make(
      "p",
      { class: "figures" },
      total
        ? `${percent(words("agree") / total)} of ${count(total, "word link")} are in both`
        : "no links on either side",
    ),
  ];
  for (const status of ["left", "right", "agree"]) {
    const links = model.links.filter((link) => link.status === status);
    const group = make(
      "details",
      { class: `difference ${status}`, open: status !== "agree" },
      make(
        "summary",
        {},
        make("span", { class: `mark is-${status}`, "aria-hidden": "true" }, STATUS_MARK[status]),
        make("bdi", {}, titles[status]),
        make("span", { class: "number" }, String(words(status))),
      ),
      make("ul", {}, ...links.map((link) => make("li", {}, differenceButton(link, model, pick)))),
    );
    parts.push(group);
  }
  place.replaceChildren(...parts);
}

function differenceButton(link, model, pick) {
  const button = make(
    "button",
    { class: "difference-link" },
    quoted(summaryText(model.pair, link.sum)),
    make("span", { class: "from" }, " ← "),
    quoted(documentText(model.pair, link.doc)),
  );
  button.addEventListener("click", () => pick(runOf(link, model)));
  return button;
}

const runOf = (link, model) => model.summaryRuns.find((run) => run.links.includes(link));
