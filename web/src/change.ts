/** How much a number changed, relative to what it was: −100 to −90 is −10 %. */

import { formatNumber, formatPercent } from "./units";

export interface Change {
  text: string;
  size: number | null; // relative, without sign; null: not known
}

/** Extremes are the values that are largest in size, with their signs: −3.21 to 3.26 is a change of 1.6 %, not of 200 %. */
export const isExtreme = (name: string): boolean => name.startsWith("max_");

export function change(name: string, from: number | null, to: number | null): Change {
  if (from === null || to === null) return { text: "–", size: null };
  if (from === to) return { text: "same", size: 0 };
  if (from === 0) return { text: "was 0", size: null };
  const bySize = isExtreme(name) && from < 0 !== to < 0;
  const share = bySize ? (Math.abs(to) - Math.abs(from)) / Math.abs(from) : (to - from) / from;
  const remark = bySize ? " in size, other sign" : "";
  if (Math.abs(share) >= 10) return { text: `× ${formatNumber(bySize ? Math.abs(to / from) : to / from, 3)}${remark}`, size: Math.abs(share) };
  const told = formatPercent(share);
  const sign = told.startsWith("<") ? "" : share > 0 ? "+" : "−";
  return { text: sign + told + remark, size: Math.abs(share) };
}
