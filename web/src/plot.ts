/** Curves over an axis: uPlot draws axes and takes the pointer, this file draws curves and reads values. */

import uPlot from "uplot";
import type { Curve, Numbers } from "./arrays";
import { drawBand, drawCurve, drawMarks, drawPoints } from "./curve_drawing";
import { append, button, h, problem, type Child } from "./dom";
import { hooks, tell } from "./hooks";
import { onWidth } from "./lazy";
import { leave, onLeave } from "./lifetime";
import { fitEqual, joined, rangeOf, roomy, type Range } from "./range";
import { colour, curveColour, curveDash, onTheme } from "./theme";
import { turns, type NewTurn } from "./turns";
import { formatNumber, handyUnit, type ScaledUnit } from "./units";
import { withUnit } from "./words";

export interface AxisSpec {
  name: string; // of the column: decides on handy units
  label: string;
  unit: string; // SI
  origin?: "where_near" | "always";
  /** At least so much is shown, SI. */
  atLeast?: Range;
}

export interface SeriesSpec {
  name: string;
  /** Points, between `range` of x if they are many. */
  load(range?: Range): Promise<Curve>;
  /** Upper edge of a band whose lower edge is the curve. */
  loadHigh?: () => Promise<Numbers>;
  kind?: "line" | "points";
  shown?: boolean;
}

export interface PlotSpec {
  title: string;
  caption?: string;
  x: AxisSpec;
  y: AxisSpec;
  series: SeriesSpec[];
  marks?: { at: number; name: string }[];
  aspect?: "free" | "equal";
  tools?: Child[];
  height?: number;
}

interface Loaded {
  spec: SeriesSpec;
  index: number;
  shown: boolean;
  curve: Curve | null;
  high: Numbers | null;
  part: Range | undefined; // of x, if the curve is one of many points and not whole
  failure: unknown; // why it could not be loaded, or null
  newTurn: NewTurn;
  button: HTMLButtonElement;
  value: HTMLElement;
  dot: HTMLElement;
}

const fewPoints = 60;
const dragAtLeast = 6; // pixels, else it was a click
const cursorSteps = 100; // of the cursor across the plot, by keys
const closer = 0.8;
const closerByButton = 0.6;

class Plot implements ShownPlot {
  readonly root: HTMLElement;
  private readonly host = h("div", { class: "plot-canvas" });
  private readonly heading = h("h4");
  private readonly readout = h("span", { class: "plot-readout" });
  private readonly legend = h("div", { class: "legend" });
  private readonly troubles = h("div");
  private readonly series: Loaded[];
  private xUnit: ScaledUnit = { size: 1, symbol: "" };
  private yUnit: ScaledUnit = { size: 1, symbol: "" };
  private u: uPlot | null = null;
  private full: { x: Range; y: Range } = { x: [0, 1], y: [0, 1] };
  private view: { x: Range; y: Range } | null = null; // null: everything
  private width = 0;
  private readonly resetButton = button("Reset zoom", () => this.show(null), { class: "button quiet", hidden: true });
  private readonly newTurn = turns();
  private tapped: { x: number; y: number } | null = null; // where a finger was last, SI
  private gone = false;

  constructor(private readonly spec: PlotSpec) {
    this.series = spec.series.map((s, index) => this.legendEntry(s, index));
    this.fillLegend();
    this.root = h(
      "figure",
      { class: "plot", role: "group" },
      h("div", { class: "figure-head" }, this.heading, h("div", { class: "tools" }, this.resetButton, ...this.zoomButtons(), ...(spec.tools ?? []))),
      this.host,
      this.troubles,
      this.legend,
      spec.caption ? h("figcaption", {}, spec.caption) : null,
    );
    this.host.tabIndex = 0;
    this.host.setAttribute("role", "application"); // so that the keys come here and not to a screen reader
    this.host.title = "Drag to zoom, double click resets. Ctrl and wheel zooms too, as do the keys + − and the arrows. Shift and the arrows move the cursor.";
    this.host.addEventListener("keydown", (e) => this.onKey(e));
    this.host.addEventListener("blur", () => this.u?.setCursor({ left: -10, top: -10 }));
    this.name(spec.title);
    onLeave(this.root, () => {
      this.gone = true;
      this.u?.destroy();
      this.u = null;
    });
  }

