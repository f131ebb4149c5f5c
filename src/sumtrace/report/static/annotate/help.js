// What the help sheet says, by what is being done: groups of [keys, what they do].

const MOVING = [
  "Moving",
  [
    ["← → ↑ ↓", "to a word and select it"],
    ["Home End", "first and last word of the sentence, then of the next one"],
    ["PgUp PgDn", "one screen up or down"],
    ["Tab, Shift Tab", "between document, summary and buttons"],
    ["X", "to the other side"],
    ["[ ]", "previous, next pair"],
    ["L", "list of pairs"],
  ],
];

const FINDING = ["Finding", [["/", "search in the document; Enter and Shift Enter for next and previous, Esc to close"]]];

const ELSE = [
  "Everything else",
  [
    ["Shift C", "comment on the pair"],
    ["Z, Y", "undo, redo (also Ctrl Z, Ctrl Y), back to the very start"],
    ["H", "guidelines"],
    ["T", "light or dark"],
    ["?", "this sheet"],
    ["Esc", "clear the selection"],
  ],
];

const ALIGNING = [
  [
    "Selecting",
    [
      ["Shift + arrows", "select a range of words"],
      ["Space", "add or remove the word at the cursor"],
      ["Ctrl + arrows", "move without selecting, for phrases with gaps"],
      ["mouse", "click, drag, Shift-click; Ctrl-click adds or removes"],
    ],
  ],
  [
    "Linking",
    [
      ["S or Enter", "link the selected words as sure"],
      ["P", "link them as possible"],
      ["W, Shift W", "link them word by word, as sure, possible"],
      ["F, Shift F", "find the selected summary words in the document: nearest, next, previous"],
      ["N", "no source (again: has one)"],
      ["U", "unsupported: no source, with a note"],
      ["J, K", "next, previous undecided summary word"],
      ["D", "done, next pair"],
    ],
  ],
  [
    "Links of the selected word",
    [
      ["comma or .", "previous, next link"],
      ["S, P", "make it sure, possible"],
      ["E", "change its words"],
      ["C", "comment"],
      ["Del", "delete"],
    ],
  ],
];

const SUGGESTIONS = [
  "Suggestions",
  [
    ["V", "next suggestion"],
    ["A", "accept"],
    ["R", "reject"],
  ],
];

const RATING = [
  "Rating",
  [
    ["0 1 2", "none, some, all of the information; then the next pair"],
    ["Del", "clear the rating"],
  ],
];

const DISAGREEMENTS = [
  "Disagreements",
  [
    ["1 2 3", "take the first, second, third annotator's version"],
    ["4", "keep it as it is now, edited by hand with the keys below"],
    ["J, B", "next, previous disagreement"],
  ],
];

const REVIEWING = [
  "Reviewing",
  [
    ["J, K", "next, previous claim"],
    ["R", "right: the document says so"],
    ["W", "wrong: it says otherwise, or nothing of the kind"],
    ["U", "unclear: impossible to tell"],
    ["N", "note on the claim"],
    ["Del", "clear the mark"],
    ["D", "next summary with unmarked claims"],
  ],
];

const SAVED = "Every change is on disk before the page says “Saved”.";
const SIGNS =
  "Sure: solid tint; possible: hatched with a dashed line; no source: grey, struck through; undecided: dotted underline.";
export const legend = (mode) => (mode === "review" || mode === "rate" ? SAVED : `${SAVED} ${SIGNS}`);

export function helpGroups(mode, suggestions) {
  const [title, keys] = ELSE;
  const withoutGuidelines = [title, keys.filter(([name]) => name !== "H")];
  if (mode === "review") return [REVIEWING, MOVING, FINDING, withoutGuidelines];
  if (mode === "rate") return [RATING, MOVING, FINDING, ELSE];
  return [
    ...(mode === "adjudicate" ? [DISAGREEMENTS] : []),
    ...ALIGNING,
    ...(suggestions ? [SUGGESTIONS] : []),
    MOVING,
    FINDING,
    ELSE,
  ];
}
