/** The crossing seen from the side, on a plain canvas: needs no WebGL. */

import {
  deflectionAt,
  exaggeration,
  largestDeflection,
  lengthOf,
  liftOf,
  vehiclesAt,
  type CrossingData,
  type CrossingPicture,
  type Instant,
} from "./crossing_model";
import { h, sizeCanvas } from "./dom";
import { colour } from "./theme";
import { formatSi } from "./units";

const beside = 0.22; // of the length, on both sides

export class SideView implements CrossingPicture {
  readonly kind = "2d";
  readonly element: HTMLElement;
  private readonly canvas = h("canvas", { role: "img", "aria-label": "Bridge and train from the side" });
  private readonly factor: number;
  private width = 0;
  private height = 0;
  private instant: Instant | null = null;
  private drawn: { deck: number[]; wheels: number[] } = { deck: [], wheels: [] }; // pixels

  constructor(private readonly data: CrossingData) {
    this.factor = exaggeration(data);
    this.element = h("div", { class: "side-view" }, this.canvas);
  }

  private get scale(): number {
    return this.width / ((1 + 2 * beside) * lengthOf(this.data));
  }
  private x(metres: number): number {
    return (metres - this.data.places[0]! + beside * lengthOf(this.data)) * this.scale;
  }
  private get rail(): number {
    return 0.46 * this.height;
  }
  /** Pixels for a deflection in metres, downwards. */
  private y(deflection: number): number {
    return this.rail + deflection * this.factor * this.scale;
  }

  resize(width: number): void {
    this.width = width;
    this.height = Math.round(Math.min(340, Math.max(190, width * 0.34)));
    if (this.instant) this.draw(this.instant);
  }

  recolour(): void {
    if (this.instant) this.draw(this.instant);
  }

  draw(instant: Instant): void {
    this.instant = instant;
    if (this.width <= 0) return;
    const ctx = sizeCanvas(this.canvas, this.width, this.height);
    ctx.clearRect(0, 0, this.width, this.height);
    this.drawn = { deck: [], wheels: [] };
    this.drawGround(ctx);
    this.drawDeck(ctx, instant);
    this.drawTrain(ctx, instant);
    this.drawScales(ctx);
  }

  private get depth(): number {
    return Math.min(16, Math.max(6, 0.04 * lengthOf(this.data) * this.scale));
  }

  private drawGround(ctx: CanvasRenderingContext2D): void {
    const { places, supports } = this.data;
    const left = this.x(places[0]!);
    const right = this.x(places[places.length - 1]!);
    const bottom = this.rail + this.depth + 52;
    ctx.fillStyle = colour("earth");
    for (const [from, to, slope] of [[-2, left - 2, 1], [this.width + 2, right + 2, -1]] as const) {
      ctx.beginPath();
      ctx.moveTo(from, this.rail);
      ctx.lineTo(to, this.rail);
      ctx.lineTo(to, this.rail + this.depth + 18);
      ctx.lineTo(to - slope * 34, bottom);
      ctx.lineTo(from, bottom);
      ctx.closePath();
      ctx.fill();
    }
    ctx.fillStyle = colour("soft");
    for (let k = 0; k < supports.length; ++k) {
      const x = this.x(supports[k]!);
      const y = this.rail + this.depth;
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.lineTo(x - 9, y + 15);
      ctx.lineTo(x + 9, y + 15);
      ctx.closePath();
      ctx.fill();
    }
    ctx.strokeStyle = colour("grid");
    ctx.setLineDash([3, 4]);
    ctx.beginPath();
    ctx.moveTo(left, this.rail);
    ctx.lineTo(right, this.rail);
    ctx.stroke();
    ctx.setLineDash([]);
  }

