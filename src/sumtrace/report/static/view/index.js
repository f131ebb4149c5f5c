// The list of pairs: search, order, figures. Rows are added as the reader gets to them.

import { find, findAll, make } from "../shared/dom.js";
import { count, percent, shortened } from "../shared/text.js";
import { kindOf, summedUp, verdictBar } from "./claims.js";
import { ROW } from "./data.js";
import { state } from "./state.js";

const ROWS_AT_ONCE = 100;
const shareOf = (number, row) => (row[ROW.words] ? number / row[ROW.words] : 0);
const unsupported = (row) => row[ROW.checked] && shareOf(row[ROW.checked].at(-1), row);
/** How bad a checked summary is: the share of claims that differ or are not found, then of unclear ones. */
function badness(row) {
  if (!row[ROW.checked]) return null;
  const [differs, absent, unclear, supported] = row[ROW.checked];
  return (differs + absent + unclear / 1000) / (differs + absent + unclear + supported || 1);
}
const COLUMNS = [
  { name: "Pair", key: "id", of: (row) => row[ROW.id], down: false },
  { name: "Document", key: "length", of: (row) => row[ROW.documentWords], down: true, hint: "words" },
  { name: "Summary", key: "summary", of: (row) => row[ROW.words], down: true, hint: "content words" },
  { name: "Claims", key: "claims", of: badness, down: true, hint: "those that differ or are not found come first" },
  {
    name: "Unsupported",
    key: "unsupported",
    of: unsupported,
    down: true,
    hint: "share of the summary's content words",
  },
  {
    name: "No link",
    key: "unlinked",
    of: (row) => shareOf(row[ROW.unlinked], row),
    down: true,
    hint: "share of the summary's content words",
  },
  { name: "Probability", key: "probability", of: (row) => row[ROW.probability], down: false, hint: "mean over links" },
  { name: "Score", key: "score", of: (row) => row[ROW.score], down: false, hint: "soft F" },
];
export const listing = { query: "", order: null, down: false, rows: [], shown: 0 };

/** Columns that have something to say; "no link" gives way to what the check says of words. */
function columnsShown() {
  const { pairs } = state.index;
  const checked = pairs.some((row) => row[ROW.checked]);
  return COLUMNS.filter(({ key, of }) => (key === "unlinked" ? !checked : pairs.some((row) => of(row) !== null)));
}

/** What is found in all pairs, in a line. */
function overall(pairs) {
  const words = pairs.reduce((sum, row) => sum + row[ROW.words], 0);
  const checked = pairs.filter((row) => row[ROW.checked]);
  if (!checked.length) {
    const bare = pairs.reduce((sum, row) => sum + row[ROW.unlinked], 0);
    return `${words ? percent(bare / words) : "0%"} of ${count(words, "content word")} of the summaries have no link.`;
  }
  const counts = state.index.verdicts.map((_, k) => checked.reduce((sum, row) => sum + row[ROW.checked][k], 0));
  const claims = counts.reduce((sum, number) => sum + number, 0);
  const part = checked.length < pairs.length ? ` in ${checked.length} of them` : "";
  return `${count(claims, "claim")}${part}: ${summedUp(counts) || "none"}.`;
}

export function showIndex() {
  const { pairs, title, systems } = state.index;
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
      make("p", { class: "note" }, `${count(pairs.length, "pair")} · ${overall(pairs)}${against}`),
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
    { scope: "col", "data-key": key, class: ["id", "claims"].includes(key) ? "" : "numeric" },
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

const claimsCell = (counts) =>
  make(
    "td",
    { class: "verdicts" },
    verdictBar(counts),
    make("span", { class: "opening" }, summedUp(counts) || "no claims"),
  );

function indexRow(row, place, columns) {
  const cells = columns.slice(1).map(({ key, of }) => {
    const value = of(row);
    if (value === null) return make("td", { class: "numeric" }, "–");
    if (key === "claims") return claimsCell(row[ROW.checked].slice(0, -1));
    if (!["unsupported", "unlinked"].includes(key))
      return make(
        "td",
        { class: "numeric" },
        value < 1 || key === "score" || key === "probability" ? value.toFixed(2) : value.toLocaleString("en"),
      );
    const bar = make("span", { class: `share-bar ${kindOf(key)}`, "aria-hidden": "true" }, make("span", {}));
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
