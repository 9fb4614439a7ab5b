/** Named numbers as lines for a spreadsheet, SI. */
export function textOfRows(rows: { name: string; value: number | null; unit: string }[]): string {
  return rows.map((r) => [r.name, r.value === null ? "" : String(r.value), r.unit].join("\t")).join("\n") + "\n";
}