  private name(title: string): void {
    this.heading.textContent = title;
    this.root.setAttribute("aria-label", title);
    this.host.setAttribute("aria-label", `${title}. Plus, minus and arrow keys zoom and move, 0 resets. Shift with left and right arrow reads values.`);
  }

  private zoomButtons(): HTMLElement[] {
    const make = (sign: string, factor: number, label: string): HTMLElement =>
      button(sign, () => this.zoomAbout(factor, this.tapped), { class: "button quiet zoom", "aria-label": label, title: label });
    return [make("−", 1 / closerByButton, "Zoom out"), make("+", closerByButton, "Zoom in")];
  }

  async start(): Promise<void> {
    const wanted = this.series.filter((s) => s.shown);
    await Promise.all(wanted.map((s) => this.load(s)));
    if (this.gone) return;
    if (wanted.length > 0 && wanted.every((s) => !s.curve)) throw wanted[0]!.failure;
    this.chooseUnits();
    this.fit();
    this.tellFailures();
    onWidth(this.host, (width) => this.resize(width));
    onTheme(this.root, () => this.recolour());
    tell(hooks.plots, {
      title: this.spec.title,
      element: this.root,
      series: () =>
        this.series
          .filter((s) => s.curve)
          .map((s) => ({ name: s.spec.name, visible: s.shown, x: s.curve!.x, y: s.curve!.y })),
      view: () => this.view ?? this.full,
    });
  }

  async reload(title: string): Promise<void> {
    this.name(title);
    await Promise.all(this.series.filter((s) => s.shown).map((s) => this.load(s, true)));
    this.fit();
    this.redraw();
  }

  dispose(): void {
    leave(this.root);
    this.root.remove();
  }

  // ---- curves ----

  private legendEntry(spec: SeriesSpec, index: number): Loaded {
    const value = h("span", { class: "legend-value" });
    const swatch = h("span", { class: "swatch", "aria-hidden": "true" });
    const self: Loaded = {
      spec,
      index,
      shown: spec.shown ?? true,
      curve: null,
      high: null,
      part: undefined,
      failure: null,
      newTurn: turns(),
      value,
      dot: h("span", { class: "cursor-dot" }),
      button: h(
        "button",
        { type: "button", class: "legend-entry", onclick: () => void this.toggle(self) },
        swatch,
        h("span", { class: "legend-name" }, spec.name),
        value,
      ),
    };
    return self;
  }

  private fillLegend(): void {
    const many = this.series.length > 12;
    const named = this.series.filter((s) => s.spec.name !== "");
    this.series.forEach((s) => this.dress(s));
    append(
      this.legend,
      this.readout,
      h("div", { class: many ? "legend-list many" : "legend-list" }, ...named.map((s) => s.button)),
      many &&
        h(
          "div",
          { class: "legend-tools" },
          `${this.series.length} curves: `,
          button("all", () => void this.setAll(true), { class: "button quiet" }),
          button("none", () => void this.setAll(false), { class: "button quiet" }),
        ),
    );
  }

  private dress(s: Loaded): void {
    s.button.setAttribute("aria-pressed", String(s.shown));
    s.button.title = s.shown ? "Hide this curve" : "Show this curve";
    const swatch = s.button.firstElementChild as HTMLElement;
    swatch.style.borderTopColor = curveColour(s.index);
    swatch.style.borderTopStyle = s.spec.kind === "points" ? "dotted" : curveDash(s.index).length > 0 ? "dashed" : "solid";
    s.dot.style.background = curveColour(s.index);
  }

