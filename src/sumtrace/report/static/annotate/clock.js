// Time at work: seconds in which the page was in sight and its annotator did something in the last minute.

import { Refused, post } from "./api.js";

const BEAT = 3000;
const IDLE = 60_000;
const REPORT = 15;

export class Clock {
  // `store()` is the pair at work.
  constructor(store) {
    this.store = store;
    this.spent = 0;
    this.active = performance.now();
    this.last = performance.now();
    for (const event of ["pointerdown", "pointermove", "keydown", "wheel"])
      addEventListener(event, () => (this.active = performance.now()), { passive: true, capture: true });
    addEventListener("visibilitychange", () => this.report(document.hidden));
    addEventListener("pagehide", () => this.report(true));
    setInterval(() => this.beat(), BEAT);
  }

  count() {
    const now = performance.now();
    if (!document.hidden && now - this.active < IDLE) this.spent += Math.min(now - this.last, 2 * BEAT) / 1000;
    this.last = now;
  }

  async beat() {
    this.count();
    if (!document.hidden) await this.report();
  }

  // Tells the time spent since, if it is worth a line or `all` is asked for, and hears how the pair stands.
  async report(all = false, store = this.store()) {
    this.count();
    if (!store) return;
    const seconds = all || this.spent >= REPORT ? Math.min(600, Math.round(this.spent * 10) / 10) : 0;
    this.spent -= seconds;
    try {
      const { revision, problem } = await post(`pairs/${store.number}/beat`, { seconds }, all);
      store.seen(revision, problem);
    } catch (error) {
      this.spent += seconds;
      if (error instanceof Refused) store.seen(0, error.message);
      else store.lost();
    }
  }
}
