/** Round numbers between two others. */
export function niceTicks(low: number, high: number, atMost: number): number[] {
  const length = high - low;
  if (!(length > 0) || atMost < 1) return [low];
  const raw = length / atMost;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= raw * (1 - 1e-9)) ?? 10 * power;
  const ticks: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) ticks.push(k === 0 ? 0 : k * step);
  return ticks;
}
