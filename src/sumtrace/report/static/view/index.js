// The list of pairs: search, order, figures. Rows are added as the reader gets to them.

import { find, findAll, make } from "../shared/dom.js";
import { count, percent, shortened } from "../shared/text.js";
import { ROW } from "./data.js";
import { state } from "./state.js";

const ROWS_AT_ONCE = 100;
const share = (row) => (row[ROW.words] ? row[ROW.unsupported] / row[ROW.words] : 0);
const COLUMNS = [
  { name: "Pair", key: "id", of: (row) => row[ROW.id], down: false },
  { name: "Document", key: "length", of: (row) => row[ROW.documentWords], down: true, hint: "words" },
  { name: "Summary", key: "summary", of: (row) => row[ROW.words], down: true, hint: "words" },
  { name: "Unsupported", key: "unsupported", of: share, down: true, hint: "share of the summary's words" },
  { name: "Probability", key: "probability", of: (row) => row[ROW.probability], down: false, hint: "mean over links" },
  { name: "Score", key: "score", of: (row) => row[ROW.score], down: false, hint: "soft F" },
];
export const listing = { query: "", order: null, down: false, rows: [], shown: 0 };

const columnsShown = () =>
  COLUMNS.filter(
    ({ key, of }) => !["probability", "score"].includes(key) || state.index.pairs.some((row) => of(row) !== null),
  );

export function showIndex() {
  const { pairs, title, systems } = state.index;
  const words = pairs.reduce((sum, row) => sum + row[ROW.words], 0);
  const alone = pairs.reduce((sum, row) => sum + row[ROW.unsupported], 0);
  const section = find(".index");
  if (!section.firstChild) {
    const search = make("input", {
      type: "search",
      id: "search",
      placeholder: "Search names and summaries",
      "aria-label": "Search names and summaries",
      autocomplete: "off",
    });
    search.addEventListener("input", () => {
      listing.query = search.value;
      fillIndex();
    });
    const order = make(
      "select",
      { id: "order", "aria-label": "Order" },
      make("option", { value: "" }, "as in the file"),
      ...columnsShown().map(({ name, key }) =>
        make("option", { value: key }, key === "id" ? "name" : name.toLowerCase()),
      ),
    );
    order.addEventListener("change", () => orderBy(order.value || null));
    const against = systems.length > 1 ? ` Score: soft F against ${systems[1]}.` : "";
    section.append(
      make("h1", {}, make("bdi", {}, title)),
      make(
        "p",
        { class: "note" },
        `${count(pairs.length, "pair")} · ${words ? percent(alone / words) : "0%"} of ${count(words, "summary word")} unsupported.${against}`,
      ),
      make(
        "div",
        { class: "index-tools" },
        search,
        make("label", {}, "Order: ", order),
        make("p", { class: "found", role: "status" }),
      ),
      make("table", {}, make("thead", {}, make("tr", {}, ...columnsShown().map(columnHead))), make("tbody", {})),
      make("div", { class: "more" }),
    );
    new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && addRows(), {
      rootMargin: "600px",
    }).observe(find(".index .more"));
  }
  fillIndex();
}

function columnHead({ name, key, hint }) {
  return make(
    "th",
    { scope: "col", "data-key": key, class: key === "id" ? "" : "numeric" },
    make("button", { on: { click: () => orderBy(key) }, title: hint ? `${name}: ${hint}` : name }, name),
  );
}

function orderBy(key) {
  const column = COLUMNS.find((entry) => entry.key === key);
  listing.down = listing.order === key ? !listing.down : (column?.down ?? false);
  listing.order = key;
  find("#order").value = key ?? "";
  fillIndex();
}

function fillIndex() {
  const query = listing.query.trim().toLowerCase();
  const column = COLUMNS.find(({ key }) => key === listing.order);
  const matches = ([row]) =>
    !query || row[ROW.id].toLowerCase().includes(query) || row[ROW.summary].toLowerCase().includes(query);
  listing.rows = state.index.pairs.map((row, place) => [row, place]).filter(matches);
  if (column) {
    const sign = listing.down ? -1 : 1;
    const compare = (a, b) => {
      const [x, y] = [column.of(a[0]), column.of(b[0])];
      if (x === null || y === null) return (x === null) - (y === null);
      return sign * (typeof x === "string" ? x.localeCompare(y, "en", { numeric: true }) : x - y);
    };
    listing.rows.sort(compare);
  }
  for (const head of findAll(".index th")) {
    if (head.dataset.key === listing.order) head.setAttribute("aria-sort", listing.down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
  find(".index .found").textContent = query ? `${count(listing.rows.length, "pair")} found` : "";
  find(".index tbody").replaceChildren();
  listing.shown = 0;
  addRows();
}

function addRows() {
  const until = Math.min(listing.rows.length, listing.shown + ROWS_AT_ONCE);
  const columns = columnsShown();
  find(".index tbody").append(
    ...listing.rows.slice(listing.shown, until).map(([row, place]) => indexRow(row, place, columns)),
  );
  listing.shown = until;
}

function indexRow(row, place, columns) {
  const cells = columns.slice(1).map(({ key, of }) => {
    const value = of(row);
    if (value === null) return make("td", { class: "numeric" }, "–");
    if (key !== "unsupported")
      return make(
        "td",
        { class: "numeric" },
        value < 1 || key === "score" || key === "probability" ? value.toFixed(2) : value.toLocaleString("en"),
      );
    const bar = make("span", { class: "share-bar", "aria-hidden": "true" }, make("span", {}));
    bar.firstChild.style.width = percent(value);
    return make("td", { class: "numeric share" }, bar, make("span", { class: "percent" }, percent(value)));
  });
  return make(
    "tr",
    { "data-place": place },
    make(
      "td",
      { class: "name" },
      make("a", { href: `#${place + 1}` }, make("bdi", {}, shortened(row[ROW.id], 80))),
      make("p", { class: "opening", dir: "auto" }, shortened(row[ROW.summary], 140)),
    ),
    ...cells,
  );
}
