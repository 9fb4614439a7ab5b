/** A field on its grid as a coloured map with axes and colour bar; reads values under the pointer. */

import type { Numbers } from "./arrays";
import { adhesion, css, scaleFor, slip, type ColourScale, type Rgb } from "./colour_maps";
import type { Grid } from "./document";
import { h, sizeCanvas } from "./dom";
import { cellOf, outlineOf, xOf, yOf } from "./grid";
import { onWidth } from "./lazy";
import { rangeOf } from "./range";
import { colour, onTheme } from "./theme";
import { niceTicks } from "./ticks";
import { formatNumber, formatSi, scaledUnit } from "./units";

export interface MapContent {
  label: string; // what is shown: "pressure"
  unit: string;
  values: Numbers;
  /** Zero is "nothing here" and stays blank. */
  blankZero?: boolean;
  /** State 0 outside, 1 adhesion, 2 slip. */
  isState?: boolean;
  /** Of all frames, so that colours keep their meaning. */
  range?: [number, number];
}

export interface Cell {
  i: number; // along x
  j: number; // along y
}

export interface MapDecoration {
  outline?: Numbers; // a line around cells > 0
  arrows?: { x: Numbers; y: Numbers; unit: string };
  sections?: Cell;
}

export interface MapAxes {
  xName: string;
  xUnit: string;
  yName: string;
  yUnit: string;
  /** Each axis has its own scale, as in a map of space and time. */
  stretch?: boolean;
}

const longestToScale = 8;
const margin = { left: 58, right: 86, top: 10, bottom: 44 };
const arrowsAcross = 18;
const tallest = 420;

interface Layout {
  left: number;
  top: number;
  width: number;
  height: number;
}

export class FieldMap {
  readonly root: HTMLElement;
  readonly canvas = h("canvas", { role: "application", tabindex: 0 }); // keys come here and not to a screen reader
  private readonly host = h("div", { class: "map-canvas" });
  private readonly readout = h("div", { class: "map-readout", "aria-live": "off" });
  private content: MapContent | null = null;
  private decoration: MapDecoration = {};
  private layout: Layout = { left: 0, top: 0, width: 1, height: 1 };
  private width = 0;
  private cursor: Cell | null = null; // of the keys
  private readonly cells = document.createElement("canvas");
  /** Called with the cell that was clicked. */
  onPick: ((i: number, j: number) => void) | null = null;

  constructor(
    private readonly grid: Grid,
    private readonly axes: MapAxes,
  ) {
    this.host.append(this.canvas);
    this.root = h("div", { class: "map" }, this.host, this.readout);
    this.canvas.addEventListener("pointermove", (e) => this.hover(e));
    this.canvas.addEventListener("pointerleave", () => this.read(null));
    this.canvas.addEventListener("keydown", (e) => this.onKey(e));
    this.canvas.addEventListener("blur", () => this.moveCursor(null));
    this.canvas.addEventListener("click", (e) => {
      const cell = this.cellAt(e);
      if (cell) this.onPick?.(cell.i, cell.j);
    });
    onTheme(this.root, () => this.draw());
  }

  /** To be called when the root is in the page. */
  start(): void {
    onWidth(this.host, (width) => {
      this.width = width;
      this.draw();
    });
  }

  show(content: MapContent, decoration: MapDecoration): void {
    this.content = content;
    this.decoration = decoration;
    this.canvas.setAttribute("aria-label", `${this.spoken(content)}. Arrow keys read its cells${this.onPick ? ", Enter picks one" : ""}.`);
    this.paintCells();
    this.draw();
  }

  shown(): MapContent | null {
    return this.content;
  }

  isToScale(): boolean {
    const ratio = (this.grid.nx * this.grid.dx) / (this.grid.ny * this.grid.dy);
    return !this.axes.stretch && ratio <= longestToScale && ratio >= 1 / longestToScale;
  }

  private spoken(content: MapContent): string {
    const range = rangeOf(content.values);
    const text = range ? ` from ${formatSi(range[0], content.unit)} to ${formatSi(range[1], content.unit)}` : "";
    return content.isState ? "Map of stick and slip" : `Map of ${content.label}${text}`;
  }

  private scale(content: MapContent): ColourScale {
    const range = content.range ?? rangeOf(content.values) ?? [0, 1];
    return scaleFor(content.blankZero && range[0] > 0 ? 0 : range[0], range[1]);
  }