  /** Long columns are thinned for the screen: of those the part in view is asked for. */
  private async load(s: Loaded, again = false): Promise<void> {
    const isLast = s.newTurn();
    const part = this.view?.x;
    if (s.curve && !again && (!s.curve.thinned || s.part === part)) return;
    try {
      const [curve, high] = await Promise.all([s.spec.load(part), s.spec.loadHigh?.() ?? null]);
      if (!isLast()) return; // asked for again since
      Object.assign(s, { curve, high, part: curve.thinned ? part : undefined, failure: null });
    } catch (failure) {
      if (!isLast()) return;
      s.failure = failure;
      if (s.curve) return;
      s.shown = false;
      this.dress(s);
    }
  }

  private tellFailures(): void {
    const failed = this.series.filter((s) => s.failure !== null);
    const names = failed.map((s) => s.spec.name || "a curve").join(", ");
    this.troubles.replaceChildren(...(failed.length > 0 ? [problem(failed[0]!.failure, `Cannot be shown (${names})`)] : []));
  }

  private async toggle(s: Loaded): Promise<void> {
    s.shown = !s.shown;
    s.failure = null;
    this.dress(s);
    if (s.shown) await this.load(s);
    this.fit();
    this.u?.setSeries(s.index + 1, { show: s.shown });
    this.redraw();
  }

  private async setAll(shown: boolean): Promise<void> {
    for (const s of this.series) {
      s.shown = shown;
      s.failure = null;
      this.dress(s);
    }
    if (shown) await Promise.all(this.series.map((s) => this.load(s)));
    this.fit();
    this.build();
    this.tellFailures();
  }

  private visible(): Loaded[] {
    return this.series.filter((s) => s.shown && s.curve);
  }

  private chooseUnits(): void {
    const loaded = this.series.filter((s) => s.curve);
    const x = joined(loaded.map((s) => rangeOf(s.curve!.x))) ?? [0, 1];
    const y = joined([...loaded.flatMap((s) => [rangeOf(s.curve!.y), s.high ? rangeOf(s.high) : null]), this.spec.y.atLeast ?? null]) ?? [0, 1];
    const largest = (r: Range): number => Math.max(Math.abs(r[0]), Math.abs(r[1]));
    this.xUnit = handyUnit(this.spec.x.name, largest(x), this.spec.x.unit);
    this.yUnit = handyUnit(this.spec.y.name, largest(y), this.spec.y.unit);
    if (this.spec.aspect === "equal") this.yUnit = this.xUnit = largest(x) > largest(y) ? this.xUnit : this.yUnit;
  }

  /** What everything visible needs, once all of it is there. */
  private fit(): void {
    const curves = this.visible();
    if (curves.some((s) => s.part)) return;
    const equal = this.spec.aspect === "equal";
    const marks: Range | null = this.spec.marks?.length && !equal ? rangeOf(this.spec.marks.map((m) => m.at)) : null;
    const x = joined([...curves.map((s) => rangeOf(s.curve!.x)), marks]) ?? [0, 1];
    const y = joined([...curves.flatMap((s) => [rangeOf(s.curve!.y), s.high ? rangeOf(s.high) : null]), this.spec.y.atLeast ?? null]) ?? [0, 1];
    this.full = { x: roomy(x, equal ? 0.03 : 0), y: roomy(y, 0.05, this.spec.y.origin === "always") };
  }

  // ---- drawing ----

  private heightFor(width: number): number {
    if (this.spec.height) return this.spec.height;
    if (this.spec.aspect === "equal") {
      const ratio = (this.full.y[1] - this.full.y[0]) / (this.full.x[1] - this.full.x[0]);
      return Math.round(Math.min(520, Math.max(190, (width - 70) * ratio + 60)));
    }
    return width < 480 ? 240 : 290;
  }

  private resize(width: number): void {
    this.width = width;
    if (!this.u) this.build();
    else this.u.setSize({ width, height: this.heightFor(width) });
    if (this.spec.aspect === "equal") this.redraw();
  }

