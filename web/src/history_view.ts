/** Fields over time: a frame at a time with a slider, and a map of space and time for a line. */

import type { ArraySource, Numbers } from "./arrays";
import { button, choice, h, problem } from "./dom";
import type { Field, FieldHistory } from "./document";
import { FieldMap } from "./field_map";
import { xOf } from "./grid";
import { lazily } from "./lazy";
import { showPlot } from "./plot";
import { joined, rangeOf, type Range } from "./range";
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
  private readonly map: FieldMap;
  private readonly clock = h("output", { class: "clock" });
  private readonly slider = h("input", { type: "range", min: 0, step: 1, value: 0, "aria-label": "Frame" });
  private readonly lines = h("div", { class: "plots" });
  private timer = 0;

  constructor(
    private readonly source: ArraySource,
    private readonly history: FieldHistory,
    private readonly place: HTMLElement,
  ) {
    this.field = history.fields[0]!;
    this.isLine = history.grid.ny === 1 || history.grid.nx === 1;
    this.map = new FieldMap(history.grid, { xName: "x", xUnit: "m", yName: history.y_name, yUnit: "m" });
  }

  async start(): Promise<void> {
    this.times = await this.source.array(this.history.times.array);
    this.slider.max = String(this.times.length - 1);
    this.slider.addEventListener("input", () => void this.show(Number(this.slider.value)));
    const play = button("Play", () => this.play(play));
    const head = h(
      "div",
      { class: "figure-head" },
      h("h4", {}, capitalised(this.history.title || inWords(this.history.name))),
      this.history.fields.length > 1 &&
        choice("Field", this.history.fields.map((f) => capitalised(nameOf(f))), 0, (i) => void this.choose(this.history.fields[i]!)),
    );
    const card = h("div", { class: "card" }, head, this.map.root, h("div", { class: "controls" }, play, this.slider, this.clock));
    if (this.isLine) this.map.root.hidden = true;
    this.place.append(card);
    if (this.isLine) this.place.append(this.lines);
    this.map.start();
    await this.choose(this.field);
  }

  private get cells(): number {
    return this.history.grid.nx * this.history.grid.ny;
  }

  private rows(frame: number): Promise<Numbers> {
    return this.source.rows(this.field.values.array, frame, 1, this.cells);
  }

  private async choose(field: Field): Promise<void> {
    this.field = field;
    const n = this.times.length;
    const step = Math.max(1, Math.floor(n / framesTried));
    const tried: Promise<Numbers>[] = [];
    for (let k = 0; k < n; k += step) tried.push(this.rows(k));
    this.range = joined((await Promise.all(tried)).map((values) => rangeOf(values))) ?? [0, 1];
    if (this.isLine) await this.spaceTime();
    await this.show(this.frame);
  }

  private async show(frame: number): Promise<void> {
    this.frame = Math.min(this.times.length - 1, Math.max(0, frame));
    this.slider.value = String(this.frame);
    this.clock.textContent = `${inWords(this.history.time_name)} = ${formatSi(this.times[this.frame] ?? 0, this.history.time_unit, 4)}`;
    const wanted = this.frame;
    const values = await this.rows(wanted);
    if (wanted !== this.frame) return; // the slider went on
    this.range = joined([this.range, rangeOf(values)]) ?? this.range;
    if (this.isLine) return this.showLine(values);
    this.map.show({ label: nameOf(this.field), unit: this.field.unit, values, range: this.range, blankZero: this.field.name === "pressure" }, {});
  }

  private async showLine(values: Numbers): Promise<void> {
    const { grid } = this.history;
    const x = Float64Array.from({ length: values.length }, (_, i) => xOf(grid, i));
    const place = h("div", { class: "card plot-card" });
    await showPlot(place, {
      title: `${capitalised(nameOf(this.field))} at ${this.clock.textContent ?? ""}`,
      x: { name: "x", label: "x", unit: "m" },
      y: { name: this.field.name, label: nameOf(this.field), unit: this.field.unit },
      series: [{ name: nameOf(this.field), load: () => Promise.resolve({ x, y: values, thinned: false }) }],
    });
    this.lines.replaceChildren(place);
  }

  /** All frames of a line at once. */
  private async spaceTime(): Promise<void> {
    const n = this.times.length;
    if (n < 2 || n * this.cells > largestWhole) return;
    const values = await this.source.array(this.field.values.array);
    const { grid } = this.history;
    const dt = (this.times[n - 1]! - this.times[0]!) / (n - 1);
    const plane = { nx: this.cells, ny: n, x0: grid.x0, dx: grid.nx > 1 ? grid.dx : grid.dy, y0: this.times[0]!, dy: dt };
    const map = new FieldMap(plane, { xName: "x", xUnit: "m", yName: inWords(this.history.time_name), yUnit: this.history.time_unit, stretch: true });
    map.onPick = (_, j) => void this.show(j);
    this.map.root.replaceChildren(map.root);
    this.map.root.hidden = false;
    map.start();
    map.show({ label: nameOf(this.field), unit: this.field.unit, values }, {});
  }

  private play(self: HTMLButtonElement): void {
    if (this.timer) {
      clearTimeout(this.timer);
      this.timer = 0;
      self.textContent = "Play";
      return;
    }
    self.textContent = "Pause";
    const next = (): void => {
      const last = this.frame >= this.times.length - 1;
      void this.show(last ? 0 : this.frame + 1)
        .then(() => {
          if (this.timer && this.place.isConnected) this.timer = window.setTimeout(next, 80);
        })
        .catch((error: unknown) => this.place.append(problem(error)));
    };
    this.timer = window.setTimeout(next, 0);
  }
}

export function historyView(source: ArraySource, history: FieldHistory): HTMLElement {
  const place = h("div", { class: "history-view" });
  if (history.fields.length === 0 || (history.times.shape[0] ?? 0) === 0) return place;
  return lazily(place, () => new HistoryView(source, history, place).start());
}