  private paintCells(): void {
    const { content, grid } = this;
    if (!content) return;
    this.cells.width = grid.nx;
    this.cells.height = grid.ny;
    const context = this.cells.getContext("2d");
    if (!context) return;
    const image = context.createImageData(grid.nx, grid.ny);
    const scale = this.scale(content);
    for (let j = 0; j < grid.ny; ++j) {
      for (let i = 0; i < grid.nx; ++i) {
        const value = content.values[cellOf(grid, i, j)]!;
        const blank = !Number.isFinite(value) || ((content.blankZero || content.isState) && value === 0);
        if (blank) continue;
        const rgb: Rgb = content.isState ? (value === 2 ? slip : adhesion) : scale.colour(value);
        const at = 4 * ((grid.ny - 1 - j) * grid.nx + i); // y upwards
        image.data[at] = rgb[0];
        image.data[at + 1] = rgb[1];
        image.data[at + 2] = rgb[2];
        image.data[at + 3] = 255;
      }
    }
    context.putImageData(image, 0, 0);
  }

  private arrange(): number {
    const { grid } = this;
    const across = Math.max(60, this.width - margin.left - margin.right);
    const ratio = (grid.ny * grid.dy) / (grid.nx * grid.dx);
    let width = across;
    let height = this.isToScale() ? across * ratio : Math.min(tallest, Math.max(140, 0.55 * across));
    if (height > tallest) {
      width = (width * tallest) / height;
      height = tallest;
    }
    this.layout = { left: margin.left, top: margin.top, width, height: Math.max(12, height) };
    return this.layout.height + margin.top + margin.bottom;
  }

  private draw(): void {
    if (!this.content || this.width <= 0) return;
    const height = this.arrange();
    const ctx = sizeCanvas(this.canvas, this.width, height);
    const { left, top, width } = this.layout;
    ctx.imageSmoothingEnabled = false;
    ctx.fillStyle = colour("map-ground");
    ctx.fillRect(left, top, width, this.layout.height);
    ctx.drawImage(this.cells, left, top, width, this.layout.height);
    if (this.decoration.outline) this.drawOutline(ctx, this.decoration.outline);
    if (this.decoration.sections) this.drawSections(ctx, this.decoration.sections);
    if (this.decoration.arrows) this.drawArrows(ctx, this.decoration.arrows);
    this.drawAxes(ctx);
    if (this.cursor) this.drawCursor(ctx, this.cursor);
    if (this.content.isState) this.drawStateKey(ctx);
    else this.drawBar(ctx, this.content);
  }

  private px(cell: number): number {
    return this.layout.left + (cell / this.grid.nx) * this.layout.width;
  }
  private py(cell: number): number {
    return this.layout.top + this.layout.height * (1 - cell / this.grid.ny);
  }

  private drawOutline(ctx: CanvasRenderingContext2D, values: Numbers): void {
    const edges = outlineOf(this.grid, values);
    ctx.beginPath();
    for (let k = 0; k < edges.length; k += 4) {
      ctx.moveTo(this.px(edges[k]!), this.py(edges[k + 1]!));
      ctx.lineTo(this.px(edges[k + 2]!), this.py(edges[k + 3]!));
    }
    ctx.strokeStyle = colour("ink");
    ctx.lineWidth = 1;
    ctx.stroke();
  }

  private drawSections(ctx: CanvasRenderingContext2D, at: Cell): void {
    const { left, top, width, height } = this.layout;
    ctx.beginPath();
    ctx.moveTo(left, this.py(at.j + 0.5));
    ctx.lineTo(left + width, this.py(at.j + 0.5));
    ctx.moveTo(this.px(at.i + 0.5), top);
    ctx.lineTo(this.px(at.i + 0.5), top + height);
    ctx.setLineDash([5, 4]);
    ctx.strokeStyle = colour("section");
    ctx.lineWidth = 1;
    ctx.stroke();
    ctx.setLineDash([]);
  }

  /** A frame around the cell, seen also where cells are tiny and on any colour. */
  private drawCursor(ctx: CanvasRenderingContext2D, { i, j }: Cell): void {
    const half = Math.max(4, (0.5 * this.layout.width) / this.grid.nx + 1);
    const [x, y] = [this.px(i + 0.5), this.py(j + 0.5)];
    for (const [stroke, line] of [["#ffffff", 4], ["#14181c", 2]] as const) {
      ctx.strokeStyle = stroke;
      ctx.lineWidth = line;
      ctx.strokeRect(x - half, y - half, 2 * half, 2 * half);
    }
  }