  private build(): void {
    this.u?.destroy();
    if (this.gone) return;
    const scaled = (numbers: Numbers, unit: ScaledUnit): number[] => {
      const r = rangeOf(numbers);
      return r ? [r[0] / unit.size, r[1] / unit.size] : [0, 1];
    };
    // uPlot needs the extent of each curve, the curves themselves are drawn below.
    const data = [null, ...this.series.map((s) => (s.curve ? [scaled(s.curve.x, this.xUnit), scaled(s.curve.y, this.yUnit)] : [[0, 1], [0, 1]]))];
    const axis = (label: string, unit: ScaledUnit): uPlot.Axis => ({
      label: withUnit(label, unit.symbol),
      labelFont: "13px system-ui, sans-serif",
      labelSize: 22,
      font: "12px system-ui, sans-serif",
      stroke: () => colour("soft"),
      grid: { stroke: () => colour("grid"), width: 1 },
      ticks: { stroke: () => colour("grid"), width: 1, size: 5 },
      values: (_u, splits) => splits.map((v) => (v === null ? "" : formatNumber(Number(v.toPrecision(12)), 7))),
    });
    const options = {
      mode: 2,
      width: this.width,
      height: this.heightFor(this.width),
      padding: [10, 14, 0, 0],
      legend: { show: false },
      scales: {
        x: { time: false, auto: false, range: () => this.shownRange("x") },
        y: { auto: false, range: () => this.shownRange("y") },
      },
      axes: [
        { ...axis(this.spec.x.label, this.xUnit), space: 70, size: 34 },
        {
          ...axis(this.spec.y.label, this.yUnit),
          space: 34,
          size: (_u: uPlot, values: string[] | null) => 18 + 6.8 * Math.max(2, ...(values ?? []).map((v) => v?.length ?? 0)),
        },
      ],
      series: [
        {},
        ...this.series.map((s) => ({
          show: s.shown,
          stroke: () => curveColour(s.index),
          points: { show: false },
          paths: (u: uPlot) => {
            this.draw(u, s);
            return null;
          },
        })),
      ],
      cursor: {
        drag: { setScale: false, x: true, y: true, uni: 14 },
        points: { show: false },
        dataIdx: () => null,
        bind: {
          dblclick: () => () => {
            this.show(null);
            return null;
          },
        },
      },
      hooks: {
        draw: [(u: uPlot) => this.drawMarkers(u)],
        setSelect: [(u: uPlot) => this.onSelect(u)],
        setCursor: [(u: uPlot) => this.onCursor(u)],
        ready: [(u: uPlot) => this.onReady(u)],
      },
    };
    this.u = new uPlot(options as unknown as uPlot.Options, data as unknown as uPlot.AlignedData, this.host);
  }

  private shownRange(key: "x" | "y"): Range {
    const view = this.view ?? this.full;
    const box = this.u?.bbox;
    const fitted = this.spec.aspect === "equal" && box && box.width > 0 ? fitEqual(view, box.width, box.height) : view;
    const unit = key === "x" ? this.xUnit : this.yUnit;
    return [fitted[key][0] / unit.size, fitted[key][1] / unit.size];
  }

  private onReady(u: uPlot): void {
    u.over.addEventListener("wheel", (e) => this.onWheel(u, e), { passive: false });
    u.over.addEventListener("mouseleave", () => this.clearReadout());
    u.over.addEventListener("pointermove", () => this.legend.setAttribute("aria-live", "off"));
    u.over.addEventListener("pointerdown", (e) => {
      if (e.pointerType === "touch") this.tapped = this.placeOf(u, e);
    });
    for (const s of this.series) u.over.append(s.dot);
    this.clearReadout();
    // Now the size of the drawing area is known.
    if (this.spec.aspect === "equal") queueMicrotask(() => this.redraw());
  }

