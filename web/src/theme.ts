/** Light or dark: as the system has it until the reader chooses; paper is always light. */

import { onLeave } from "./lifetime";

const listeners = new Set<() => void>();
const dark = window.matchMedia("(prefers-color-scheme: dark)");
let chosen: "light" | "dark" | null = null;
let onPaper = false;

export const isDark = (): boolean => !onPaper && (chosen ? chosen === "dark" : dark.matches);

function apply(): void {
  document.documentElement.dataset["theme"] = isDark() ? "dark" : "light";
  for (const listener of listeners) listener();
}

/** Called when colours change, until the element is left. */
export function onTheme(element: Element, listener: () => void): void {
  listeners.add(listener);
  onLeave(element, () => listeners.delete(listener));
}

export function toggleTheme(): void {
  chosen = isDark() ? "light" : "dark";
  apply();
}

export function setPaper(paper: boolean): void {
  onPaper = paper;
  apply();
}

export function startTheme(): void {
  dark.addEventListener("change", apply);
  apply();
}

/** A colour of the style sheet. */
export const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim() || "#888";

/** For curves: told apart by colour-blind readers, on light and dark ground. */
const onLight = ["#0072b2", "#d55e00", "#009e73", "#b0578d", "#a87900", "#3a9bd6", "#6b4fa0", "#5f6770"];
const onDark = ["#56b4e9", "#f08a4b", "#35c79a", "#e29ac4", "#e6b62e", "#9ad4f5", "#b29ae0", "#aab2bb"];
export const curveColour = (index: number): string => {
  const list = isDark() ? onDark : onLight;
  return list[index % list.length] ?? "#888";
};
/** Curves beyond the colours are dashed. */
export const curveDash = (index: number): number[] => [[], [7, 4], [2, 3], [9, 3, 2, 3]][Math.floor(index / onLight.length) % 4] ?? [];
