"""What the benchmarks of the pages share: how Chromium is started, and a scroll whose every frame is timed."""

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]

SCROLL = """
(name) => new Promise((done) => {
  const pane = document.querySelector(name);
  const [frames, start] = [[], performance.now()];
  let last = start;
  const step = (now) => {
    frames.push(now - last);
    last = now;
    const share = (now - start) / 5000;
    pane.scrollTop = share * (pane.scrollHeight - pane.clientHeight);
    if (share < 1) requestAnimationFrame(step);
    else done({ frames: frames.slice(1), top: pane.scrollTop, height: pane.scrollHeight });
  };
  requestAnimationFrame(step);
})
"""
"""Scrolls the element of a selector from its start to its end in five seconds: the milliseconds of each frame, and how far
it came."""
