/** Cells of a grid: row by row along x, y upwards; x0, y0 is the middle of the first cell. */

import type { Numbers } from "./arrays";
import type { Grid } from "./document";

export const xOf = (grid: Grid, i: number): number => grid.x0 + i * grid.dx;
export const yOf = (grid: Grid, j: number): number => grid.y0 + j * grid.dy;
export const cellOf = (grid: Grid, i: number, j: number): number => j * grid.nx + i;

/** The cell with the largest value. */
export function peakOf(grid: Grid, values: Numbers): { i: number; j: number } {
  let best = 0;
  for (let k = 1; k < values.length; ++k) if (values[k]! > values[best]! || Number.isNaN(values[best]!)) best = k;
  return { i: best % grid.nx, j: Math.floor(best / grid.nx) };
}

/** Values along a row or column of cells through a cell. */
export function section(grid: Grid, values: Numbers, at: { i: number; j: number }, along: "x" | "y"): { x: Float64Array; y: Float64Array } {
  const n = along === "x" ? grid.nx : grid.ny;
  const x = Float64Array.from({ length: n }, (_, k) => (along === "x" ? xOf(grid, k) : yOf(grid, k)));
  const y = Float64Array.from({ length: n }, (_, k) => values[along === "x" ? cellOf(grid, k, at.j) : cellOf(grid, at.i, k)]!);
  return { x, y };
}

/** Edges between cells where a value is > 0 and cells where it is not: pairs of corners, counted in cells. */
export function outlineOf(grid: Grid, values: Numbers): number[] {
  const inside = (i: number, j: number): boolean =>
    i >= 0 && j >= 0 && i < grid.nx && j < grid.ny && values[cellOf(grid, i, j)]! > 0;
  const edges: number[] = [];
  for (let j = 0; j < grid.ny; ++j) {
    for (let i = 0; i < grid.nx; ++i) {
      if (!inside(i, j)) continue;
      if (!inside(i - 1, j)) edges.push(i, j, i, j + 1);
      if (!inside(i + 1, j)) edges.push(i + 1, j, i + 1, j + 1);
      if (!inside(i, j - 1)) edges.push(i, j, i + 1, j);
      if (!inside(i, j + 1)) edges.push(i, j + 1, i + 1, j + 1);
    }
  }
  return edges;
}
