/**
 * The tree of a result as tread writes it (docs/results.md#document): words and numbers, and the
 * names of the arrays that an ArraySource fetches. All values are SI.
 */

export interface ArrayRef {
  array: string;
  shape: number[];
  /** So many rows has the whole array; only in a report, where it leaves out some. */
  rows_in_full?: number;
}

export interface Echo {
  key: string;
  value: string;
  unit: string;
}

export interface Scalar {
  name: string;
  value: number | null;
  unit: string;
  meaning: string;
}

export interface VectorResult {
  name: string;
  meaning: string;
  components: { label: string; value: number | null; unit: string }[];
}

export interface Grid {
  nx: number;
  ny: number;
  x0: number;
  y0: number;
  dx: number;
  dy: number;
}

export interface Field {
  name: string;
  unit: string;
  meaning: string;
  values: ArrayRef;
}

export interface FieldSet {
  grid: Grid;
  y_name: string;
  fields: Field[];
}

export interface FieldHistory extends FieldSet {
  name: string;
  title: string;
  time_name: string;
  time_unit: string;
  times: ArrayRef;
}

export interface SolidField extends Field {
  n_components: number;
}

export interface Solid {
  name: string;
  title: string;
  points: ArrayRef;
  nodes_per_cell: number;
  cells: ArrayRef;
  fields: SolidField[];
}

export interface Column {
  name: string;
  unit: string;
  values: ArrayRef;
}

export type Look = "curves" | "bands" | "rows" | "drawing" | "file_only";

export interface Table {
  name: string;
  title: string;
  home: "file" | "file_and_json";
  look: Look;
  marks: { at: number; name: string }[];
  columns: Column[];
}

export interface Check {
  name: string;
  title: string;
  clause: string;
  limit_key: string;
  unit: string;
  verdict: "pass" | "fail" | "not_applicable";
  value: number | null;
  limit: number | null;
  bound: "at_most" | "at_least";
  decided_by: string;
  deciding_case: number;
  note: string;
  margin: number | null;
}

export interface Evidence {
  name: string;
  title: string;
  failure: string;
  changes: { name: string; unit: string; value: number | null; varied: number | null; meaning?: string; varied_meaning?: string }[];
}

export interface Animation {
  places: ArrayRef;
  supports: ArrayRef;
  vehicle_of_wheel: ArrayRef;
  times: ArrayRef;
  deflections: ArrayRef;
  wheels: ArrayRef;
  still: number;
}

export interface CaseResult {
  title: string;
  status: string;
  ok: boolean;
  iterations: number | null;
  residual: number | null;
  notes: string[];
  echo: Echo[];
  scalars: Scalar[];
  vectors: VectorResult[];
  elements: { name: string; value: number }[];
  fields: FieldSet | null;
  histories: FieldHistory[];
  solids: Solid[];
  tables: Table[];
  checks: Check[];
  evidence: Evidence[];
  animation: Animation | null;
  files: { stem: string; extension: string; text: string }[];
}

export interface ResultDocument {
  format: string;
  format_version: number;
  program_version: string;
  case_file: string;
  case_text: string;
  description: string;
  units_note: string;
  wall_seconds: number;
  status: string;
  ok: boolean;
  echo: Echo[];
  cases: CaseResult[];
  /** What the page leaves out, in a sentence; only in a report. */
  embedding_note?: string;
}

export const rowsOf = (table: Table): number => table.columns[0]?.values.shape[0] ?? 0;

export const findColumn = (table: Table, name: string): Column | undefined =>
  table.columns.find((c) => c.name === name);

export const findField = (set: FieldSet, name: string): Field | undefined =>
  set.fields.find((f) => f.name === name);

export function pageTitle(doc: ResultDocument): string {
  const only = doc.cases.length === 1 ? doc.cases[0]?.title : "";
  return only || doc.case_file || "tread result";
}
