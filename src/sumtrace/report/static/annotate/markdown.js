// The guidelines' Markdown as elements: headings, paragraphs, lists, tables, quotes, emphasis, code. Text stays text.

import { make } from "../shared/dom.js";

export function rendered(source) {
  return blocks(source.replace(/\r/g, "").split("\n"));
}

const ITEM = /^\s*([-*]|\d+\.)\s/;
const CONTINUED = /^\s{2,}\S/;
const OTHER = /^(#|>|\||\s*([-*]|\d+\.)\s)/;

function blocks(lines) {
  const out = [];
  let i = 0;
  const taken = (test) => {
    const start = i;
    while (i < lines.length && test(lines[i])) i++;
    return lines.slice(start, i);
  };
  while (i < lines.length) {
    const line = lines[i];
    let match;
    if (!line.trim()) i++;
    else if ((match = /^(#{1,4})\s+(.*)/.exec(line))) {
      out.push(make(`h${Math.min(6, match[1].length + 1)}`, { id: slug(match[2]) }, inline(match[2])));
      i++;
    } else if (line.startsWith(">")) {
      const quoted = taken((each) => each.startsWith(">")).map((each) => each.replace(/^>\s?/, ""));
      out.push(make("blockquote", {}, blocks(quoted)));
    } else if (line.startsWith("|")) out.push(table(taken((each) => each.startsWith("|"))));
    else if (ITEM.test(line)) out.push(list(taken((each) => ITEM.test(each) || CONTINUED.test(each))));
    else out.push(make("p", {}, inline(taken((each) => each.trim() && !OTHER.test(each)).join(" "))));
  }
  return out;
}

function list(lines) {
  const ordered = /^\s*\d/.test(lines[0]);
  const items = [];
  for (const line of lines) {
    const match = /^\s*(?:[-*]|\d+\.)\s+(.*)/.exec(line);
    if (match) items.push(match[1]);
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return make(ordered ? "ol" : "ul", {}, items.map((item) => make("li", {}, inline(item.replace(/^\[ \]\s*/, "☐ ")))));
}

function table(lines) {
  const filled = lines.filter((line) => !/^\|[\s:|-]+\|?$/.test(line));
  const rows = filled.map((line) => line.replace(/^\||\|\s*$/g, "").split("|"));
  const [head, ...body] = rows;
  return make(
    "table",
    {},
    make("thead", {}, make("tr", {}, head.map((cell) => make("th", {}, inline(cell.trim()))))),
    make("tbody", {}, body.map((row) => make("tr", {}, row.map((cell) => make("td", {}, inline(cell.trim())))))),
  );
}

function inline(text) {
  const out = [];
  const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*/g;
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    out.push(text.slice(last, match.index));
    if (match[1]) out.push(make("code", {}, match[1]));
    else out.push(match[2] ? make("strong", {}, inline(match[2])) : make("em", {}, inline(match[3])));
    last = match.index + match[0].length;
  }
  out.push(text.slice(last));
  return out;
}

const slug = (text) => `g-${text.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