  private redraw(): void {
    const u = this.u;
    if (!u) return;
    const x = this.shownRange("x");
    const y = this.shownRange("y");
    u.batch(() => {
      u.setScale("x", { min: x[0], max: x[1] });
      u.setScale("y", { min: y[0], max: y[1] });
    });
    u.redraw(false, true);
    this.resetButton.hidden = this.view === null;
    this.tellFailures();
  }

  private recolour(): void {
    this.series.forEach((s) => this.dress(s));
    this.u?.redraw(false, true);
  }

  private frameOf(u: uPlot): { x: (v: number) => number; y: (v: number) => number } {
    const { xUnit, yUnit } = this;
    return {
      x: (v) => u.valToPos(v / xUnit.size, "x", true),
      y: (v) => u.valToPos(v / yUnit.size, "y", true),
    };
  }

  private draw(u: uPlot, s: Loaded): void {
    if (!s.curve) return;
    const { ctx } = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
    ctx.clip();
    const style = { colour: curveColour(s.index), dash: curveDash(s.index), pixel: devicePixelRatio || 1 };
    const frame = this.frameOf(u);
    if (s.high) drawBand(ctx, frame, s.curve, s.high, style);
    else if (s.spec.kind !== "points") drawCurve(ctx, frame, s.curve, style, this.spec.aspect === "equal");
    if (s.spec.kind === "points" || (!s.high && s.curve.x.length <= fewPoints && this.spec.aspect !== "equal")) {
      drawPoints(ctx, frame, s.curve, style, s.spec.kind === "points" ? 4.5 : 2.4);
    }
    ctx.restore();
  }

  private drawMarkers(u: uPlot): void {
    if (!this.spec.marks?.length || this.spec.aspect === "equal") return;
    drawMarks(u.ctx, u.bbox, this.frameOf(u).x, this.spec.marks, colour("soft"), devicePixelRatio || 1);
  }

  // ---- pointer and keys ----

  /** Sets what the axes show, SI; null: everything. */
  private show(view: { x: Range; y: Range } | null): void {
    this.view = view;
    if (view === null) this.tapped = null;
    this.redraw();
    void this.refetch();
  }

  /** Of curves with many points the part that is now in view, once the view rests. */
  private async refetch(): Promise<void> {
    const isLast = this.newTurn();
    if (this.visible().every((s) => !s.curve!.thinned)) return;
    await new Promise((done) => setTimeout(done, 150));
    if (!isLast()) return;
    await Promise.all(this.visible().map((s) => this.load(s)));
    if (!isLast()) return;
    this.fit();
    this.redraw();
  }

  private onSelect(u: uPlot): void {
    const { left, top, width, height } = u.select;
    if (width < dragAtLeast && height < dragAtLeast) return;
    const x: Range = [u.posToVal(left, "x") * this.xUnit.size, u.posToVal(left + width, "x") * this.xUnit.size];
    const y: Range = [u.posToVal(top + height, "y") * this.yUnit.size, u.posToVal(top, "y") * this.yUnit.size];
    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.show({ x, y });
  }

  /** About a place, or the middle. */
  private zoomAbout(factor: number, place: { x: number; y: number } | null): void {
    const view = this.view ?? this.full;
    const about = (r: Range, at: number): Range => [at + (r[0] - at) * factor, at + (r[1] - at) * factor];
    const middle = (r: Range): number => (r[0] + r[1]) / 2;
    this.show({ x: about(view.x, place?.x ?? middle(view.x)), y: about(view.y, place?.y ?? middle(view.y)) });
  }

  /** Under the pointer, SI. */
  private placeOf(u: uPlot, e: MouseEvent): { x: number; y: number } {
    const box = u.over.getBoundingClientRect();
    return {
      x: u.posToVal(e.clientX - box.left, "x") * this.xUnit.size,
      y: u.posToVal(e.clientY - box.top, "y") * this.yUnit.size,
    };
  }

