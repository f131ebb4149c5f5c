// Marks and spans: pure functions. A link is {id, doc: [[a, b]], sum: [[c, d]], label, comment}; spans are half-open.

export function spansOf(words) {
  const spans = [];
  for (const word of [...words].sort((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last && last[1] === word) last[1] = word + 1;
    else spans.push([word, word + 1]);
  }
  return spans;
}

export function wordsOf(spans) {
  const words = [];
  for (const [start, end] of spans) for (let word = start; word < end; word++) words.push(word);
  return words;
}

export const sameSpans = (a, b) => JSON.stringify(a) === JSON.stringify(b);
export const sameMark = (a, b) => sameSpans(sorted(a ?? null), sorted(b ?? null));

const sorted = (value) =>
  value && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

export function linksOf(marks) {
  const links = [];
  for (const [name, value] of Object.entries(marks))
    if (name.startsWith("link/")) links.push({ id: name.slice(5), ...value });
  return links.sort((a, b) => a.sum[0][0] - b.sum[0][0] || a.doc[0][0] - b.doc[0][0]);
}

export function nullsOf(marks) {
  const nulls = new Map();
  for (const [name, note] of Object.entries(marks))
    if (name.startsWith("null/")) nulls.set(Number(name.slice(5)), note);
  return nulls;
}

export function applied(marks, changes) {
  const after = { ...marks };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete after[name];
    else after[name] = value;
  }
  return after;
}

// The value of a link's mark, without the id that stands in its name.
export function linkValue({ doc, sum, label, comment, from }) {
  const value = { doc, sum, label };
  if (comment) value.comment = comment;
  if (from) value.from = from;
  return value;
}

// Changes that take summary words out of all links but `except`; a link left with none goes.
export function takenOut(marks, words, except = () => false) {
  const changes = {};
  const out = new Set(words);
  for (const link of linksOf(marks)) {
    if (except(link.id)) continue;
    const before = wordsOf(link.sum);
    const left = before.filter((word) => !out.has(word));
    if (left.length === before.length) continue;
    changes[`link/${link.id}`] = left.length ? linkValue({ ...link, sum: spansOf(left) }) : null;
  }
  return changes;
}

// The changes with whatever they need to stand on `marks`: a summary word has a source or it has none, and ours wins.
export function settled(marks, changes) {
  const more = {};
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) continue;
    if (name.startsWith("link/"))
      for (const name of wordsOf(value.sum).map((word) => `null/${word}`))
        if (name in marks && !(name in changes)) more[name] = null;
    if (name.startsWith("null/")) {
      const cut = takenOut({ ...marks, ...more }, [Number(name.slice(5))], (id) => `link/${id}` in changes);
      Object.assign(more, cut);
    }
  }
  return { ...changes, ...more };
}

// Whether another window changed the very marks that this edit was made on.
export function conflicts(edit, marks) {
  const touched = Object.keys(edit.set).filter(
    (name) => !sameMark(marks[name], edit.before[name]) && !sameMark(marks[name], edit.set[name]),
  );
  const added = Object.keys(settled(marks, edit.set)).filter((name) => !(name in edit.set));
  return [...touched, ...added];
}

// A name for a link or an edit that no other window makes too.
export function randomName() {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join("");
}
