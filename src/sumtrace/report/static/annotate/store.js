// One pair's marks: shown at once, sent one after the other, kept in this browser until the server has them on disk.

import { Offline, get, post } from "./api.js";
import { applied, conflicts, randomName, sameMark, settled } from "./marks.js";

const RETRY = 1500;

const storePrefix = (desk) => `sumtrace/${desk}/`;

// The pairs on which a window of this browser left edits that were never confirmed.
export function pairsWithLeftEdits(desk) {
  const prefix = storePrefix(desk);
  const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  return new Set(names.map((name) => decodeURIComponent(name.slice(prefix.length).split("/")[0])));
}

export class Store extends EventTarget {
  // `ask({mine, theirs}, store)` lets a person choose between this window's edit and another's marks: resolves to "mine", "theirs"
  // or "later".
  constructor(desk, pair, ask) {
    super();
    this.number = pair.number;
    this.sheet = pair.sheet; // as the server confirmed it
    this.ask = ask;
    this.prefix = storePrefix(desk) + encodeURIComponent(pair.id) + "/";
    this.queue = this.left();
    this.sending = false;
    this.away = false;
    this.problem = null;
    this.postponed = false; // a choice was put off: nothing is sent until it is made
    this.channel = new BroadcastChannel(`sumtrace/${desk}`);
    this.channel.onmessage = ({ data }) => {
      if (data.pair === this.number && data.revision > this.sheet.revision) this.refresh();
    };
    this.show();
    if (this.queue.length) this.flush();
  }

  get waiting() {
    return this.queue.length;
  }

  get canUndo() {
    return this.sheet.undo + this.queue.length > 0;
  }

  edit(changes) {
    const set = settled(this.marks, changes);
    const before = Object.fromEntries(Object.keys(set).map((name) => [name, this.marks[name] ?? null]));
    this.push({ edit: randomName(), set, before });
  }

  undo() {
    this.back("undo");
  }

  redo() {
    this.back("redo");
  }

  back(step) {
    // An edit that never left this window is taken back here; all else is the server's history.
    if (step === "undo" && this.queue.length && !this.queue.at(-1).tried) {
      localStorage.removeItem(this.prefix + this.queue.pop().edit);
      this.postponed &&= this.queue.length > 0;
      this.show();
    } else if (this.offline) {
      this.notify("note", "That needs the server, which is not responding at the moment.");
    } else {
      this.push({ edit: randomName(), [step]: true });
    }
  }

  push(item) {
    item.at = Date.now();
    item.order = (this.queue.at(-1)?.order ?? 0) + 1;
    this.queue.push(item);
    this.keep(item);
    this.show();
    this.flush();
  }

  // Asks again for a choice that was put off.
  decide() {
    this.postponed = false;
    this.flush();
  }

  async flush() {
    if (this.sending || this.postponed) return;
    this.sending = true;
    clearTimeout(this.timer);
    this.notify("state");
    while (this.queue.length && !this.postponed) {
      const item = this.queue[0];
      const clash = item.set && !item.tried ? conflicts(item, this.sheet.marks) : [];
      if (clash.length && !(await this.resolved(item, clash))) continue;
      // Sent again, an edit keeps the revision it was first sent on: only the server knows whether it had it.
      if (!item.tried) Object.assign(item, { tried: true, base: this.sheet.revision });
      this.keep(item);
      try {
        const { edit, base, set, undo, redo } = item;
        const reply = await post(`pairs/${this.number}/edits`, { edit, base, set, undo, redo });
        this.drop(item);
        this.offline = false;
        this.problem = null;
        this.sheet = reply.sheet;
        this.progress = reply.progress;
        this.channel.postMessage({ pair: this.number, revision: reply.sheet.revision });
        this.show();
      } catch (error) {
        if (!(await this.recovered(error, item))) break;
      }
    }
    this.sending = false;
    this.notify("state");
    if (this.away && !this.queue.length) this.channel.close();
  }

  // Returns whether sending may go on at once.
  async recovered(error, item) {
    if (error instanceof Offline) {
      this.offline = true;
      this.timer = setTimeout(() => this.flush(), RETRY);
      return false;
    }
    if (error.status === 409) {
      this.sheet = error.body.sheet;
      item.tried = false;
      if (!item.set) {
        this.drop(item);
        this.notify("note", "Another window changed this pair. Look at it, then undo again.");
      } else if (!conflicts(item, this.sheet.marks).length) {
        this.notify("note", "Merged with changes made in another window.");
      }
      this.show();
      return true;
    }
    if (error.status === 422 || error.status === 413) {
      this.drop(item);
      this.notify("note", `Not saved: ${error.message}`);
      this.show();
      return true;
    }
    this.problem = error.message;
    if (error.status !== 401) this.timer = setTimeout(() => this.flush(), 2 * RETRY);
    return false;
  }

  // Lets a person decide; returns whether the edit is to be sent.
  async resolved(item, clash) {
    const { marks } = this.sheet;
    const changed = Object.keys(item.set).filter((name) => !sameMark(item.set[name], marks[name]));
    const of = (names, values) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
    const choice = await this.ask({ mine: of(changed, item.set), theirs: of(clash, marks) }, this);
    if (choice === "later") {
      this.postponed = true;
      return false;
    }
    if (choice === "theirs") {
      this.drop(item);
      this.show();
      return false;
    }
    item.set = settled(this.sheet.marks, item.set);
    item.before = Object.fromEntries(Object.keys(item.set).map((name) => [name, this.sheet.marks[name] ?? null]));
    return true;
  }

  // Looks whether another window changed the pair.
  async refresh() {
    try {
      const sheet = await get(`pairs/${this.number}/sheet`);
      if (this.away || this.sending || sheet.revision <= this.sheet.revision) return;
      this.sheet = sheet;
      this.show();
      this.notify("refreshed");
    } catch {
      // The next beat says whether the server is there.
    }
  }

  seen(revision, problem) {
    if (this.offline || this.problem !== (problem ?? null)) {
      this.offline = false;
      this.problem = problem ?? null;
      this.notify("state");
    }
    if (this.queue.length) this.flush();
    else if (revision > this.sheet.revision) this.refresh();
  }

  lost() {
    this.offline = true;
    this.notify("state");
  }

  // The page turned to another pair; what is still to be sent is sent all the same.
  leave() {
    this.away = true;
    if (!this.queue.length) this.channel.close();
  }

  show() {
    this.marks = this.queue.reduce((marks, item) => (item.set ? applied(marks, item.set) : marks), this.sheet.marks);
    this.notify("marks");
  }

  keep(item) {
    try {
      localStorage.setItem(this.prefix + item.edit, JSON.stringify(item));
    } catch {
      // The browser's store is full or closed: the edit waits in this window alone.
    }
  }

  drop(item) {
    localStorage.removeItem(this.prefix + item.edit);
    this.queue = this.queue.filter((other) => other !== item);
  }

  // Edits that a window of this browser made and never saw confirmed.
  left() {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(this.prefix));
    const items = names.map((name) => JSON.parse(localStorage.getItem(name))).filter((item) => item.set);
    return items.sort((a, b) => a.at - b.at || a.order - b.order);
  }

  notify(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
