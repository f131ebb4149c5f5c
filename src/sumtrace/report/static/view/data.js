// Unpacks what report/packing.py packed and report/pair_data.py described.

const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** An uncompressed deflate block that holds the dictionary: in front of the packed bytes it becomes their past. */
function asPast(dictionary) {
  if (!dictionary.length) return new Uint8Array(0);
  const [low, high] = [dictionary.length & 255, dictionary.length >> 8];
  const past = new Uint8Array(5 + dictionary.length);
  past.set([0, low, high, low ^ 255, high ^ 255]);
  past.set(dictionary, 5);
  return past;
}

async function unpack(base64, dictionary) {
  const packed = new Blob([asPast(dictionary), bytesOf(base64)]);
  const stream = packed.stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return JSON.parse(new TextDecoder().decode(bytes.subarray(dictionary.length)));
}

const NOTHING = new Uint8Array(0);
const packedPairs = document.getElementsByClassName("pair-data");
const readIndex = () => unpack(find(".index-data").textContent, NOTHING);
const readPair = (place) => unpack(packedPairs[place].textContent, bytesOf(find(".dictionary-data").textContent));

/** The columns of an index row. */
const ROW = { id: 0, summary: 1, documentWords: 2, words: 3, unsupported: 4, probability: 5, score: 6 };

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

function positionsFrom(flat) {
  const positions = [];
  for (let k = 0; k < flat.length; k += 2) for (let p = flat[k]; p < flat[k + 1]; p++) positions.push(p);
  return positions;
}

/** A pair as the page works with it: texts, tokens with their places, and every system's links. */
function pairFrom(row, data) {
  const tokens = numbersFrom(data.tokens);
  const places = spansFrom(data.offsets);
  const documentOffsets = new Map(tokens.map((token, k) => [token, places[k]]));
  const summaryOffsets = spansFrom(data.summary_offsets);
  const sentenceOf = data.sentences.flatMap((length, sentence) => Array(length).fill(sentence));
  const summary = row[ROW.summary];
  const isWord = summaryOffsets.map(([start, end]) => /[\p{L}\p{N}]/u.test(summary.slice(start, end)));
  return {
    id: row[ROW.id],
    document: data.document,
    summary,
    words: data.words,
    blocks: spansFrom(data.blocks),
    parts: data.parts ?? [],
    documentOffsets,
    summaryOffsets,
    sentenceOf,
    sentences: data.sentences.length,
    isWord,
    alignments: data.alignments.map(alignmentFrom),
  };
}

function alignmentFrom(data) {
  const links = data.links.map(([doc, sum, sure = 0, prob = null, by = null, same = 0, comment = null]) => ({
    doc: positionsFrom(doc),
    sum: positionsFrom(sum),
    sure: Boolean(sure),
    prob: prob === null ? null : prob / 1000,
    by,
    same: Boolean(same),
    comment,
  }));
  const posteriors = [];
  if (data.posteriors) {
    const [rows, columns] = [numbersFrom(data.posteriors[0]), numbersFrom(data.posteriors[1])];
    data.posteriors[2].forEach((p, k) => posteriors.push({ i: columns[k], j: rows[k], p: p / 1000 }));
  }
  return {
    system: data.system,
    links,
    posteriors: data.posteriors ? posteriors : null,
    covered: data.covered ? new Set(numbersFrom(data.covered)) : null,
    nullProb: data.null_prob?.map((p) => p / 1000) ?? null,
    source: data.model ?? data.annotator ?? null,
    comment: data.comment ?? null,
  };
}
