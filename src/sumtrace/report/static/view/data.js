// Unpacks what report/packing.py packed and report/pair_data.py described.

import { find } from "../shared/dom.js";

/** The bytes that packing.as_text wrote: their number, then 13 bits in every two of 91 letters. */
function bytesOf(text) {
  const space = text.indexOf(" ");
  const bytes = new Uint8Array(Number(text.slice(0, space)));
  let [held, bits, filled] = [0, 0, 0];
  for (let k = space + 1; filled < bytes.length; k += 2) {
    held = ((held << 13) | (LETTER[text.charCodeAt(k)] * 91 + LETTER[text.charCodeAt(k + 1)])) & 0xfffff;
    for (bits += 13; bits >= 8 && filled < bytes.length; bits -= 8) bytes[filled++] = held >> (bits - 8);
  }
  return bytes;
}

const LETTER = new Uint8Array(127);
[...Array(94).keys()]
  .map((k) => k + 33)
  .filter((code) => !"&<>".includes(String.fromCharCode(code)))
  .forEach((code, k) => (LETTER[code] = k));

/** An uncompressed deflate block that holds the dictionary: in front of the packed bytes it becomes their past. */
function asPast(dictionary) {
  if (!dictionary.length) return new Uint8Array(0);
  const [low, high] = [dictionary.length & 255, dictionary.length >> 8];
  const past = new Uint8Array(5 + dictionary.length);
  past.set([0, low, high, low ^ 255, high ^ 255]);
  past.set(dictionary, 5);
  return past;
}

async function unpack(text, dictionary) {
  const packed = new Blob([asPast(dictionary), bytesOf(text)]);
  const stream = packed.stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return JSON.parse(new TextDecoder().decode(bytes.subarray(dictionary.length)));
}

const NOTHING = new Uint8Array(0);
const packedPairs = document.getElementsByClassName("pair-data");
export const readIndex = () => unpack(find(".index-data").textContent, NOTHING);
export const readPair = (place) =>
  unpack(packedPairs[place].textContent, bytesOf(find(".dictionary-data").textContent));

/** The columns of an index row; `checked` counts the claims by verdict, then the unsupported words. */
export const ROW = { id: 0, summary: 1, documentWords: 2, words: 3, unlinked: 4, probability: 5, score: 6, checked: 7 };

/** A link less probable than this is possible at most, whatever its label. */
const SURE_FROM = 0.5;

function spansFrom(differences) {
  const spans = [];
  let position = 0;
  for (let k = 0; k < differences.length; k += 2) {
    const start = position + differences[k];
    position = start + differences[k + 1];
    spans.push([start, position]);
  }
  return spans;
}

function numbersFrom(steps) {
  let number = 0;
  return steps.map((step) => (number += step));
}

/** A pair as the page works with it: texts, tokens with their places, and every system's links. */
export function pairFrom(row, [document, data], { verdicts, ignored }) {
  const tokens = numbersFrom(data.tokens);
  const places = spansFrom(data.offsets);
  const documentOffsets = new Map(tokens.map((token, k) => [token, places[k]]));
  const summaryOffsets = spansFrom(data.summary_offsets);
  const sentenceOf = data.sentences.flatMap((length, sentence) => Array(length).fill(sentence));
  const summary = row[ROW.summary];
  const isContent = summaryOffsets.map(([start, end]) => {
    const word = summary.slice(start, end);
    return /[\p{L}\p{N}]/u.test(word) && !ignored.includes(word.toLowerCase());
  });
  return {
    id: row[ROW.id],
    document,
    summary,
    words: data.words,
    blocks: spansFrom(data.blocks),
    parts: data.parts ?? [],
    documentOffsets,
    summaryOffsets,
    sentenceOf,
    sentences: data.sentences.length,
    isContent, // neither a function word nor punctuation
    check: data.check ? checkFrom(data.check, verdicts, summaryOffsets) : null,
    alignments: data.alignments.map((alignment) => alignmentFrom(alignment, summaryOffsets.length, tokens)),
  };
}

/** What was found of the summary: claims with token and character spans, and the words that no source bears out. */
function checkFrom(data, verdicts, summaryOffsets) {
  const claims = data.claims.map(({ tokens, verdict, unsupported, reason, evidence, findings }, number) => ({
    number,
    tokens,
    start: summaryOffsets[tokens[0]][0],
    end: summaryOffsets[tokens[1] - 1][1],
    verdict: verdicts[verdict],
    unsupported: unsupported / 100,
    reason,
    evidence: evidence.map(([start, end, place]) => ({ start, end, place, nodes: [] })),
    findings: findings.map(([first, last, start, end, said, source, reason]) => ({
      tokens: [first, last],
      start,
      end,
      said,
      source,
      reason,
    })),
  }));
  const claimOf = new Map(claims.flatMap((claim) => range(claim.tokens).map((j) => [j, claim])));
  const leftOut = data.left_out.map((tokens) => ({
    tokens,
    start: summaryOffsets[tokens[0]][0],
    end: summaryOffsets[tokens[1] - 1][1],
  }));
  return { support: data.support / 100, claims, claimOf, leftOut, words: new Set(data.words) };
}

const range = ([start, end]) => [...Array(end - start).keys()].map((k) => start + k);

function alignmentFrom(data, words, tokens) {
  const links = linksFrom(data.links);
  const linked = new Set(links.flatMap((link) => link.sum));
  const unlinked = [...Array(words).keys()].filter((j) => !linked.has(j));
  return {
    system: data.system,
    links,
    posteriors: data.posteriors ? posteriorsFrom(data.posteriors, tokens) : null,
    covered: data.covered ? new Set(numbersFrom(data.covered)) : null,
    nullProb: data.null_prob ? new Map(unlinked.map((j, k) => [j, data.null_prob[k] / 100])) : null,
    sources: data.sources ? sourcesFrom(data.sources) : new Map(),
    comment: data.comment ?? null,
  };
}

/** The sentence that each word without a link draws on, as characters of the document. */
function sourcesFrom([steps, differences, hundredths]) {
  const spans = spansFrom(differences);
  return new Map(numbersFrom(steps).map((j, k) => [j, { start: spans[k][0], end: spans[k][1], p: hundredths[k] / 100 }]));
}

/** Word pairs row by row: the ranks of the document's words start anew with every summary word. */
function posteriorsFrom([steps, rankSteps, hundredths], tokens) {
  let rank = 0;
  return numbersFrom(steps).map((j, k, rows) => {
    rank = j === rows[k - 1] ? rank + rankSteps[k] : rankSteps[k];
    return { i: tokens[rank], j, p: hundredths[k] / 100 };
  });
}

function linksFrom(data) {
  const spans = { doc: spansFrom(data.doc), sum: spansFrom(data.sum) };
  const next = { doc: 0, sum: 0 };
  const positions = (side, number) => {
    return spans[side].slice(next[side], (next[side] += number)).flatMap(range);
  };
  const possible = new Set(numbersFrom(data.possible ?? []));
  const comments = new Map(data.comments ?? []);
  return [...Array(data.count).keys()].map((k) => ({
    doc: positions("doc", data.doc_spans?.[k] ?? 1),
    sum: positions("sum", data.sum_spans?.[k] ?? 1),
    sure: !possible.has(k) && !(data.prob?.[k] < 100 * SURE_FROM),
    prob: data.prob?.[k] == null ? null : data.prob[k] / 100,
    by: data.components?.[data.by[k]] ?? null,
    cosine: data.cosine?.[k] == null ? null : data.cosine[k] / 100,
    same: Boolean(data.same[k]),
    comment: comments.get(k) ?? null,
  }));
}
