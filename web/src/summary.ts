/** The main numbers of a case, how it ended and how it was computed. */

import { change } from "./change";
import { copyButton, h } from "./dom";
import type { CaseResult, Evidence } from "./document";
import { textOfRows } from "./rows_text";
import { formatNumber, formatSi, told } from "./units";
import { capitalised, inWords, nameOf, statusWords } from "./words";

const cardsShown = 8;

/** Numbers that tell how it was computed, not what was found. */
const ofNumerics = new Set(["modes", "step", "steps", "step_iterations", "iterations_per_step", "retries", "halved_steps", "factorisations", "contact_solves", "contact_problems"]);

export function banner(c: Pick<CaseResult, "status" | "ok">): HTMLElement {
  const words = statusWords(c.status, c.ok);
  return h(
    "div",
    { class: `banner ${words.tone}`, role: "status" },
    h("span", { class: "mark", "aria-hidden": "true" }, words.mark),
    h("div", {}, h("strong", {}, words.head), words.text ? ` ${words.text}` : ""),
  );
}

export function notes(list: string[]): HTMLElement | null {
  if (list.length === 0) return null;
  return h(
    "div",
    { class: "banner mild", role: "note" },
    h("span", { class: "mark", "aria-hidden": "true" }, "i"),
    list.length === 1 ? h("div", {}, list[0]!) : h("ul", {}, ...list.map((note) => h("li", {}, note))),
  );
}

export interface NumberRow {
  key: string; // finds the same number in another run
  name: string;
  value: number | null;
  unit: string;
  column: string; // of which handy units are chosen
}

export function numbersOf(c: CaseResult): NumberRow[] {
  const rows: NumberRow[] = c.scalars.map((s) => ({ key: s.name, name: nameOf(s), value: s.value, unit: s.unit, column: s.name }));
  for (const vector of c.vectors) {
    for (const part of vector.components) {
      rows.push({ key: `${vector.name}.${part.label}`, name: `${nameOf(vector)}, ${part.label}`, value: part.value, unit: part.unit, column: vector.name });
    }
  }
  for (const count of c.elements) {
    rows.push({ key: `elements.${count.name}`, name: `elements in ${inWords(count.name)}`, value: count.value, unit: "", column: "" });
  }
  return rows;
}

function card(row: NumberRow): HTMLElement {
  const { number, unit } = told(row.column, row.value, row.unit, 4);
  return h(
    "div",
    { class: "number-card" },
    h("dt", {}, capitalised(row.name)),
    h("dd", { "data-name": row.key, "data-value": String(row.value) }, h("span", { class: "big" }, number), unit ? h("span", { class: "unit" }, ` ${unit}`) : ""),
  );
}

/** The first numbers large, all of them as a table. */
export function numbers(c: CaseResult): HTMLElement[] {
  const rows = numbersOf(c);
  if (rows.length === 0) return [];
  const found = rows.filter((row) => !ofNumerics.has(row.key));
  const cards = h("dl", { class: "number-cards" }, ...found.slice(0, cardsShown).map(card));
  if (rows.length <= cardsShown) return [cards, h("p", { class: "tools-line" }, copyRows(rows))];
  const body = rows.map((row) => {
    const { number, unit } = told(row.column, row.value, row.unit);
    return h("tr", {}, h("td", {}, capitalised(row.name)), h("td", { class: "number", "data-name": row.key }, number), h("td", { class: "unit-cell" }, unit));
  });
  return [
    cards,
    h("details", { class: "all-numbers" }, h("summary", {}, `All ${rows.length} numbers`), h("div", { class: "card" }, h("table", { class: "three" }, ...body), copyRows(rows))),
  ];
}

const copyRows = (rows: NumberRow[]): HTMLElement => {
  const copy = copyButton("Copy all numbers", () => textOfRows(rows));
  copy.classList.add("quiet");
  return copy;
};

const toneOf = (size: number | null): string => (size === null ? "none" : size <= 0.01 ? "good" : size <= 0.05 ? "mild" : "bad");

/** Where and when two extremes are, if not at the same position and time. */
const positions = (ours: string | undefined, theirs: string | undefined): HTMLElement[] =>
  !ours || !theirs || ours === theirs ? [] : [h("small", { class: "soft lines" }, `this run: ${ours}`, h("br"), `that run: ${theirs}`)];

/** What was changed on a line of its own, so that the numbers fit a phone. */
function evidenceRows(e: Evidence): HTMLElement[] {
  const title = h("tr", {}, h("th", { scope: "rowgroup", colspan: 4 }, `With ${e.title || inWords(e.name)}`));
  const nothing = e.failure ? `No result: ${e.failure}` : e.changes.length === 0 ? "No number to compare." : "";
  if (nothing) return [title, h("tr", {}, h("td", { colspan: 4, class: "soft" }, nothing))];
  const rows = e.changes.map((x) => {
    const { text, size } = change(x.name, x.value, x.varied);
    return h(
      "tr",
      {},
      h("td", {}, inWords(x.name), ...positions(x.meaning, x.varied_meaning)),
      h("td", { class: "number" }, formatSi(x.value, x.unit)),
      h("td", { class: "number" }, formatSi(x.varied, x.unit)),
      h("td", { class: "number" }, h("span", { class: `verdict ${toneOf(size)}` }, text)),
    );
  });
  return [title, ...rows];
}

/** Whether the numbers hang on the numerics. */
export function convergence(c: CaseResult): HTMLElement {
  const facts: [string, string][] = [["status", inWords(c.status)]];
  if (c.iterations !== null) facts.push(["iterations", String(c.iterations)]);
  if (c.residual !== null) facts.push(["residual", formatNumber(c.residual, 3)]);
  if (c.fields) {
    const { grid } = c.fields;
    facts.push(["grid", `${grid.nx} × ${grid.ny} elements of ${formatSi(grid.dx, "m", 4)} × ${formatSi(grid.dy, "m", 4)}`]);
  }
  for (const scalar of c.scalars) {
    if (ofNumerics.has(scalar.name)) facts.push([nameOf(scalar), formatSi(scalar.value, scalar.unit, 4)]);
  }
  const list = h("dl", { class: "facts" }, ...facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
  const holder = h("div", { class: "card" }, list);
  if (c.evidence.length === 0) {
    holder.append(h("p", { class: "caption" }, "How numbers change with a finer grid, smaller steps or more modes was not looked at; ", h("code", {}, "tread run --evidence"), " does."));
    return holder;
  }
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, "run again"),
    ...["this run", "that run", "change"].map((t) => h("th", { scope: "col", class: "number" }, t)),
  );
  holder.append(h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Convergence evidence" }, h("table", { class: "evidence" }, h("thead", {}, head), ...c.evidence.map((e) => h("tbody", {}, ...evidenceRows(e))))));
  holder.append(h("p", { class: "caption" }, "Changes are relative to this run: up to 1 % green, up to 5 % yellow."));
  return holder;
}
