/** Tables to read, copy and take along. */

import type { ArraySource, Numbers } from "./arrays";
import { button, copyButton, download, h, type Child } from "./dom";
import { rowsOf, type Table } from "./document";
import { lazily } from "./lazy";
import { rangeOf } from "./range";
import { fileName, isEmpty, tableText } from "./table_text";
import { plotsOf, titleOf } from "./table_plots";
import { showPlot } from "./plot";
import { formatNumber, handyUnit } from "./units";
import { labelOf, withUnit } from "./words";

/** A longer table is drawn first and listed on demand, so many rows at a time. */
const rowsListed = 25;
const rowsAPage = 100;

export function tableTools(source: ArraySource, table: Table): Child[] {
  const copy = copyButton("Copy", () => tableText(source, table, "\t"));
  copy.title = "Copy the table, SI units, columns separated by tabs";
  const save = button("CSV", () => void tableText(source, table, ",").then((text) => download(fileName(table), text, "text/csv")));
  save.title = "Save the table as a CSV file, SI units";
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
  let filled = false;
  return h(
    "details",
    {
      class: "screen-only listing",
      ontoggle: () => {
        if (filled) return;
        filled = true;
        void fillListing(place, source, table);
      },
    },
    h("summary", {}, `Rows of “${titleOf(table)}” (${rowsOf(table)})`),
    place,
  );
}

/** Height to expect before a plot is drawn, so that the page does not jump. */
const placeholder = (): HTMLElement => h("div", { class: "card plot-card" });

/** All cards of a table. */
export function tableCards(source: ArraySource, table: Table): HTMLElement[] {
  if (isEmpty(table) || table.look === "file_only") return [];
  const group = h("div", { class: "table-group" });
  const plots = h("div", { class: "plots" });
  const rows = rowsOf(table) <= rowsListed;
  const drawn = table.look !== "rows" && (rowsOf(table) > 1 || table.look === "drawing");
  if (drawn) {
    const first = placeholder();
    plots.append(first);
    lazily(first, async () => {
      const specs = await plotsOf(source, table);
      const places = specs.map((_, i) => (i === 0 ? first : placeholder()));
      plots.append(...places.slice(1));
      if (specs.length === 0) return first.remove();
      specs.forEach((spec, i) => {
        const place = places[i]!;
        const show = (): Promise<void> => showPlot(place, { ...spec, tools: tableTools(source, table) });
        if (i > 0) lazily(place, show);
      });
      await showPlot(first, { ...specs[0]!, tools: tableTools(source, table) });
    });
    group.append(plots);
  }
  const listed = h("div", { class: rows && (table.look === "rows" || table.look === "curves") ? "card" : "listing-holder" });
  if (rows && (table.look === "rows" || table.look === "curves")) {
    listed.append(h("div", { class: "figure-head" }, h("h4", {}, titleOf(table)), h("div", { class: "tools" }, ...tableTools(source, table))), listing(source, table, true));
  } else {
    if (!drawn) listed.append(h("div", { class: "figure-head" }, h("h4", {}, titleOf(table)), h("div", { class: "tools" }, ...tableTools(source, table))));
    listed.append(listing(source, table, false));
  }
  group.append(listed);
  return [group];
}
