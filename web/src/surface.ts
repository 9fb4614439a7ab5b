/** The outside of a body of tetrahedra. */

import type { Numbers } from "./arrays";

/** Corners of the faces that one tetrahedron alone has; middles of edges are left out. */
export function surfaceOf(cells: Numbers, nodesPerCell: number): Uint32Array {
  const faces = new Map<string, [number, number, number] | null>();
  const sides = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]] as const;
  for (let at = 0; at + nodesPerCell <= cells.length; at += nodesPerCell) {
    for (const [a, b, c] of sides) {
      const face: [number, number, number] = [cells[at + a]!, cells[at + b]!, cells[at + c]!];
      const key = [...face].sort((p, q) => p - q).join(" ");
      faces.set(key, faces.has(key) ? null : face);
    }
  }
  return Uint32Array.from([...faces.values()].flatMap((face) => face ?? []));
}

/** One number a node to colour by: the value, the length of a vector, von Mises of a tensor xx yy zz xy yz zx. */
export function magnitudes(values: Numbers, nComponents: number): Float64Array {
  const n = Math.floor(values.length / nComponents);
  return Float64Array.from({ length: n }, (_, k) => {
    const v = (c: number): number => values[k * nComponents + c]!;
    if (nComponents === 3) return Math.hypot(v(0), v(1), v(2));
    if (nComponents !== 6) return v(0);
    const normal = (v(0) - v(1)) ** 2 + (v(1) - v(2)) ** 2 + (v(2) - v(0)) ** 2;
    return Math.sqrt(0.5 * normal + 3 * (v(3) ** 2 + v(4) ** 2 + v(5) ** 2));
  });
}
