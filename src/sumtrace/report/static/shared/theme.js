// Light or dark, the theme's colours for canvases, and what a browser remembers between visits.

import { find } from "./dom.js";

/** What was remembered under a name, after storing `value` if there is one; null in a sandbox, which has no storage. */
export function remembered(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(`sumtrace-${name}`, value);
    return localStorage.getItem(`sumtrace-${name}`);
  } catch {
    return null;
  }
}

const root = () => find(":root");
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

/** Take the look chosen last time, have `button` switch it, and call `changed` whenever it is another. */
export function startTheme(button, changed) {
  const chosen = remembered("theme");
  if (chosen === "light" || chosen === "dark") root().dataset.theme = chosen;
  const look = () => switchTheme(changed);
  button.addEventListener("click", look);
  systemIsDark.addEventListener("change", changed);
  return look;
}

function switchTheme(changed) {
  const now = root().dataset.theme ?? (systemIsDark.matches ? "dark" : "light");
  root().dataset.theme = now === "dark" ? "light" : "dark";
  remembered("theme", root().dataset.theme);
  changed();
}

export const HUES = 8;
export const hue = (sentence) => `--sentence-${sentence % HUES}`;
export const themed = (name) => getComputedStyle(root()).getPropertyValue(name).trim();
export const tint = (name, strength) => `rgb(${themed(name)} / ${strength})`;

/** Fit a canvas to its box at the screen's resolution; returns its context, in CSS pixels. */
export function fitted(canvas, width, height) {
  const ratio = devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}