  private onWheel(u: uPlot, e: WheelEvent): void {
    const ready = e.ctrlKey || document.activeElement === this.host;
    if (!ready) return;
    e.preventDefault();
    this.zoomAbout(e.deltaY > 0 ? 1 / closer : closer, this.placeOf(u, e));
  }

  /** The cursor by keys; what it reads is spoken. */
  private moveCursor(by: number): void {
    const { u } = this;
    if (!u) return;
    this.legend.setAttribute("aria-live", "polite");
    const width = u.over.clientWidth;
    const now = u.cursor.left ?? -1;
    const left = now < 0 ? width / 2 : now + (by * width) / cursorSteps;
    u.setCursor({ left: Math.min(width - 1, Math.max(0, left)), top: u.over.clientHeight / 2 });
  }

  private onKey(e: KeyboardEvent): void {
    const view = this.view ?? this.full;
    const move = (r: Range, part: number): Range => [r[0] + part * (r[1] - r[0]), r[1] + part * (r[1] - r[0])];
    const keys: Record<string, () => void> = {
      "+": () => this.zoomAbout(closer, null),
      "=": () => this.zoomAbout(closer, null),
      "-": () => this.zoomAbout(1 / closer, null),
      "0": () => this.show(null),
      Home: () => this.show(null),
      ArrowLeft: () => (e.shiftKey ? this.moveCursor(-1) : this.show({ x: move(view.x, -0.1), y: view.y })),
      ArrowRight: () => (e.shiftKey ? this.moveCursor(1) : this.show({ x: move(view.x, 0.1), y: view.y })),
      ArrowUp: () => this.show({ x: view.x, y: move(view.y, 0.1) }),
      ArrowDown: () => this.show({ x: view.x, y: move(view.y, -0.1) }),
    };
    const action = keys[e.key];
    if (!action || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    action();
  }

  private clearReadout(): void {
    this.readout.textContent = "";
    for (const s of this.series) {
      s.value.textContent = "";
      s.dot.hidden = true;
    }
  }

  private onCursor(u: uPlot): void {
    const { left, top } = u.cursor;
    if (left === undefined || top === undefined || left < 0) return this.clearReadout();
    const at = u.posToVal(left, "x") * this.xUnit.size;
    const text = (value: number, unit: ScaledUnit): string => `${formatNumber(value / unit.size)}${unit.symbol ? ` ${unit.symbol}` : ""}`;
    this.readout.textContent = `${this.spec.x.label} = ${text(at, this.xUnit)}`;
    for (const s of this.series) {
      const k = s.shown && s.curve ? nearest(s.curve.x, s.curve.y, at) : -1;
      s.dot.hidden = k < 0;
      if (k < 0) {
        s.value.textContent = "";
        continue;
      }
      const y = s.curve!.y[k]!;
      s.value.textContent = s.high ? `${text(y, this.yUnit)} to ${text(s.high[k]!, this.yUnit)}` : text(y, this.yUnit);
      s.dot.style.transform = `translate(${u.valToPos(s.curve!.x[k]! / this.xUnit.size, "x")}px, ${u.valToPos(y / this.yUnit.size, "y")}px)`;
    }
  }
}

/** The point nearest in x with a number, or -1. Linear: curves need not be sorted. */
function nearest(x: Numbers, y: Numbers, at: number): number {
  let best = -1;
  let distance = Infinity;
  for (let k = 0; k < x.length; ++k) {
    const d = Math.abs(x[k]! - at);
    if (d < distance && Number.isFinite(y[k]!)) {
      distance = d;
      best = k;
    }
  }
  return best;
}

export interface ShownPlot {
  /** Asks for the curves again; axes and zoom stay. */
  reload(title: string): Promise<void>;
  dispose(): void;
}

export async function showPlot(place: HTMLElement, spec: PlotSpec): Promise<ShownPlot> {
  const plot = new Plot(spec);
  place.append(plot.root);
  // What the reader has left meanwhile is not drawn.
  if (place.isConnected) await plot.start();
  else plot.dispose();
  return plot;
}
