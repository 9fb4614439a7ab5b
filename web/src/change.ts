/** How much a number changed, relative to what it was: −100 to −90 is −10 %. */

import { formatNumber, formatPercent } from "./units";

export interface Change {
  text: string;
  size: number | null; // relative, without sign; null: not known
}

export function change(from: number | null, to: number | null): Change {
  if (from === null || to === null) return { text: "–", size: null };
  if (from === to) return { text: "same", size: 0 };
  if (from === 0) return { text: "was 0", size: null };
  const share = (to - from) / from;
  if (Math.abs(share) >= 10) return { text: `× ${formatNumber(to / from, 3)}`, size: Math.abs(share) };
  const told = formatPercent(share);
  const sign = told.startsWith("<") ? "" : share > 0 ? "+" : "−";
  return { text: sign + told, size: Math.abs(share) };
}
