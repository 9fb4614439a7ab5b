/** Tables as text for other programs: all digits that are there, SI. */

import type { ArraySource, Numbers } from "./arrays";
import type { Table } from "./document";
import { rowsOf } from "./document";
import { withUnit } from "./words";

export function textOf(header: string[], columns: ArrayLike<number>[], separator: string): string {
  const n = Math.max(0, ...columns.map((c) => c.length));
  const lines = [header.join(separator)];
  for (let k = 0; k < n; ++k) {
    lines.push(columns.map((c) => (k < c.length && Number.isFinite(c[k]!) ? String(c[k]) : "")).join(separator));
  }
  return lines.join("\n") + "\n";
}

/** Of 4-byte numbers only the digits that they hold: further ones are noise. */
export const honest = (numbers: Numbers): ArrayLike<number> =>
  numbers instanceof Float32Array ? Array.from(numbers, (v) => Number(v.toPrecision(7))) : numbers;

export async function tableText(source: ArraySource, table: Table, separator: "," | "\t"): Promise<string> {
  const columns = await Promise.all(table.columns.map((c) => source.array(c.values.array)));
  const quoted = (text: string): string => (separator === "," && /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return textOf(table.columns.map((c) => quoted(withUnit(c.name, c.unit))), columns.map(honest), separator);
}

/** What a report leaves out of a long table, or "". */
export function rowsLeftOut(table: Table): string {
  const all = table.columns[0]?.values.rows_in_full;
  return all === undefined ? "" : `${rowsOf(table)} of ${all} rows: this page has no more`;
}

/** A file name of a table. */
export const fileName = (table: Table): string => `${table.name.replace(/[^\w.-]+/g, "_") || "table"}.csv`;

export const isEmpty = (table: Table): boolean => table.columns.length === 0 || rowsOf(table) === 0;