  private drawDeck(ctx: CanvasRenderingContext2D, instant: Instant): void {
    const { places } = this.data;
    ctx.beginPath();
    for (let i = 0; i < places.length; ++i) ctx.lineTo(this.x(places[i]!), this.y(instant.deflections[i]!));
    for (let i = places.length - 1; i >= 0; --i) ctx.lineTo(this.x(places[i]!), this.y(instant.deflections[i]!) + this.depth);
    ctx.closePath();
    ctx.fillStyle = colour("deck");
    ctx.fill();
    ctx.beginPath();
    ctx.moveTo(0, this.rail);
    for (let i = 0; i < places.length; ++i) {
      const y = this.y(instant.deflections[i]!);
      ctx.lineTo(this.x(places[i]!), y);
      this.drawn.deck.push(y);
    }
    ctx.lineTo(this.width, this.rail);
    ctx.strokeStyle = colour("ink");
    ctx.lineWidth = 1.6;
    ctx.stroke();
  }

  private drawTrain(ctx: CanvasRenderingContext2D, instant: Instant): void {
    const radius = Math.min(8, Math.max(2.5, 0.46 * this.scale));
    const tall = Math.min(0.3 * this.height, Math.max(10, 3.2 * this.scale));
    ctx.strokeStyle = colour("train-edge");
    ctx.lineWidth = 1.2;
    for (const v of vehiclesAt(this.data, instant)) {
      if (this.x(v.front) < 0 || this.x(v.rear) > this.width) continue;
      const rear = this.y(deflectionAt(this.data, instant, v.rearWheel));
      const front = this.y(deflectionAt(this.data, instant, v.frontWheel));
      const lift = 1.5 * radius + liftOf(this.data, instant, v, this.factor) * this.scale;
      ctx.beginPath();
      ctx.moveTo(this.x(v.rear), rear - lift);
      ctx.lineTo(this.x(v.front), front - lift);
      ctx.lineTo(this.x(v.front), front - lift - tall);
      ctx.lineTo(this.x(v.rear), rear - lift - tall);
      ctx.closePath();
      ctx.fillStyle = colour("train");
      ctx.fill();
      ctx.stroke();
    }
    ctx.fillStyle = colour("wheel");
    for (const x of instant.wheels) {
      const px = this.x(x);
      this.drawn.wheels.push(px);
      if (px < -10 || px > this.width + 10) continue;
      ctx.beginPath();
      ctx.arc(px, this.y(deflectionAt(this.data, instant, x)) - radius, radius, 0, 2 * Math.PI);
      ctx.fill();
    }
  }

  /** How long the bridge is, and how much a centimetre of sag on the screen is. */
  private drawScales(ctx: CanvasRenderingContext2D): void {
    const { places } = this.data;
    const [left, right] = [this.x(places[0]!), this.x(places[places.length - 1]!)];
    const y = this.height - 12;
    ctx.strokeStyle = ctx.fillStyle = colour("soft");
    ctx.lineWidth = 1;
    ctx.font = "12px system-ui, sans-serif";
    ctx.textAlign = "center";
    ctx.beginPath();
    ctx.moveTo(left, y - 4);
    ctx.lineTo(left, y + 4);
    ctx.moveTo(left, y);
    ctx.lineTo(right, y);
    ctx.moveTo(right, y - 4);
    ctx.lineTo(right, y + 4);
    ctx.stroke();
    ctx.fillText(formatSi(lengthOf(this.data), "m", 4), (left + right) / 2, y - 6);
    const largest = largestDeflection(this.data);
    if (!(largest > 0)) return;
    const x = Math.max(54, left - 26);
    const foot = this.y(largest);
    ctx.beginPath();
    ctx.moveTo(x - 4, this.rail);
    ctx.lineTo(x + 4, this.rail);
    ctx.moveTo(x, this.rail);
    ctx.lineTo(x, foot);
    ctx.moveTo(x - 4, foot);
    ctx.lineTo(x + 4, foot);
    ctx.strokeStyle = colour("ink");
    ctx.stroke();
    ctx.fillStyle = colour("ink");
    ctx.textAlign = "right";
    ctx.fillText(formatSi(largest, "m", 3), x - 7, (this.rail + foot) / 2 + 4);
  }

  deck(): number[] {
    return this.drawn.deck;
  }
  wheels(): number[] {
    return this.drawn.wheels;
  }
  dispose(): void {}
}
