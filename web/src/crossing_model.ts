/** A bridge under a train at an instant between two stored ones, and where vehicles stand on it. */

import type { ArraySource, Numbers } from "./arrays";
import type { Animation } from "./document";

export interface CrossingData {
  places: Numbers; // x along the bridge, from left to right, m
  supports: Numbers; // x, m
  vehicleOfWheel: Numbers;
  times: Numbers; // s
  deflections: Numbers; // m, downwards: frame by frame
  wheels: Numbers; // x, m: frame by frame
  still: number;
}

export interface Instant {
  time: number;
  deflections: Float64Array;
  wheels: Float64Array;
}

export interface Vehicle {
  rear: number; // x of the box's ends, m
  front: number;
  rearWheel: number; // x of the outermost wheels
  frontWheel: number;
}

export async function loadCrossing(source: ArraySource, animation: Animation): Promise<CrossingData> {
  const get = (ref: { array: string }): Promise<Numbers> => source.array(ref.array);
  const [places, supports, vehicleOfWheel, times, deflections, wheels] = await Promise.all([
    get(animation.places),
    get(animation.supports),
    get(animation.vehicle_of_wheel),
    get(animation.times),
    get(animation.deflections),
    get(animation.wheels),
  ]);
  return { places, supports, vehicleOfWheel, times, deflections, wheels, still: animation.still };
}

/** At a frame number that need not be whole. */
export function instantAt(data: CrossingData, frame: number): Instant {
  const last = data.times.length - 1;
  const at = Math.min(last, Math.max(0, frame));
  const i = Math.min(Math.max(0, last - 1), Math.floor(at));
  const next = Math.min(last, i + 1);
  const t = at - i;
  const mix = (numbers: Numbers, n: number): Float64Array =>
    Float64Array.from({ length: n }, (_, k) => (1 - t) * numbers[i * n + k]! + t * numbers[next * n + k]!);
  return {
    time: (1 - t) * data.times[i]! + t * data.times[next]!,
    deflections: mix(data.deflections, data.places.length),
    wheels: mix(data.wheels, data.vehicleOfWheel.length),
  };
}

/** The frame number, not whole, of a time. */
export function frameAt(data: CrossingData, time: number): number {
  const { times } = data;
  let i = 0;
  while (i + 1 < times.length && times[i + 1]! <= time) ++i;
  if (i + 1 >= times.length) return times.length - 1;
  return i + Math.max(0, (time - times[i]!) / (times[i + 1]! - times[i]!));
}

/** Of the rail below x: of the bridge between its points, level beside it. */
export function deflectionAt(data: CrossingData, instant: Instant, x: number): number {
  const { places } = data;
  const n = places.length;
  if (x <= places[0]! || x >= places[n - 1]!) return 0;
  let i = 1;
  while (places[i]! < x) ++i;
  const part = (x - places[i - 1]!) / (places[i]! - places[i - 1]!);
  return instant.deflections[i - 1]! + part * (instant.deflections[i]! - instant.deflections[i - 1]!);
}

export function largestDeflection(data: CrossingData): number {
  let largest = 0;
  for (let k = 0; k < data.deflections.length; ++k) largest = Math.max(largest, Math.abs(data.deflections[k]!));
  return largest;
}

export const lengthOf = (data: CrossingData): number => data.places[data.places.length - 1]! - data.places[0]!;

/** So many times as large as lengths are deflections drawn: two digits. */
export function exaggeration(data: CrossingData): number {
  const largest = largestDeflection(data);
  return largest > 0 ? Number(((0.06 * lengthOf(data)) / largest).toPrecision(2)) : 1;
}

/** A box over the wheels of each vehicle; neighbours keep a gap. */
export function vehiclesAt(data: CrossingData, instant: Instant): Vehicle[] {
  const vehicles: Vehicle[] = [];
  const { wheels } = instant;
  for (let i = 0; i < wheels.length; ) {
    let last = i;
    while (last + 1 < wheels.length && data.vehicleOfWheel[last + 1] === data.vehicleOfWheel[i]) ++last;
    const group = wheels.slice(i, last + 1);
    vehicles.push({ rear: 0, front: 0, rearWheel: Math.min(...group), frontWheel: Math.max(...group) });
    i = last + 1;
  }
  const sorted = [...vehicles].sort((a, b) => a.rearWheel - b.rearWheel);
  sorted.forEach((v, k) => {
    const before = sorted[k - 1];
    const after = sorted[k + 1];
    const room = (gap: number): number => Math.min(3, Math.max(0.9, 0.45 * gap));
    v.rear = v.rearWheel - room(before ? v.rearWheel - before.frontWheel : 4);
    v.front = v.frontWheel + room(after ? after.rearWheel - v.frontWheel : 4);
  });
  return vehicles;
}

/** How much higher a box must stand so that the rail, drawn so large, does not cut it. */
export function liftOf(data: CrossingData, instant: Instant, vehicle: Vehicle, factor: number): number {
  const rear = factor * deflectionAt(data, instant, vehicle.rearWheel);
  const front = factor * deflectionAt(data, instant, vehicle.frontWheel);
  const length = vehicle.frontWheel - vehicle.rearWheel;
  let lift = 0;
  for (let i = 0; i < data.places.length; ++i) {
    const x = data.places[i]!;
    if (x < vehicle.rear || x > vehicle.front) continue;
    const line = length > 0 ? rear + ((x - vehicle.rearWheel) / length) * (front - rear) : rear;
    lift = Math.max(lift, line - factor * instant.deflections[i]!);
  }
  return lift;
}

/** What draws an instant. */
export interface CrossingPicture {
  element: HTMLElement;
  kind: "3d" | "2d";
  draw(instant: Instant): void;
  resize(width: number): void;
  recolour(): void;
  /** Heights of the deck and places of the wheels as drawn, for tests. */
  deck(): number[];
  wheels(): number[];
  dispose(): void;
}
