/** Runs side by side: numbers with differences, curves of the same name together, maps next to one another. */

import type { ArraySource } from "./arrays";
import { change } from "./change";
import { comparedCurves, type Side } from "./compare_curves";
import { choice, h, trying } from "./dom";
import { findField, type ResultDocument } from "./document";
import { FieldMap } from "./field_map";
import { lazily } from "./lazy";
import { leave } from "./lifetime";
import { themeButton } from "./page";
import { joined, rangeOf } from "./range";
import { numbersOf, type NumberRow } from "./summary";
import { turns } from "./turns";
import { formatNumber, handyUnit } from "./units";
import { capitalised, failedChecksOf, inWords, nameOf, outcomeWords } from "./words";

export interface Compared {
  name: string;
  doc: ResultDocument;
  source: ArraySource;
}

/** Of one run's number the name may tell position and time, which are not those of another: then each run's stands below. */
function nameOfAll(found: (NumberRow | undefined)[], sides: Side[]): HTMLElement {
  const rows = found.filter((row) => row !== undefined);
  const name = rows[0]!.name;
  if (rows.every((row) => row.name === name)) return h("td", {}, capitalised(name));
  const lines = found.flatMap((row, i) => (row ? [`${sides[i]!.name}: ${row.name}`, h("br")] : []));
  return h("td", {}, capitalised(inWords(rows[0]!.key.replace(".", ", "))), h("small", { class: "soft lines" }, ...lines));
}

function numberTable(sides: Side[]): HTMLElement {
  const lists = sides.map((s) => numbersOf(s.c));
  const keys = [...new Set(lists.flatMap((list) => list.map((row) => row.key)))];
  const rows = keys.map((key) => {
    const found = lists.map((list) => list.find((row) => row.key === key));
    const known = found.find((row) => row !== undefined)!;
    const unit = handyUnit(known.column, Math.max(...found.map((row) => Math.abs(row?.value ?? 0))), known.unit);
    const first = found[0]?.value ?? null;
    const cells = found.flatMap((row, i) => {
      const value = row?.value ?? null;
      const told = h("td", { class: "number", "data-name": key, "data-value": String(value) }, formatNumber(value === null ? null : value / unit.size));
      return i === 0 ? [told] : [told, h("td", { class: "number soft" }, change(key, first, value).text)];
    });
    return h("tr", {}, nameOfAll(found, sides), h("td", { class: "soft" }, unit.symbol), ...cells);
  });
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, "number"),
    h("th", { scope: "col" }, "unit"),
    ...sides.flatMap((s, i) => [h("th", { scope: "col", class: "number" }, s.name), ...(i > 0 ? [h("th", { scope: "col", class: "number" }, "change")] : [])]),
  );
  return h("div", { class: "card scroll", tabindex: 0, role: "region", "aria-label": "Numbers" }, h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows)));
}

/** The same field of all, in the same colours. */
function maps(sides: Side[]): HTMLElement | null {
  const sets = sides.map((s) => s.c.fields);
  if (sets.some((set) => !set || set.grid.nx < 2 || set.grid.ny < 2)) return null;
  const names = sets[0]!.fields.map((f) => f.name).filter((name) => sets.every((set) => findField(set!, name)));
  if (names.length === 0) return null;
  const views = sets.map((set) => new FieldMap(set!.grid, { xName: "x", xUnit: "m", yName: set!.y_name, yUnit: "m" }));
  const newTurn = turns();
  const show = async (name: string): Promise<void> => {
    const isLast = newTurn();
    const fields = sets.map((set) => findField(set!, name)!);
    const values = await Promise.all(fields.map((f, i) => sides[i]!.source.array(f.values.array)));
    if (!isLast()) return;
    const range = joined(values.map((v) => rangeOf(v))) ?? [0, 1];
    views.forEach((view, i) => view.show({ label: nameOf(fields[i]!), unit: fields[i]!.unit, values: values[i]!, range, blankZero: name === "pressure", isState: name === "state" }, {}));
  };
  const first = Math.max(0, names.indexOf("pressure"));
  const cards = views.map((view, i) => h("div", { class: "card" }, h("h4", {}, sides[i]!.name), view.root));
  const chooser = choice("Field", names.map((n) => capitalised(nameOf(findField(sets[0]!, n)!))), first, (i) => void trying(chooser, "Cannot be shown", () => show(names[i]!)));
  return lazily(h("div", {}, chooser, h("div", { class: "compare-maps" }, ...cards)), async () => {
    views.forEach((view) => view.start());
    await show(names[first]!);
  });
}

function fill(place: HTMLElement, sides: Side[]): void {
  leave();
  const part = (title: string, content: HTMLElement | null): HTMLElement[] => (content ? [h("section", {}, h("h3", {}, title), content)] : []);
  place.replaceChildren(...part("Numbers", numberTable(sides)), ...part("Maps", maps(sides)), ...part("Curves", comparedCurves(sides)));
}

/** Cases are compared number by number; of runs with several, one is chosen. */
export function showComparison(place: HTMLElement, runs: Compared[], back: HTMLElement): void {
  document.title = "tread view: comparison";
  const content = h("div");
  const nCases = Math.min(...runs.map((r) => r.doc.cases.length));
  const open = (index: number): void => fill(content, runs.map((r) => ({ name: r.name, c: r.doc.cases[index]!, source: r.source })));
  const titles = Array.from({ length: nCases }, (_, i) => `${i + 1}. ${runs[0]!.doc.cases[i]!.title || "Untitled case"}`);
  const status = runs.map((r) => {
    const words = outcomeWords(r.doc.status, r.doc.ok, failedChecksOf(r.doc));
    return h("p", { class: `pill ${words.tone}` }, `${r.name}: ${words.mark} ${words.head}`);
  });
  place.replaceChildren(
    h("header", { class: "page-head" }, h("div", { class: "head-line" }, h("h1", {}, "Comparison"), h("div", { class: "tools" }, back, themeButton())), h("div", { class: "head-line" }, ...status), nCases > 1 ? choice("Case", titles, 0, open) : null),
    content,
  );
  if (nCases > 0) open(0);
  else content.append(h("p", {}, "There is a run without cases."));
}
