/**
 * What the pages show, for tests and for the console of curious readers: window.tread.
 * web/README.md describes it.
 */

import type { Numbers } from "./arrays";
import { onLeave } from "./lifetime";

export interface PlotHook {
  title: string;
  element: HTMLElement;
  /** SI values of the curves that were loaded. */
  series(): { name: string; visible: boolean; x: Numbers; y: Numbers }[];
  /** What the axes show, SI. */
  view(): { x: [number, number]; y: [number, number] };
}

export interface MapHook {
  title: string;
  element: HTMLElement;
  field(): string;
  values(): Numbers;
}

export interface CrossingHook {
  element: HTMLElement;
  kind(): "3d" | "2d";
  frame(): number;
  time(): number;
  playing(): boolean;
  /** Of the deck as drawn, in scene units, and of the wheels along the track. */
  deck(): number[];
  wheels(): number[];
}

export const hooks = {
  plots: [] as PlotHook[],
  maps: [] as MapHook[],
  crossings: [] as CrossingHook[],
};

/** Tells of a figure until it is left. */
export function tell<Hook extends { element: HTMLElement }>(list: Hook[], hook: Hook): void {
  list.push(hook);
  onLeave(hook.element, () => list.splice(list.indexOf(hook), 1));
}

declare global {
  interface Window {
    tread?: typeof hooks;
  }
}
window.tread = hooks;
