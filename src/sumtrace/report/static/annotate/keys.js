// Which key does what. Arrows and Space belong to the text panes.

import { listenForKeys } from "../shared/keys.js";

export function startKeys({ commands, editor, mode, rating, adjudicator, review }) {
  const aligning = {
    s: () => editor.link("S"),
    Enter: () => editor.link("S"),
    p: () => editor.link("P"),
    w: () => editor.linkWords("S"),
    W: () => editor.linkWords("P"),
    n: () => editor.markNull(),
    u: commands.unsupported,
    f: () => editor.find(1),
    F: () => editor.find(-1),
    j: () => editor.step(1),
    k: () => editor.step(-1),
    ",": () => editor.turn(-1),
    ".": () => editor.turn(1),
    e: () => editor.change(),
    c: () => commands.comment(false),
    Delete: () => editor.remove(),
    Backspace: () => editor.remove(),
    v: () => editor.nextSuggestion(),
    a: () => editor.listedSuggestions().length && editor.accept(editor.listedSuggestions()[0]),
    r: () => editor.listedSuggestions().length && editor.reject(editor.listedSuggestions()[0]),
  };
  const general = {
    z: commands.undo,
    y: commands.redo,
    "Ctrl+z": commands.undo,
    "Ctrl+y": commands.redo,
    "Ctrl+Z": commands.redo,
    d: commands.done,
    "Ctrl+Enter": commands.done,
    l: commands.list,
    h: commands.guidelines,
    x: commands.otherSide,
    t: commands.theme,
    C: () => commands.comment(true),
    "/": commands.search,
    "[": commands.previous,
    "]": commands.next,
    "?": commands.help,
    Escape: commands.clear,
  };
  const rates = {
    0: () => rating().rate(0),
    1: () => rating().rate(1),
    2: () => rating().rate(2),
    Delete: () => rating().store.edit({ rating: null }),
  };
  const decides = {
    1: () => adjudicator().decide(0),
    2: () => adjudicator().decide(1),
    3: () => adjudicator().decide(2),
    4: () => adjudicator().decide(null),
    j: () => adjudicator().step(1),
    b: () => adjudicator().step(-1),
  };
  const reviews = {
    j: () => review().step(1),
    k: () => review().step(-1),
    r: () => review().mark("right"),
    w: () => review().mark("wrong"),
    u: () => review().mark("unclear"),
    n: commands.note,
    Delete: () => review().takeBack(),
  };
  const tables = {
    review: { ...general, h: undefined, ...reviews },
    align: { ...general, ...aligning },
    rate: { ...general, ...rates },
    adjudicate: { ...general, ...aligning, ...decides },
  };
  listenForKeys(() => tables[mode()] ?? {});
}
