/** Intervals of axes. */

import type { Numbers } from "./arrays";

export type Range = [number, number];

/** Of the finite numbers, or null if there are none. */
export function rangeOf(numbers: Numbers | number[]): Range | null {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < numbers.length; ++i) {
    const v = numbers[i]!;
    if (!Number.isFinite(v)) continue;
    if (v < low) low = v;
    if (v > high) high = v;
  }
  return low <= high ? [low, high] : null;
}

export function joined(ranges: (Range | null)[]): Range | null {
  let all: Range | null = null;
  for (const r of ranges) {
    if (r) all = all ? [Math.min(all[0], r[0]), Math.max(all[1], r[1])] : r;
  }
  return all;
}

/** With a share of its length added on both sides; with zero in it if that is near or asked for. */
export function roomy(range: Range, share: number, withZero = false): Range {
  let [low, high] = range;
  const near = 0.35 * (high - low);
  if (share > 0 && (withZero || low < near) && low > 0) low = 0;
  if (share > 0 && (withZero || -high < near) && high < 0) high = 0;
  if (low === high) {
    const half = low === 0 ? 1 : Math.abs(low) * 0.1;
    return [low - half, high + half];
  }
  const room = share * (high - low);
  return [low === 0 ? 0 : low - room, high === 0 ? 0 : high + room];
}

/** Both ranges widened about their middles so that a pixel is as long along x as along y. */
export function fitEqual(view: { x: Range; y: Range }, width: number, height: number): { x: Range; y: Range } {
  const dx = view.x[1] - view.x[0];
  const dy = view.y[1] - view.y[0];
  const perPixel = Math.max(dx / width, dy / height);
  const about = (r: Range, length: number): Range => {
    const middle = (r[0] + r[1]) / 2;
    return [middle - length / 2, middle + length / 2];
  };
  return { x: about(view.x, perPixel * width), y: about(view.y, perPixel * height) };
}
