// What of a pair is shown: the links that pass the filters, or two systems' links side by side, and the phrases they make.

export const NO_COMPONENT = "no component given";
export const STATUS_MARK = { agree: "=", left: "◀", right: "▶" };
export const STATUS_HUE = { agree: "--agree", left: "--only-left", right: "--only-right" };

export const freshFilters = () => ({
  least: 0,
  sure: true,
  possible: true,
  hidden: new Set(), // components
  onlyUnsupported: false,
  onlyDifferent: false,
});

/** The word pairs of a link: identical phrases word by word, all others every word with every word. */
export function wordPairs(link) {
  if (link.same) return link.doc.map((i, k) => [i, link.sum[k]]);
  return link.doc.flatMap((i) => link.sum.map((j) => [i, j]));
}

export const keyOf = ([i, j]) => `${i} ${j}`;

function passes(link, filters) {
  return (
    !filters.onlyUnsupported &&
    (link.prob ?? 1) >= filters.least &&
    (link.sure ? filters.sure : filters.possible) &&
    !filters.hidden.has(link.by ?? NO_COMPONENT) &&
    !(filters.onlyDifferent && link.same)
  );
}

const isJudged = (alignment, j) => alignment.covered === null || alignment.covered.has(j);

/** Two systems' links as agreement, only-left and only-right; a link of which only a part agrees is cut in two.
    Summary words that one of the two never judged are left out. */
function compared(left, right) {
  const judged = ([, j]) => isJudged(left, j) && isJudged(right, j);
  const pairsOf = (links) => new Set(links.flatMap((link) => wordPairs(link).map(keyOf)));
  const [inLeft, inRight] = [pairsOf(left.links), pairsOf(right.links)];
  const part = (link, pairs, status) => ({
    ...link,
    status,
    pairs,
    doc: [...new Set(pairs.map(([i]) => i))].sort((a, b) => a - b),
    sum: [...new Set(pairs.map(([, j]) => j))].sort((a, b) => a - b),
  });
  const split = (link, inOther, shared, own) => {
    const [both, alone] = [[], []];
    for (const pair of wordPairs(link).filter(judged)) (inOther.has(keyOf(pair)) ? both : alone).push(pair);
    return [
      ...(shared && both.length ? [part(link, both, shared)] : []),
      ...(alone.length ? [part(link, alone, own)] : []),
    ];
  };
  return [
    ...left.links.flatMap((link) => split(link, inRight, "agree", "left")),
    ...right.links.flatMap((link) => split(link, inLeft, null, "right")),
  ].sort((a, b) => a.sum[0] - b.sum[0] || a.doc[0] - b.doc[0]);
}

/** The name of the document that holds a token; null where there is only one. */
function documentOf(pair, token) {
  const [start] = pair.documentOffsets.get(token);
  return pair.parts.length > 1 ? (pair.parts.findLast(([, from]) => from <= start)?.[0] ?? null) : null;
}

/** How each summary word stands, null where nothing is to be said: by the check (differs, not-found, unclear), or without a
    link of the alignment, filtered or not (no-link). Function words and punctuation count for nothing. */
function statesOf(pair, isUnlinked, comparing) {
  const check = comparing ? null : pair.check;
  return pair.sentenceOf.map((_, j) => {
    const claim = check?.claimOf.get(j);
    if (claim?.findings.some(({ tokens: [first, last] }) => first <= j && j < last)) return "differs";
    if (!pair.isContent[j] || (check && !claim)) return null;
    if (claim?.verdict === "not found") return "not-found";
    if (!isUnlinked(j)) return null;
    return claim?.verdict === "unclear" ? "unclear" : "no-link";
  });
}