  /** On blocks of cells, as long as the traction is large; the tail and head about the cell's middle. */
  private drawArrows(ctx: CanvasRenderingContext2D, arrows: { x: Numbers; y: Numbers; unit: string }): void {
    const { grid } = this;
    const across = this.layout.width < 320 ? arrowsAcross - 6 : arrowsAcross;
    const step = Math.max(1, Math.round(Math.max(grid.nx, grid.ny) / across));
    let largest = 0;
    for (let k = 0; k < arrows.x.length; ++k) largest = Math.max(largest, Math.hypot(arrows.x[k]!, arrows.y[k]!));
    if (!(largest > 0)) return;
    const room = Math.min((1.7 * step * this.layout.width) / grid.nx, 30);
    ctx.strokeStyle = "#14181c";
    ctx.lineWidth = 1.2;
    ctx.beginPath();
    for (let j = Math.floor(step / 2); j < grid.ny; j += step) {
      for (let i = Math.floor(step / 2); i < grid.nx; i += step) {
        const k = cellOf(grid, i, j);
        const size = Math.hypot(arrows.x[k]!, arrows.y[k]!) / largest;
        if (!(size > 0.04)) continue;
        const dx = (arrows.x[k]! / largest) * room;
        const dy = (-arrows.y[k]! / largest) * room;
        arrow(ctx, this.px(i + 0.5) - dx / 2, this.py(j + 0.5) - dy / 2, dx, dy);
      }
    }
    ctx.stroke();
    ctx.fillStyle = colour("soft");
    ctx.font = "12px system-ui, sans-serif";
    ctx.textAlign = "left";
    const x = this.layout.left + this.layout.width + 12;
    ctx.fillText("longest:", x, this.layout.top + 76);
    ctx.fillText(formatSi(largest, arrows.unit, 3), x, this.layout.top + 92);
  }

  private drawAxes(ctx: CanvasRenderingContext2D): void {
    const { grid, axes } = this;
    const { left, top, width, height } = this.layout;
    const bottom = top + height;
    ctx.strokeStyle = colour("line-strong");
    ctx.fillStyle = colour("soft");
    ctx.lineWidth = 1;
    ctx.strokeRect(left + 0.5, top + 0.5, width - 1, height - 1);
    ctx.font = "12px system-ui, sans-serif";
    const x0 = grid.x0 - grid.dx / 2;
    const y0 = grid.y0 - grid.dy / 2;
    const x1 = x0 + grid.nx * grid.dx;
    const y1 = y0 + grid.ny * grid.dy;
    const one = scaledUnit(Math.max(Math.abs(x0), Math.abs(x1)), axes.xUnit);
    const two = this.isToScale() ? one : scaledUnit(Math.max(Math.abs(y0), Math.abs(y1)), axes.yUnit);
    ctx.textAlign = "center";
    ctx.beginPath();
    for (const tick of niceTicks(x0 / one.size, x1 / one.size, width / 60)) {
      const x = left + ((tick * one.size - x0) / (x1 - x0)) * width;
      ctx.moveTo(x, bottom);
      ctx.lineTo(x, bottom + 4);
      ctx.fillText(formatNumber(Number(tick.toPrecision(10))), x, bottom + 17);
    }
    ctx.textAlign = "right";
    for (const tick of niceTicks(y0 / two.size, y1 / two.size, Math.max(1, height / 40))) {
      const y = bottom - ((tick * two.size - y0) / (y1 - y0)) * height;
      ctx.moveTo(left - 4, y);
      ctx.lineTo(left, y);
      ctx.fillText(formatNumber(Number(tick.toPrecision(10))), left - 7, y + 4);
    }
    ctx.stroke();
    ctx.textAlign = "center";
    ctx.fillText(`${axes.xName} [${one.symbol}]`, left + width / 2, bottom + 36);
    ctx.save();
    ctx.translate(14, top + height / 2);
    ctx.rotate(-Math.PI / 2);
    ctx.fillText(`${axes.yName} [${two.symbol}]`, 0, 0);
    ctx.restore();
  }

