/** Colour scales that keep their order in grey and for colour-blind readers. */

export type Rgb = [number, number, number];

/** Dark blue over green to yellow, and for dark ground the same. */
const rising: Rgb[] = [
  [45, 27, 94], [52, 62, 133], [43, 101, 146], [32, 136, 145], [46, 168, 128], [112, 196, 92], [188, 216, 64], [250, 230, 60],
];
/** Blue over white to orange, for values of both signs. */
const both: Rgb[] = [[12, 68, 124], [60, 130, 186], [146, 192, 222], [240, 240, 238], [246, 188, 130], [214, 112, 40], [130, 54, 8]];

function at(list: Rgb[], part: number): Rgb {
  const place = Math.min(1, Math.max(0, part)) * (list.length - 1);
  const i = Math.min(list.length - 2, Math.floor(place));
  const t = place - i;
  const [a, b] = [list[i]!, list[i + 1]!];
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])];
}

export interface ColourScale {
  low: number;
  high: number;
  colour(value: number): Rgb;
}

/** From the smallest to the largest value; about zero where both signs count. */
export function scaleFor(low: number, high: number): ColourScale {
  if (low < 0 && high > 0 && Math.min(-low, high) > 0.02 * Math.max(-low, high)) {
    const size = Math.max(-low, high);
    return { low: -size, high: size, colour: (v) => at(both, 0.5 + (0.5 * v) / size) };
  }
  const length = high - low || 1;
  return { low, high: low + length, colour: (v) => at(rising, (v - low) / length) };
}

export const css = ([r, g, b]: Rgb): string => `rgb(${Math.round(r)},${Math.round(g)},${Math.round(b)})`;

/** Adhesion and slip: told apart by colour-blind readers and in print. */
export const adhesion: Rgb = [120, 184, 228];
export const slip: Rgb = [230, 159, 0];
