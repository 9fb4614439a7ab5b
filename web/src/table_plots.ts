/** What pictures a table makes: one per unit of its columns, and special ones for tables the program knows. */

import type { ArraySource, Numbers } from "./arrays";
import { findColumn, rowsOf, type Column, type Table } from "./document";
import type { AxisSpec, PlotSpec, SeriesSpec } from "./plot";
import { rangeOf } from "./range";
import { formatSi } from "./units";
import { capitalised, inWords, kindOf, labelOf } from "./words";

/** Of many curves only those that reach farthest are shown at once: what governs is never hidden. */
const shownAtOnce = 6;
const mostCreepCurves = 8;

const axisOf = (column: Column, label = labelOf(column)): AxisSpec => ({ name: column.name, label, unit: column.unit });

const fixed = (x: Numbers, y: Numbers) => () => Promise.resolve({ x, y, thinned: false });

function curveOf(source: ArraySource, over: Column, column: Column): SeriesSpec {
  const n = column.values.shape[0] ?? 0;
  return { name: labelOf(column), load: (range) => source.curve(over.values.array, column.values.array, n, range) };
}

export const titleOf = (table: Table): string => capitalised(table.title || inWords(table.name));

/** Of columns whose unit has no name of its own, ratios among them, the table says what they are. */
function sharedLabel(table: Table, columns: Column[]): string {
  return columns.length === 1 && columns[0] ? labelOf(columns[0]) : (kindOf(columns[0]?.unit ?? "") ?? titleOf(table));
}

/** The same series, of many only those with the largest values shown. */
async function governingShown(series: SeriesSpec[]): Promise<SeriesSpec[]> {
  if (series.length <= shownAtOnce) return series;
  const sizes = await Promise.all(
    series.map(async (s) => {
      const high = s.loadHigh ? await s.loadHigh() : [];
      const { y } = await s.load();
      return Math.max(...[rangeOf(y), rangeOf(high)].map((range) => (range ? Math.max(Math.abs(range[0]), Math.abs(range[1])) : 0)));
    }),
  );
  const order = series.map((_, i) => i).sort((a, b) => sizes[b]! - sizes[a]! || a - b);
  const shown = new Set(order.slice(0, shownAtOnce));
  return series.map((s, i) => ({ ...s, shown: shown.has(i) }));
}

/** Columns by unit, in order; positions left out. */
function byUnit(table: Table, over: Column): Map<string, Column[]> {
  const groups = new Map<string, Column[]>();
  for (const column of table.columns) {
    const position = column === over || ((column.name === "x" || column.name === "y") && over.name !== "x");
    if (position || column.values.shape[0] !== over.values.shape[0]) continue;
    groups.set(column.unit, [...(groups.get(column.unit) ?? []), column]);
  }
  return groups;
}

async function curves(table: Table, over: Column, curveFor: (column: Column) => SeriesSpec): Promise<PlotSpec[]> {
  const specs: PlotSpec[] = [];
  const groups = byUnit(table, over);
  for (const columns of groups.values()) {
    const label = sharedLabel(table, columns);
    specs.push({
      title: groups.size > 1 ? `${titleOf(table)}: ${label}` : titleOf(table),
      x: axisOf(over),
      y: { name: columns[0]!.name, label, unit: columns[0]!.unit },
      series: await governingShown(columns.map(curveFor)),
      marks: table.marks,
    });
  }
  return specs;
}

