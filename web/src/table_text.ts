/** Tables as text for other programs: full precision, SI. */

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

/** Of 4-byte numbers only the digits that they hold. */
const honest = (numbers: Numbers): ArrayLike<number> =>
  numbers instanceof Float32Array ? Array.from(numbers, (v) => Number(v.toPrecision(8))) : numbers;

export async function tableText(source: ArraySource, table: Table, separator: "," | "\t"): Promise<string> {
  const columns = await Promise.all(table.columns.map((c) => source.array(c.values.array)));
  const quoted = (text: string): string => (separator === "," && /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return textOf(table.columns.map((c) => quoted(withUnit(c.name, c.unit))), columns.map(honest), separator);
}

/** A file name of a table. */
export const fileName = (table: Table): string => `${table.name.replace(/[^\w.-]+/g, "_") || "table"}.csv`;

export const isEmpty = (table: Table): boolean => table.columns.length === 0 || rowsOf(table) === 0;