  private drawBar(ctx: CanvasRenderingContext2D, content: MapContent): void {
    const scale = this.scale(content);
    const { top, left, width } = this.layout;
    const height = Math.max(60, this.layout.height);
    const x = left + width + 14;
    for (let k = 0; k < height; ++k) {
      ctx.fillStyle = css(scale.colour(scale.high - (k / height) * (scale.high - scale.low)));
      ctx.fillRect(x, top + k, 12, 1.5);
    }
    const unit = scaledUnit(Math.max(Math.abs(scale.low), Math.abs(scale.high)), content.unit);
    ctx.fillStyle = colour("soft");
    ctx.textAlign = "left";
    ctx.font = "12px system-ui, sans-serif";
    for (const tick of niceTicks(scale.low / unit.size, scale.high / unit.size, Math.max(2, height / 44))) {
      const y = top + height * (1 - (tick * unit.size - scale.low) / (scale.high - scale.low));
      ctx.fillText(formatNumber(Number(tick.toPrecision(10)), 4), x + 17, Math.min(top + height, Math.max(top + 10, y + 4)));
    }
    if (unit.symbol) ctx.fillText(unit.symbol, x, top + height + 17);
  }

  private drawStateKey(ctx: CanvasRenderingContext2D): void {
    const x = this.layout.left + this.layout.width + 12;
    const rows: [string, string][] = [["adhesion", css(adhesion)], ["slip", css(slip)]];
    ctx.textAlign = "left";
    ctx.font = "12px system-ui, sans-serif";
    rows.forEach(([name, fill], k) => {
      const y = this.layout.top + 4 + 20 * k;
      ctx.fillStyle = fill;
      ctx.fillRect(x, y, 12, 12);
      ctx.fillStyle = colour("soft");
      ctx.fillText(name, x + 17, y + 11);
    });
    if (this.decoration.arrows) ctx.fillText("arrows,", x, this.layout.top + 60);
  }

  private cellAt(e: MouseEvent): Cell | null {
    const box = this.canvas.getBoundingClientRect();
    const { left, top, width, height } = this.layout;
    const i = Math.floor(((e.clientX - box.left - left) / width) * this.grid.nx);
    const j = Math.floor((1 - (e.clientY - box.top - top) / height) * this.grid.ny);
    return i >= 0 && j >= 0 && i < this.grid.nx && j < this.grid.ny ? { i, j } : null;
  }

  private hover(e: PointerEvent): void {
    this.readout.setAttribute("aria-live", "off");
    this.read(this.cellAt(e));
  }

  private read(cell: Cell | null): void {
    const { content, grid, axes } = this;
    if (!cell || !content) {
      this.readout.textContent = "";
      return;
    }
    const value = content.values[cellOf(grid, cell.i, cell.j)]!;
    const told = content.isState ? (["outside", "adhesion", "slip"][value] ?? "–") : `${content.label} = ${formatSi(value, content.unit)}`;
    this.readout.textContent = `${axes.xName} = ${formatSi(xOf(grid, cell.i), axes.xUnit, 4)}, ${axes.yName} = ${formatSi(yOf(grid, cell.j), axes.yUnit, 4)}: ${told}`;
  }

  private moveCursor(cell: Cell | null): void {
    this.cursor = cell;
    this.draw();
    this.read(cell);
  }

  private onKey(e: KeyboardEvent): void {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const { grid, cursor } = this;
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[e.key];
    if (step) {
      e.preventDefault();
      this.readout.setAttribute("aria-live", "polite");
      const from = cursor ?? this.decoration.sections ?? { i: grid.nx >> 1, j: grid.ny >> 1 };
      const within = (k: number, n: number): number => Math.min(n - 1, Math.max(0, k));
      this.moveCursor({ i: within(from.i + step[0], grid.nx), j: within(from.j + step[1], grid.ny) });
    } else if (cursor && (e.key === "Enter" || e.key === " ")) {
      e.preventDefault();
      this.onPick?.(cursor.i, cursor.j);
    }
  }
}

function arrow(ctx: CanvasRenderingContext2D, x: number, y: number, dx: number, dy: number): void {
  const length = Math.hypot(dx, dy);
  const head = Math.min(5, 0.45 * length);
  const [ux, uy] = [dx / length, dy / length];
  const [tx, ty] = [x + dx, y + dy];
  ctx.moveTo(x, y);
  ctx.lineTo(tx, ty);
  ctx.moveTo(tx - head * (ux + 0.5 * uy), ty - head * (uy - 0.5 * ux));
  ctx.lineTo(tx, ty);
  ctx.lineTo(tx - head * (ux - 0.5 * uy), ty - head * (uy + 0.5 * ux));
}