/** Stresses at a block of points: those below (x, y) where the von Mises stress is largest. */
async function overDepth(source: ArraySource, table: Table, depth: Column): Promise<PlotSpec[]> {
  const [x, y, stress] = ["x", "y", "von_mises"].map((name) => findColumn(table, name));
  if (!x || !y || !stress) return curves(table, depth, (c) => curveOf(source, depth, c));
  const of = (column: Column): Promise<Numbers> => source.array(column.values.array);
  const [xs, ys, size] = await Promise.all([of(x), of(y), of(stress)]);
  let worst = 0;
  for (let k = 1; k < size.length; ++k) if (!(size[k]! <= size[worst]!)) worst = k;
  const rows: number[] = [];
  for (let k = 0; k < xs.length; ++k) if (xs[k] === xs[worst] && ys[k] === ys[worst]) rows.push(k);
  const pick = (numbers: Numbers): Float64Array => Float64Array.from(rows, (k) => numbers[k]!);
  const below = (c: Column): SeriesSpec => ({
    name: labelOf(c),
    // whole columns: curves of many points come thinned, and rows are counted here
    load: async () => ({ x: pick(await of(depth)), y: pick(await of(c)), thinned: false }),
  });
  const caption = `Below x = ${formatSi(xs[worst]!, "m", 4)}, y = ${formatSi(ys[worst]!, "m", 4)}, where the largest von Mises stress is.`;
  return (await curves(table, depth, below)).map((spec) => ({ ...spec, caption }));
}

/** Pairs of columns, low and high. */
async function bands(source: ArraySource, table: Table): Promise<PlotSpec[]> {
  const [over, first] = table.columns;
  if (!over || !first) return [];
  const series: SeriesSpec[] = [];
  for (let i = 1; i + 1 < table.columns.length; i += 2) {
    const low = table.columns[i]!;
    const high = table.columns[i + 1]!;
    series.push({
      name: labelOf(low).replace(/ low$/, ""),
      load: async () => ({ x: await source.array(over.values.array), y: await source.array(low.values.array), thinned: false }),
      loadHigh: () => source.array(high.values.array),
    });
  }
  return [{ title: titleOf(table), x: axisOf(over), y: { name: first.name, label: kindOf(first.unit) ?? titleOf(table), unit: first.unit }, series: await governingShown(series) }];
}

/** Heights over the first column, to scale; marks lie on the first column of heights. */
async function drawing(source: ArraySource, table: Table): Promise<PlotSpec[]> {
  const [over, first] = table.columns;
  if (!over || !first) return [];
  const series: SeriesSpec[] = table.columns.slice(1).map((c) => ({
    name: labelOf(c),
    load: async () => ({ x: await source.array(over.values.array), y: await source.array(c.values.array), thinned: false }),
  }));
  if (table.marks.length > 0) {
    const [xs, ys] = await Promise.all([source.array(over.values.array), source.array(first.values.array)]);
    const heights = table.marks.map((mark) => {
      let best = 0;
      let distance = Infinity;
      for (let k = 0; k < xs.length; ++k) {
        const d = Math.abs(xs[k]! - mark.at);
        if (d < distance && Number.isFinite(ys[k]!)) [distance, best] = [d, k];
      }
      return ys[best] ?? NaN;
    });
    series.push({
      name: table.marks[0]?.name ?? "",
      kind: "points",
      load: fixed(Float64Array.from(table.marks, (m) => m.at), Float64Array.from(heights)),
    });
  }
  return [{ title: titleOf(table), x: axisOf(over), y: { name: first.name, label: "height", unit: over.unit }, series, aspect: "equal" }];
}

const historyPictures: [title: string, label: string, columns: string[]][] = [
  ["Forces on the upper body", "force", ["tangential_force_x", "tangential_force_y"]],
  ["Creepage", "creepage", ["longitudinal_creepage", "lateral_creepage"]],
  ["Spin", "spin creepage", ["spin_creepage"]],
  ["Normal force", "normal force", ["normal_force"]],
  ["Elements", "elements", ["elements_contact", "elements_adhesion", "elements_slip"]],
  ["Peak traction", "peak traction", ["peak_traction"]],
  ["Frictional power", "frictional power", ["frictional_power"]],
];

/** A prescribed value that never changes, or one that stays zero, needs no picture. */
function tellsSomething(name: string, numbers: Numbers): boolean {
  const range = rangeOf(numbers);
  if (!range) return false;
  if (name === "normal_force") return range[1] - range[0] > 1e-6 * Math.abs(range[1]);
  return range[0] !== 0 || range[1] !== 0;
}

