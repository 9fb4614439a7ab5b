/** Fields over time: a frame at a time with a slider, and a map of space and time for a line. */

import type { ArraySource, Numbers } from "./arrays";
import { button, choice, h, trying } from "./dom";
import type { Field, FieldHistory, Grid } from "./document";
import { FieldMap, type MapAxes } from "./field_map";
import { xOf } from "./grid";
import { lazily } from "./lazy";
import { leave, onLeave } from "./lifetime";
import { showPlot, type ShownPlot } from "./plot";
import { joined, rangeOf, type Range } from "./range";
import { turns } from "./turns";
import { formatSi } from "./units";
import { capitalised, inWords, nameOf } from "./words";

/** Frames that are looked at for the range of colours. */
const framesTried = 24;
const largestWhole = 2_000_000; // values of a map of space and time that is fetched whole

class HistoryView {
  private field: Field;
  private frame = 0;
  private times: Numbers = new Float64Array(0);
  private range: Range = [0, 1];
  private readonly isLine: boolean;
  private readonly maps = h("div");
  private map: FieldMap | null = null; // of a frame
  private line: { values: Numbers; plot: Promise<ShownPlot> } | null = null; // a frame of a line
  private readonly clock = h("output", { class: "clock" });
  private readonly slider = h("input", { type: "range", min: 0, step: 1, value: 0, "aria-label": "Frame" });
  private readonly playButton = button("Play", () => this.play());
  private readonly controls = h("div", { class: "controls" }, this.playButton, this.slider, this.clock);
  private readonly lines = h("div", { class: "plots" });
  private readonly newChoice = turns();
  private readonly newFrame = turns();
  private timer = 0;

  constructor(
    private readonly source: ArraySource,
    private readonly history: FieldHistory,
    private readonly place: HTMLElement,
  ) {
    this.field = history.fields[0]!;
    this.isLine = history.grid.ny === 1 || history.grid.nx === 1;
  }

  async start(): Promise<void> {
    this.times = await this.source.array(this.history.times.array);
    if (!this.place.isConnected) return;
    this.slider.max = String(this.times.length - 1);
    this.slider.addEventListener("input", () => this.ask(() => this.show(Number(this.slider.value))));
    const head = h(
      "div",
      { class: "figure-head" },
      h("h4", {}, capitalised(this.history.title || inWords(this.history.name))),
      this.history.fields.length > 1 &&
        choice("Field", this.history.fields.map((f) => capitalised(nameOf(f))), 0, (i) => this.ask(() => this.choose(this.history.fields[i]!))),
    );
    this.place.append(h("div", { class: "card" }, head, this.maps, this.controls), this.lines);
    onLeave(this.place, () => clearTimeout(this.timer));
    await this.choose(this.field);
  }

  private ask(action: () => Promise<void>): void {
    void trying(this.controls, "Cannot be shown", action);
  }

  private get cells(): number {
    return this.history.grid.nx * this.history.grid.ny;
  }

  private rows(field: Field, frame: number): Promise<Numbers> {
    return this.source.rows(field.values.array, frame, 1, this.cells);
  }

  private async choose(field: Field): Promise<void> {
    const isLast = this.newChoice();
    const n = this.times.length;
    const step = Math.max(1, Math.floor(n / framesTried));
    const tried: Promise<Numbers>[] = [];
    for (let k = 0; k < n; k += step) tried.push(this.rows(field, k));
    const range = joined((await Promise.all(tried)).map((values) => rangeOf(values))) ?? [0, 1];
    const whole = this.isLine && n > 1 && n * this.cells <= largestWhole ? await this.source.array(field.values.array) : null;
    if (!isLast() || !this.place.isConnected) return;
    this.field = field;
    this.range = range;
    this.clear();
    if (!this.isLine) this.map = this.addMap(this.history.grid, { xName: "x", xUnit: "m", yName: this.history.y_name, yUnit: "m" });
    if (whole) this.spaceTime(whole);
    await this.show(this.frame);
  }

  private clear(): void {
    for (const holder of [this.maps, this.lines]) {
      leave(holder);
      holder.replaceChildren();
    }
    this.line = null;
  }

  private addMap(grid: Grid, axes: MapAxes): FieldMap {
    const map = new FieldMap(grid, axes);
    this.maps.append(map.root);
    map.start();
    return map;
  }

  private async show(frame: number): Promise<void> {
    const isLast = this.newFrame();
    this.frame = Math.min(this.times.length - 1, Math.max(0, frame));
    this.slider.value = String(this.frame);
    this.clock.textContent = `${inWords(this.history.time_name)} = ${formatSi(this.times[this.frame] ?? 0, this.history.time_unit, 4)}`;
    const values = await this.rows(this.field, this.frame);
    if (!isLast() || !this.place.isConnected) return; // the slider went on
    this.range = joined([this.range, rangeOf(values)]) ?? this.range;
    if (this.isLine) return this.showLine(values);
    this.map?.show({ label: nameOf(this.field), unit: this.field.unit, values, range: this.range, blankZero: this.field.name === "pressure" }, {});
  }

  /** A plot that stays from frame to frame: its axes hold all of them. */
  private async showLine(values: Numbers): Promise<void> {
    const title = `${capitalised(nameOf(this.field))} at ${this.clock.textContent ?? ""}`;
    if (this.line) {
      this.line.values = values;
      return (await this.line.plot).reload(title);
    }
    const { grid } = this.history;
    const x = Float64Array.from({ length: values.length }, (_, i) => xOf(grid, i));
    const card = h("div", { class: "card plot-card is-drawn" });
    this.lines.append(card);
    const current = (): Numbers => this.line?.values ?? values;
    const plot = showPlot(card, {
      title,
      x: { name: "x", label: "x", unit: "m" },
      y: { name: this.field.name, label: nameOf(this.field), unit: this.field.unit, atLeast: this.range },
      series: [{ name: nameOf(this.field), load: () => Promise.resolve({ x, y: current(), thinned: false }) }],
    });
    this.line = { values, plot };
    await plot;
  }

  /** All frames of a line at once. */
  private spaceTime(values: Numbers): void {
    const n = this.times.length;
    const { grid } = this.history;
    const dt = (this.times[n - 1]! - this.times[0]!) / (n - 1);
    const plane = { nx: this.cells, ny: n, x0: grid.x0, dx: grid.nx > 1 ? grid.dx : grid.dy, y0: this.times[0]!, dy: dt };
    const map = this.addMap(plane, { xName: "x", xUnit: "m", yName: inWords(this.history.time_name), yUnit: this.history.time_unit, stretch: true });
    map.onPick = (_, j) => this.ask(() => this.show(j));
    map.show({ label: nameOf(this.field), unit: this.field.unit, values }, {});
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.playButton.textContent = "Play";
  }

  private play(): void {
    if (this.timer) return this.stop();
    this.playButton.textContent = "Pause";
    const next = async (): Promise<void> => {
      const last = this.frame >= this.times.length - 1;
      try {
        await this.show(last ? 0 : this.frame + 1);
      } catch (error) {
        this.stop();
        throw error;
      }
      if (this.timer && this.place.isConnected) wait(80);
    };
    const wait = (ms: number): void => {
      this.timer = window.setTimeout(() => this.ask(next), ms);
    };
    wait(0);
  }
}

export function historyView(source: ArraySource, history: FieldHistory): HTMLElement {
  const place = h("div", { class: "history-view" });
  if (history.fields.length === 0 || (history.times.shape[0] ?? 0) === 0) return place;
  return lazily(place, () => new HistoryView(source, history, place).start());
}
