/** What was given, and how to run it again. */

import { button, copyButton, download, h } from "./dom";
import type { Echo, ResultDocument } from "./document";

export function given(echo: Echo[], title: string): HTMLElement | null {
  if (echo.length === 0) return null;
  const rows = echo.map((e) => h("tr", {}, h("td", {}, h("code", {}, e.key)), h("td", { class: "given" }, e.value, e.unit ? ` ${e.unit}` : "")));
  const copy = copyButton("Copy", () => echo.map((e) => [e.key, e.value, e.unit].join("\t")).join("\n") + "\n");
  copy.classList.add("quiet");
  return h("details", { class: "given-holder" }, h("summary", {}, `${title} (${echo.length} keys)`), h("div", { class: "card" }, h("div", { class: "tools" }, copy), h("table", { class: "echo" }, ...rows)));
}

const baseName = (path: string): string => path.split(/[\\/]/).pop() ?? path;

/** Quoted for a shell where needed. */
const quoted = (text: string): string => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Only a study has what varies. */
const isStudy = (doc: ResultDocument): boolean => /^\s*(\[\[?\s*vary\b|vary\s*[.=])/m.test(doc.case_text);

export function runAgain(doc: ResultDocument): HTMLElement | null {
  if (doc.case_file === "" && doc.case_text === "") return null;
  const given = baseName(doc.case_file);
  const file = /\.(toml|inp)$/i.test(given) ? given : "case.toml"; // the built-in demonstration is no file
  const command = `tread ${isStudy(doc) ? "sweep" : "run"} ${quoted(file)} --out results`;
  const box = h("div", { class: "card" }, h("p", {}, "Save the case as ", h("code", {}, file), " and run"), h("div", { class: "command" }, h("code", {}, command), copyButton("Copy", () => command)));
  if (doc.case_text === "") return box;
  box.append(
    h(
      "details",
      { class: "case-text" },
      h("summary", {}, `The case as it was read (${doc.case_text.split("\n").length} lines)`),
      h("div", { class: "tools" }, copyButton("Copy the case", () => doc.case_text), button("Save", () => download(file, doc.case_text))),
      h("pre", { tabindex: 0 }, doc.case_text),
    ),
  );
  return box;
}
