// The texts as they are typed, pasted, dropped or opened: one or more documents, and a summary.

import { find, findAll, make, say } from "../shared/dom.js";
import { count } from "../shared/text.js";

const summary = find("#summary");
const list = find("#documents");
const wordsIn = (text) => text.split(/\s+/).filter(Boolean).length;
let told = () => {};

/** The texts as the server wants them; null while one side is empty. */
export function textsNow() {
  const documents = findAll(".document-input", list)
    .map((card, k) => ({ id: find("input", card).value.trim() || `document ${k + 1}`, text: find("textarea", card).value }))
    .filter(({ text }) => text.trim());
  if (!documents.length || !summary.value.trim()) return null;
  const id = documents.length === 1 ? documents[0].id : "summary";
  if (documents.length === 1) return { id, document: documents[0].text, summary: summary.value };
  return { id, documents: distinct(documents), summary: summary.value };
}

/** Documents with names of their own: a second "notes.txt" becomes "notes.txt (2)". */
function distinct(documents) {
  const seen = new Map();
  return documents.map(({ id, text }) => {
    seen.set(id, (seen.get(id) ?? 0) + 1);
    return { id: seen.get(id) > 1 ? `${id} (${seen.get(id)})` : id, text };
  });
}

function addDocument(name = "", text = "") {
  const area = make("textarea", {
    class: "writing",
    dir: "auto",
    "aria-label": "Text of the document",
    placeholder: "Paste the document, or drop a file.",
  });
  const words = make("span", { class: "figures" });
  const title = make("input", { type: "text", "aria-label": "Name of the document", placeholder: "document", value: name });
  const remove = make(
    "button",
    { type: "button", class: "icon remove", title: "Remove this document" },
    make("span", { "aria-hidden": "true" }, "×"),
    make("span", { class: "visually-hidden" }, "Remove this document"),
  );
  const card = make("div", { class: "document-input" }, make("div", { class: "document-head" }, title, words, remove), area);
  remove.addEventListener("click", () => {
    card.remove();
    arranged();
    told();
    (find("textarea", list) ?? summary).focus();
  });
  const counted = () => (words.textContent = area.value.trim() ? count(wordsIn(area.value), "word") : "");
  area.value = text;
  area.addEventListener("input", counted);
  counted();
  list.append(card);
  arranged();
  return area;
}

/** One document needs neither name nor cross. */
function arranged() {
  if (!list.children.length) addDocument();
  const many = list.children.length > 1;
  list.classList.toggle("many", many);
  find("#documents-title").textContent = many ? "Documents" : "Document";
}

function countSummary() {
  find("#summary-words").textContent = summary.value.trim() ? count(wordsIn(summary.value), "word") : "";
}

/** Replace all texts. */
export function fillIn({ documents, summary: text }) {
  list.replaceChildren();
  for (const { id, text } of documents) addDocument(id, text);
  summary.value = text;
  countSummary();
  told();
}

async function take(files, toSummary) {
  for (const file of files) {
    const text = await file.text();
    if (text.includes("\0")) {
      say(`${file.name} is not a text file`);
      find("#trouble").textContent = `${file.name} is not a text file. Save it as plain text first.`;
      find("#trouble").hidden = false;
      continue;
    }
    if (toSummary) summary.value = text;
    else {
      const empty = findAll(".document-input", list).find((card) => !find("textarea", card).value.trim());
      empty?.remove();
      addDocument(file.name, text);
    }
  }
  countSummary();
  told();
}

function listenToDrops() {
  const sign = find("#drop");
  const carriesFiles = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragenter", (event) => carriesFiles(event) && (sign.hidden = false));
  addEventListener("dragleave", (event) => event.relatedTarget === null && (sign.hidden = true));
  addEventListener("dragover", (event) => carriesFiles(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    sign.hidden = true;
    if (!carriesFiles(event)) return;
    event.preventDefault();
    take([...event.dataTransfer.files], event.target === summary);
  });
}

/** Start with one empty document; `changed` is told whenever a text is another. */
export function startInputs(changed) {
  addDocument();
  told = changed;
  find(".inputs").addEventListener("input", () => {
    countSummary();
    told();
  });
  find("#add").addEventListener("click", () => addDocument().focus());
  find("#open").addEventListener("click", () => find("#files").click());
  find("#files").addEventListener("change", (event) => {
    take([...event.target.files], false);
    event.target.value = "";
  });
  listenToDrops();
}