async function rollingHistory(source: ArraySource, table: Table): Promise<PlotSpec[]> {
  const over = findColumn(table, "distance");
  if (!over) return [];
  const specs: PlotSpec[] = [];
  for (const [title, label, names] of historyPictures) {
    const columns: Column[] = [];
    for (const name of names) {
      const column = findColumn(table, name);
      if (column && tellsSomething(name, await source.array(column.values.array))) columns.push(column);
    }
    if (columns.length === 0) continue;
    specs.push({
      title,
      x: axisOf(over, "distance rolled"),
      y: { name: columns[0]!.name, label, unit: columns[0]!.unit },
      series: columns.map((c) => curveOf(source, over, c)),
    });
  }
  return specs;
}

interface CreepAxis {
  column: Column;
  values: Numbers;
  different: number[];
}

const shortName = (column: Column): string => column.name.split("_")[0] ?? column.name;

/** A force over that creepage which varies most, a curve for each pair of the others. */
function creepPicture(force: Column, forces: Numbers, [over, a, b]: [CreepAxis, CreepAxis, CreepAxis]): PlotSpec {
  const n = a.different.length * b.different.length;
  const step = Math.ceil(n / mostCreepCurves);
  const series: SeriesSpec[] = [];
  for (let k = 0; k < n; ++k) {
    const at = [a.different[k % a.different.length]!, b.different[Math.floor(k / a.different.length)]!] as const;
    const rows: number[] = [];
    for (let row = 0; row < forces.length; ++row) if (a.values[row] === at[0] && b.values[row] === at[1]) rows.push(row);
    rows.sort((r, s) => over.values[r]! - over.values[s]!);
    const names = [a, b].map((axis, i) =>
      axis.different.length < 2 ? "" : `${shortName(axis.column)} ${formatSi(at[i]!, axis.column.unit, 4)}`,
    );
    series.push({
      name: names.filter((name) => name !== "").join(", ") || inWords(force.name),
      load: fixed(Float64Array.from(rows, (r) => over.values[r]!), Float64Array.from(rows, (r) => forces[r]!)),
      shown: k % step === 0,
    });
  }
  return {
    title: `${capitalised(inWords(force.name))} over ${shortName(over.column)} creepage`,
    x: axisOf(over.column, `${shortName(over.column)} creepage`),
    y: axisOf(force),
    series,
  };
}

async function creepCurves(source: ArraySource, table: Table): Promise<PlotSpec[]> {
  const axes: CreepAxis[] = [];
  for (const name of ["longitudinal_creepage", "lateral_creepage", "spin_creepage"]) {
    const column = findColumn(table, name);
    if (!column) return [];
    const values = await source.array(column.values.array);
    axes.push({ column, values, different: [...new Set<number>(values)] });
  }
  axes.sort((a, b) => b.different.length - a.different.length);
  const specs: PlotSpec[] = [];
  for (const name of ["tangential_force_x", "tangential_force_y", "spin_moment"]) {
    const force = findColumn(table, name);
    if (!force) continue;
    const values = await source.array(force.values.array);
    if (values.some((v: number) => Math.abs(v) >= 1e-12)) specs.push(creepPicture(force, values, axes as [CreepAxis, CreepAxis, CreepAxis]));
  }
  return specs;
}

export async function plotsOf(source: ArraySource, table: Table): Promise<PlotSpec[]> {
  if (rowsOf(table) === 0) return [];
  if (table.name === "history") {
    const special = await rollingHistory(source, table);
    if (special.length > 0) return special;
  }
  if (table.name === "creep_forces") {
    const special = await creepCurves(source, table);
    if (special.length > 0) return special;
  }
  if (table.look === "drawing") return drawing(source, table);
  if (table.look === "bands") return table.columns.length < 3 ? [] : bands(source, table);
  if (table.look !== "curves" || rowsOf(table) < 2) return [];
  const depth = findColumn(table, "depth") ?? findColumn(table, "z");
  if (depth) return overDepth(source, table, depth);
  const over = table.columns[0]!;
  return curves(table, over, (c) => curveOf(source, over, c));
}
