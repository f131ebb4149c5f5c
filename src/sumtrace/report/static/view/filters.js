// The row of filters over the links of the shown pair.

import { find, make } from "../shared/dom.js";
import { shortened } from "../shared/text.js";
import { NO_COMPONENT, freshFilters } from "./model.js";
import { state } from "./state.js";

/** Show the filters; `changed` is told when one is. */
export function showFilters(changed) {
  const { filters } = state;
  const alignment = state.pair.alignments.find(({ system }) => system === state.left);
  const links = [alignment, ...state.pair.alignments.filter(({ system }) => system === state.right)].flatMap(
    (a) => a?.links ?? [],
  );
  const components = new Map();
  for (const link of links) {
    const name = link.by ?? NO_COMPONENT;
    components.set(name, (components.get(name) ?? 0) + 1);
  }
  const least = make("output", { for: "least" }, filters.least.toFixed(2));
  const slider = make("input", {
    type: "range",
    id: "least",
    min: 0,
    max: 1,
    step: 0.05,
    value: filters.least,
    "aria-label": "Minimum probability",
  });
  slider.addEventListener("input", () => {
    filters.least = Number(slider.value);
    least.textContent = filters.least.toFixed(2);
    markFiltered();
    changed();
  });
  const chip = (name, on, change, number) =>
    chipFor(name, on, number, (now) => {
      change(now);
      markFiltered();
      changed();
    });
  const reset = () => {
    state.filters = freshFilters();
    showFilters(changed);
    changed();
  };
  const parts = [];
  if (links.some((link) => link.prob !== null))
    parts.push(make("label", { class: "filter" }, "probability ≥ ", slider, least));
  if (links.some((link) => !link.sure)) {
    parts.push(
      make(
        "span",
        { class: "filter", role: "group", "aria-label": "Labels" },
        chip("sure", filters.sure, (on) => (filters.sure = on)),
        chip("possible", filters.possible, (on) => (filters.possible = on)),
      ),
    );
  }
  if (components.size > 1) {
    const chips = [...components].sort(([, a], [, b]) => b - a);
    parts.push(
      make(
        "span",
        { class: "filter", role: "group", "aria-label": "Rewrite components" },
        ...chips.map(([name, number]) =>
          chip(name, !filters.hidden.has(name), (on) => filters.hidden[on ? "delete" : "add"](name), number),
        ),
      ),
    );
  }
  parts.push(
    make(
      "span",
      { class: "filter", role: "group", "aria-label": "Only" },
      chip(
        state.pair.check ? "only unsupported" : "only without a link",
        filters.onlyUnsupported,
        (on) => (filters.onlyUnsupported = on),
      ),
      chip("only non-identical", filters.onlyDifferent, (on) => (filters.onlyDifferent = on)),
    ),
  );
  parts.push(make("button", { type: "button", class: "quiet reset", on: { click: reset } }, "Reset"));
  find(".filters").replaceChildren(...parts);
  markFiltered();
}

function chipFor(name, on, number, change) {
  const button = make(
    "button",
    { type: "button", class: "chip", "aria-pressed": String(on), "data-filter": name },
    make("bdi", {}, shortened(name, 40)),
    number === undefined ? null : make("span", { class: "number" }, String(number)),
  );
  button.addEventListener("click", () => {
    const now = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(now));
    change(now);
  });
  return button;
}

const isFiltered = ({ least, sure, possible, hidden, onlyUnsupported, onlyDifferent }) =>
  least > 0 || !sure || !possible || hidden.size > 0 || onlyUnsupported || onlyDifferent;

function markFiltered() {
  find("[data-do=filters]").classList.toggle("on", isFiltered(state.filters));
  find(".filters .reset").hidden = !isFiltered(state.filters);
}
