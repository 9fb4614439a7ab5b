/** Tables to read, copy and take along. */

import type { ArraySource, Numbers } from "./arrays";
import { button, copyButton, download, h, trying, type Child } from "./dom";
import { rowsOf, type Table } from "./document";
import { lazily } from "./lazy";
import { rangeOf } from "./range";
import { fileName, isEmpty, rowsLeftOut, tableText } from "./table_text";
import { plotsOf, titleOf } from "./table_plots";
import { showPlot, type PlotSpec } from "./plot";
import { formatNumber, handyUnit } from "./units";
import { labelOf, withUnit } from "./words";

/** A longer table is drawn first and listed on demand, so many rows at a time. */
const rowsListed = 25;
const rowsAPage = 100;
const wideFrom = 5; // columns

export function tableTools(source: ArraySource, table: Table): Child[] {
  const copy = copyButton("Copy", () => tableText(source, table, "\t"));
  const part = rowsLeftOut(table);
  copy.title = ["Copy the table, SI units, columns separated by tabs", part].filter((t) => t !== "").join("; ");
  const saved = async (): Promise<void> => download(fileName(table), await tableText(source, table, ","), "text/csv");
  const save = button("CSV", () => void trying(save, "Cannot be saved", saved));
  save.title = ["Save the table as a CSV file, SI units", part].filter((t) => t !== "").join("; ");
  for (const tool of [copy, save]) tool.classList.add("quiet");
  return [copy, save];
}

function headRow(table: Table, columns: Numbers[]): { row: HTMLElement; sizes: number[] } {
  const sizes: number[] = [];
  const cells = table.columns.map((column, i) => {
    const range = rangeOf(columns[i] ?? []) ?? [0, 0];
    const unit = handyUnit(column.name, Math.max(Math.abs(range[0]), Math.abs(range[1])), column.unit);
    sizes.push(unit.size);
    return h("th", { scope: "col", class: "number" }, withUnit(labelOf(column), unit.symbol));
  });
  return { row: h("tr", {}, ...cells), sizes };
}

/** Rows as HTML, the first ones; a button shows more. */
async function fillListing(place: HTMLElement, source: ArraySource, table: Table): Promise<void> {
  const columns = await Promise.all(table.columns.map((c) => source.array(c.values.array)));
  const { row, sizes } = headRow(table, columns);
  const body = h("tbody");
  let shown = 0;
  const n = rowsOf(table);
  const more = button("", () => add(), { class: "button quiet" });
  const add = (): void => {
    const end = Math.min(n, shown + rowsAPage);
    for (; shown < end; ++shown) {
      const cells = columns.map((c, i) => h("td", { class: "number" }, shown < c.length ? formatNumber(c[shown]! / sizes[i]!) : ""));
      body.append(h("tr", {}, ...cells));
    }
    more.hidden = shown >= n;
    more.textContent = `Show more (${n - shown} rows left)`;
  };
  add();
  place.append(h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": titleOf(table) }, h("table", {}, h("thead", {}, row), body)), more);
}

/** The listing alone, or closed below the curves of a longer table. */
function listing(source: ArraySource, table: Table, open: boolean): HTMLElement {
  const place = h("div");
  if (open) return lazily(place, () => fillListing(place, source, table));
  const part = rowsLeftOut(table);
  const self = h("details", { class: "screen-only listing" }, h("summary", {}, `Rows of “${titleOf(table)}” (${part || rowsOf(table)})`), place);
  self.addEventListener("toggle", () => {
    if (self.open && place.childElementCount === 0) void trying(place, "Cannot be shown", () => fillListing(place, source, table));
  });
  return self;
}

/** Height to expect before a plot is drawn, so that the page does not jump. */
const placeholder = (): HTMLElement => h("div", { class: "card plot-card" });

function headOf(source: ArraySource, table: Table): HTMLElement {
  return h("div", { class: "figure-head" }, h("h4", {}, titleOf(table)), h("div", { class: "tools" }, ...tableTools(source, table)));
}

/** The rows of a table in a card of its own. */
function listCard(source: ArraySource, table: Table): HTMLElement {
  const wide = table.columns.length > wideFrom;
  return h("div", { class: wide ? "card wide" : "card" }, headOf(source, table), listing(source, table, rowsOf(table) <= rowsListed));
}

/** Plots of a table, one card each; the first is there at once and makes the others. */
function plotCards(source: ArraySource, table: Table): HTMLElement {
  const first = placeholder();
  const show = async (place: HTMLElement, spec: PlotSpec): Promise<void> => {
    await showPlot(place, { ...spec, tools: tableTools(source, table) });
    if (place === first && rowsOf(table) > rowsListed) place.append(listing(source, table, false));
  };
  return lazily(first, async () => {
    const specs = await plotsOf(source, table);
    if (!first.isConnected) return;
    if (specs.length === 0) return first.remove();
    const others = specs.slice(1).map((spec) => {
      const place = placeholder();
      return lazily(place, () => show(place, spec));
    });
    first.after(...others);
    await show(first, specs[0]!);
  });
}

/** All cards of a table, for a grid of cards. */
export function tableCards(source: ArraySource, table: Table): HTMLElement[] {
  if (isEmpty(table) || table.look === "file_only") return [];
  const drawn = table.look !== "rows" && (rowsOf(table) > 1 || table.look === "drawing");
  const listed = !drawn || (table.look === "curves" && rowsOf(table) <= rowsListed);
  return [...(drawn ? [plotCards(source, table)] : []), ...(listed ? [listCard(source, table)] : [])];
}