/** The links to show, each with its sentence and its document, and how the summary's words stand. */
export function modelOf(pair, left, right, filters) {
  const first = pair.alignments.find((alignment) => alignment.system === left);
  const second = right === null ? null : pair.alignments.find((alignment) => alignment.system === right);
  const all = first && second ? compared(first, second) : (first?.links ?? []);
  const links = all
    .filter((link) => passes(link, filters))
    .map((link, number) => ({
      ...link,
      number,
      sentence: pair.sentenceOf[link.sum[0]],
      document: documentOf(pair, link.doc[0]),
    }));
  const linked = new Set(all.flatMap((link) => link.sum));
  const judged = (j) => isJudged(first, j) && (!second || isJudged(second, j));
  const states = statesOf(pair, (j) => first && judged(j) && !linked.has(j), Boolean(first && second));
  return {
    pair,
    links,
    all,
    states,
    missing: !first,
    comparing: Boolean(first && second),
    nullProb: first?.nullProb ?? null,
    sources: first?.sources ?? new Map(),
    comment: first?.comment ?? null,
    summaryRuns: summaryRuns(pair, links, states),
    documentRuns: documentRuns(pair, links),
  };
}

function linksByToken(links, side) {
  const byToken = new Map();
  for (const link of links) {
    for (const token of link[side]) {
      if (!byToken.has(token)) byToken.set(token, []);
      byToken.get(token).push(link);
    }
  }
  return byToken;
}

const sameList = (a, b) => a.length === b.length && a.every((entry, k) => entry === b[k]);

/** Runs of neighbouring words with the same links: a word ({token, start, end, links, ...}) joins the run before it where
    it is next to it and all else but its place is the same. */
function runsOfWords(side, words) {
  const runs = [];
  for (const { token, start, end, ...traits } of words) {
    const last = runs.at(-1);
    const goesOn =
      last?.last === token - 1 &&
      last.sentence === traits.sentence &&
      last.state === traits.state &&
      sameList(last.links, traits.links);
    if (goesOn) [last.last, last.end] = [token, end];
    else runs.push({ side, number: runs.length, first: token, last: token, start, end, ...traits, nodes: [] });
  }
  return runs;
}

/** Runs of summary words of one sentence with the same links and the same standing. */
function summaryRuns(pair, links, states) {
  const byToken = linksByToken(links, "sum");
  const words = pair.summaryOffsets.map(([start, end], token) => ({
    token,
    start,
    end,
    links: byToken.get(token) ?? [],
    state: states[token],
    sentence: pair.sentenceOf[token],
  }));
  const runs = runsOfWords(
    "sum",
    words.filter(({ links, state }) => links.length || state),
  );
  for (const run of runs) run.faint = !run.state && !pair.isContent.slice(run.first, run.last + 1).some(Boolean);
  return runs;
}

/** Runs of document words with the same links, in the colour of the likeliest one's sentence. */
function documentRuns(pair, links) {
  const byToken = [...linksByToken(links, "doc")].sort(([a], [b]) => a - b);
  const words = byToken.map(([token, own]) => {
    const [start, end] = pair.documentOffsets.get(token);
    const strongest = own.reduce((a, b) => ((b.prob ?? 1) > (a.prob ?? 1) ? b : a));
    return { token, start, end, links: own, state: null, sentence: strongest.sentence };
  });
  const runs = runsOfWords("doc", words);
  const isFaint = ({ links: own }) => own.every((link) => !link.sum.some((j) => pair.isContent[j]));
  for (const run of runs) run.faint = isFaint(run);
  return runs;
}

/** Whether a word is one to look at: unsupported by the check, or, where there is none, without a link. */
export const isDoubtful = (state, checked) => (checked ? state && state !== "no-link" : state === "no-link");
export const strength = (run) => Math.max(...run.links.map((link) => link.prob ?? 1));
export const summaryText = (pair, positions) => joined(positions, (j) => pair.summaryOffsets[j], pair.summary);
export const documentText = (pair, positions) => joined(positions, (i) => pair.documentOffsets.get(i), pair.document);

/** The surface of token positions, gaps shown as "…". */
function joined(positions, offsetOf, text) {
  let surface = "";
  positions.forEach((position, k) => {
    const [start, end] = offsetOf(position);
    if (k && positions[k - 1] !== position - 1) surface += " … ";
    else if (k) surface += text.slice(offsetOf(positions[k - 1])[1], start);
    surface += text.slice(start, end);
  });
  return surface;
}
