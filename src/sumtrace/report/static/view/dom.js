// Small helpers. Text only ever enters the page through text nodes and attributes set by name: nothing is parsed.

const find = (selector, root = document) => root.querySelector(selector);
const findAll = (selector, root = document) => [...root.querySelectorAll(selector)];

/** Make an element: make("p", {class: "note", dir: "auto"}, "text", child). */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Make an SVG element. */
function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A text of unknown script and direction, kept from turning its surroundings round. */
const quoted = (text) => make("bdi", { class: "quoted" }, shortened(text, 160));

function shortened(text, length) {
  const tidy = text.slice(0, length * 4).replace(/\s+/g, " ");
  if (tidy.length <= length && text.length <= length * 4) return tidy;
  return [...tidy].slice(0, length).join("") + "…";
}

const percent = (share) => `${Math.round(share * 100)}%`;
const count = (number, one, many = one + "s") => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const stacked = () => matchMedia("(max-width: 860px)").matches;

/** Say something to people who listen to the page. */
function say(text) {
  const place = find("#said");
  if (place.textContent !== text) place.textContent = text;
}

/** Run `work` once before the next frame, however often it is asked for. */
function onceAFrame(work) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      work();
    });
  };
}

/** A colour of the theme, for canvases. */
const themed = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const HUES = 8;
const hue = (sentence) => `--sentence-${sentence % HUES}`;

function tint(name, strength) {
  return `rgb(${themed(name)} / ${strength})`;
}

/** Fit a canvas to its box at the screen's resolution; returns its context, in CSS pixels. */
function fitted(canvas, width, height) {
  const ratio = devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}
