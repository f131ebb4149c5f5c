// A claim as a citation: its text, what was found of it, and the sentences it rests on with their places.

import { make, say } from "../shared/dom.js";
import { plain } from "../shared/text.js";
import { addressOf } from "./state.js";

const flat = (text) => plain(text.replace(/\s+/g, " ").trim());

export function citation(claim, pair) {
  const said = `“${flat(pair.summary.slice(claim.start, claim.end))}”`;
  const verdict = claim.verdict === "supported" ? "" : ` [${claim.verdict}: ${flat(claim.reason)}]`;
  const sources = claim.evidence.map(
    ({ start, end, place }) => `“${flat(pair.document.slice(start, end))}” (${flat(place)})`,
  );
  const before = claim.verdict === "not found" ? "Closest" : "Source";
  const address = location.protocol.startsWith("http") ? [location.href.split("#")[0] + addressOf(claim.number)] : [];
  return [`${said}${verdict}`, ...(sources.length ? [`${before}: ${sources.join(" ")}`] : []), ...address].join("\n");
}

/** Put a text on the clipboard and say so; where a frame may not, by way of a field. */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const focused = document.activeElement;
    const field = make("textarea", { class: "visually-hidden", "aria-hidden": "true" });
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
    focused?.focus({ preventScroll: true });
  }
  say("Copied as a citation");
  document.body.dispatchEvent(new CustomEvent("copied", { detail: text }));
}
