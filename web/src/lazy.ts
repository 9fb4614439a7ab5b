/** Figures are made when they come into view, or all at once before the page is printed. */

import { problem } from "./dom";
import { onLeave } from "./lifetime";
import { setPaper } from "./theme";

type Render = () => Promise<void> | void;

const pending = new Map<Element, Render>();
const paperListeners = new Set<(paper: boolean) => void>();

function start(element: Element): void {
  const render = pending.get(element);
  if (!render) return;
  pending.delete(element);
  observer.unobserve(element);
  if (!element.isConnected) return;
  Promise.resolve()
    .then(render)
    .catch((error: unknown) => element.replaceChildren(problem(error)))
    .finally(() => element.classList.add("is-drawn"));
}

const observer = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) if (entry.isIntersecting) start(entry.target);
  },
  { rootMargin: "400px" },
);

export function lazily(element: HTMLElement, render: Render): HTMLElement {
  element.classList.add("lazy");
  pending.set(element, render);
  observer.observe(element);
  onLeave(element, () => {
    pending.delete(element);
    observer.unobserve(element);
  });
  return element;
}

const drawAll = (): void => [...pending.keys()].forEach(start);

/** Called with true before printing and with false after it, until the element is left. */
function onPaper(element: Element, listener: (paper: boolean) => void): void {
  paperListeners.add(listener);
  onLeave(element, () => paperListeners.delete(listener));
}

let onPaperNow = false;
let openedForPaper: HTMLDetailsElement[] = [];

function paper(now: boolean): void {
  if (now === onPaperNow) return;
  onPaperNow = now;
  if (now) {
    openedForPaper = [...document.querySelectorAll<HTMLDetailsElement>("details:not([open]):not(.screen-only)")];
    for (const details of openedForPaper) details.open = true;
    drawAll();
  } else {
    for (const details of openedForPaper) details.open = false;
  }
  setPaper(now);
  for (const listener of paperListeners) listener(now);
}

/** Width of what is printed, CSS pixels: A4 with usual margins. */
const paperWidth = 660;

export function startPrinting(): void {
  window.addEventListener("beforeprint", () => paper(true));
  window.addEventListener("afterprint", () => paper(false));
  const print = window.matchMedia("print");
  print.addEventListener("change", () => paper(print.matches));
}

/** Calls with the width of an element now, whenever it changes, and with that of paper for printing. */
export function onWidth(element: HTMLElement, resize: (width: number) => void): void {
  let last = -1;
  const set = (width: number): void => {
    const whole = Math.floor(width);
    if (whole <= 0 || whole === last) return;
    last = whole;
    resize(whole);
  };
  const observed = new ResizeObserver(() => {
    if (!onPaperNow) set(element.clientWidth);
  });
  observed.observe(element);
  onLeave(element, () => observed.disconnect());
  onPaper(element, (now) => set(now ? Math.min(paperWidth, element.clientWidth || paperWidth) : element.clientWidth));
  set(onPaperNow ? paperWidth : element.clientWidth);
}
