/**
 * Numbers for people: SI values in units of handy size. The rules are those of the program's own
 * summary (src/tread/result/units.cpp), so that page and terminal show the same digits.
 */

export interface ScaledUnit {
  size: number; // of the unit in SI
  symbol: string;
}

const prefixes = [
  { exponent: -9, symbol: "n" },
  { exponent: -6, symbol: "µ" },
  { exponent: -3, symbol: "m" },
  { exponent: 0, symbol: "" },
  { exponent: 3, symbol: "k" },
  { exponent: 6, symbol: "M" },
  { exponent: 9, symbol: "G" },
] as const;
const bare = prefixes[3];

const prefixable = ["Pa", "Hz", "m", "N", "s", "J", "W", "V"];
const powers: [string, number][] = [["²", 2], ["^2", 2], ["2", 2], ["³", 3], ["^3", 3], ["3", 3]];

interface UnitParts {
  symbol: string;
  power: number;
  rest: string;
}

function takeApart(unit: string): UnitParts {
  for (const symbol of prefixable) {
    if (!unit.startsWith(symbol)) continue;
    const rest = unit.slice(symbol.length);
    if (rest !== "" && !/^[/ ^23*²³·]/.test(rest)) continue;
    for (const [text, power] of powers) {
      if (rest.startsWith(text)) return { symbol, power, rest: rest.slice(text.length) };
    }
    return { symbol, power: 1, rest };
  }
  return { symbol: "", power: 1, rest: unit };
}

/** Exact powers of ten, which Math.pow does not promise. */
const tenTo = (exponent: number): number => Number(`1e${exponent}`);

function lowerEnd(exponent: number, unit: UnitParts): number {
  const earlier = unit.power > 1 ? tenTo(-unit.power) : 1;
  const later = unit.symbol === "Pa" && exponent === 9 ? 10 : 1;
  return tenTo(exponent * unit.power) * earlier * later * (1 - 1e-6);
}

const powerSign = (power: number): string => (power === 2 ? "²" : power === 3 ? "³" : "");

/** m/s2 -> m/s², the way people write it. */
const pretty = (text: string): string => text.replace(/\^?2(?![0-9])/g, "²").replace(/\^?3(?![0-9])/g, "³");

export function scaledUnit(magnitude: number, siUnit: string): ScaledUnit {
  const unit = takeApart(siUnit);
  if (unit.symbol === "") return { size: 1, symbol: pretty(unit.rest) };
  const size = Math.abs(magnitude);
  const largest = unit.symbol === "m" || unit.symbol === "s" ? 0 : 9;
  let best: (typeof prefixes)[number] = bare;
  if (Number.isFinite(size) && size > 0) {
    best = prefixes[0];
    for (const prefix of prefixes) {
      if (size >= lowerEnd(prefix.exponent, unit) && prefix.exponent <= largest) best = prefix;
    }
    const number = size / tenTo(best.exponent * unit.power);
    if (number < 1e-3 || number >= 1e5) best = bare;
  }
  return {
    size: tenTo(best.exponent * unit.power),
    symbol: `${best.symbol}${unit.symbol}${powerSign(unit.power)}${pretty(unit.rest)}`,
  };
}

const isSpeed = (name: string, unit: string): boolean =>
  unit === "m/s" && /(^|_)speed(_|$)/.test(name) && !/slip|sliding/.test(name);

/** Like scaledUnit, but speeds of trains are told in km/h. */
export function handyUnit(name: string, magnitude: number, siUnit: string): ScaledUnit {
  return isSpeed(name, siUnit) && Math.abs(magnitude) >= 1 ? { size: 1 / 3.6, symbol: "km/h" } : scaledUnit(magnitude, siUnit);
}

/** As C's %g: so many digits, no zeros at the end, a power of ten where digits would not suffice. */
export function formatNumber(value: number | null | undefined, digits = 5): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "infinite" : "−infinite";
  if (value === 0) return "0";
  const [mantissa = "", power = "0"] = value.toExponential(digits - 1).split("e");
  const exponent = Number(power);
  const trim = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  const text =
    exponent < -4 || exponent >= digits
      ? `${trim(mantissa)}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`
      : trim(value.toFixed(Math.max(0, digits - 1 - exponent)));
  return text.replace("-", "−").replace("e−", "e-");
}

export interface Told {
  number: string;
  unit: string;
}

export function told(name: string, value: number | null, siUnit: string, digits = 5): Told {
  const unit = handyUnit(name, value ?? 0, siUnit);
  return { number: formatNumber(value === null ? null : value / unit.size, digits), unit: unit.symbol };
}

export function formatSi(value: number | null, siUnit: string, digits = 5): string {
  const { number, unit } = told("", value, siUnit, digits);
  return unit === "" ? number : `${number} ${unit}`;
}

export function formatPercent(share: number): string {
  const size = 100 * Math.abs(share);
  if (!Number.isFinite(size)) return "infinitely";
  if (size !== 0 && size < 1e-4) return "< 0.0001 %";
  return size < 9.95 ? `${formatNumber(size, 2)} %` : `${size.toFixed(0)} %`;
}
