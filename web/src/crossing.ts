/** The moving picture of a crossing with its controls. */

import type { ArraySource } from "./arrays";
import { SideView } from "./crossing_2d";
import { SpaceView } from "./crossing_3d";
import {
  exaggeration,
  frameAt,
  instantAt,
  largestDeflection,
  loadCrossing,
  type CrossingData,
  type CrossingPicture,
} from "./crossing_model";
import { button, choice, h } from "./dom";
import type { Animation } from "./document";
import { hooks, tell } from "./hooks";
import { lazily, onWidth } from "./lazy";
import { hasWebGl } from "./stage";
import { onTheme } from "./theme";
import { formatNumber, formatSi } from "./units";

/** Seconds on the screen for a second of the crossing. */
const speeds = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
const pleasantSeconds = 9;

class Crossing {
  readonly root: HTMLElement;
  private picture: CrossingPicture;
  private frame: number;
  private playing = false;
  private lastTick = 0;
  private speed: number;
  private width = 0;
  private readonly holder = h("div", { class: "crossing-picture" });
  private readonly caption = h("p", { class: "caption" });
  private readonly clock = h("output", { class: "clock" });
  private readonly playButton = button("Play", () => this.toggle(), { class: "button play" });
  private readonly slider: HTMLInputElement;

  constructor(private readonly data: CrossingData) {
    this.frame = data.still;
    const duration = data.times[data.times.length - 1]! - data.times[0]!;
    this.speed = speeds.reduce((best, s) => (Math.abs(Math.log((duration / s) / pleasantSeconds)) < Math.abs(Math.log((duration / best) / pleasantSeconds)) ? s : best), 1);
    this.slider = h("input", { type: "range", min: 0, max: data.times.length - 1, step: "any", value: this.frame, "aria-label": "Instant of the crossing" });
    this.slider.addEventListener("input", () => {
      this.stop();
      this.show(Number(this.slider.value));
    });
    this.picture = hasWebGl() ? this.space() : new SideView(data);
    this.root = h(
      "div",
      { class: "card crossing", tabindex: 0, role: "group", "aria-label": "The crossing. Space plays and stops, left and right arrow go by an instant." },
      h("div", { class: "figure-head" }, h("h4", {}, "Bridge and train"), this.viewChoice()),
      this.holder,
      h("div", { class: "controls" }, this.playButton, this.slider, this.clock, this.speedChoice()),
      this.caption,
    );
    this.describe();
    this.root.addEventListener("keydown", (e) => this.onKey(e));
  }

  private describe(): void {
    const largest = largestDeflection(this.data);
    const factor = largest > 0 ? ` Deflections are drawn ${formatNumber(exaggeration(this.data), 6)} times as large as lengths; the largest is ${formatSi(largest, "m", 4)}.` : "";
    const turn = this.picture.kind === "3d" ? " Drag to turn the view." : "";
    this.caption.textContent = `Shown first: the largest deflection.${factor}${turn}`;
  }

  /** Without WebGL after all: from the side. */
  private space(): CrossingPicture {
    try {
      return new SpaceView(this.data);
    } catch {
      return new SideView(this.data);
    }
  }

  start(): void {
    this.holder.append(this.picture.element);
    this.slider.value = String(this.frame);
    onWidth(this.holder, (width) => {
      this.width = width;
      this.picture.resize(width);
      this.show(this.frame);
    });
    onTheme(this.root, () => this.picture.recolour());
    tell(hooks.crossings, {
      element: this.root,
      kind: () => this.picture.kind,
      frame: () => this.frame,
      time: () => instantAt(this.data, this.frame).time,
      playing: () => this.playing,
      deck: () => this.picture.deck(),
      wheels: () => this.picture.wheels(),
    });
  }

  private viewChoice(): HTMLElement | null {
    if (!hasWebGl()) return null;
    return choice("View", ["in space", "from the side"], this.picture.kind === "3d" ? 0 : 1, (index) => {
      this.picture.dispose();
      this.picture = index === 0 ? this.space() : new SideView(this.data);
      this.holder.replaceChildren(this.picture.element);
      this.describe();
      this.picture.resize(this.width);
      this.show(this.frame);
    });
  }

  private speedChoice(): HTMLElement {
    const names = speeds.map((s) => (s === 1 ? "real time" : s < 1 ? `${formatNumber(1 / s)} × slower` : `${s} × faster`));
    return choice("Speed", names, speeds.indexOf(this.speed), (index) => (this.speed = speeds[index] ?? 1));
  }

  private show(frame: number): void {
    this.frame = Math.min(this.data.times.length - 1, Math.max(0, frame));
    this.slider.value = String(this.frame);
    const instant = instantAt(this.data, this.frame);
    this.clock.textContent = `t = ${instant.time.toFixed(this.decimals())} s`;
    this.slider.setAttribute("aria-valuetext", this.clock.textContent);
    this.picture.draw(instant);
  }

  private decimals(): number {
    const duration = this.data.times[this.data.times.length - 1]! - this.data.times[0]!;
    return duration > 20 ? 1 : duration > 2 ? 2 : 3;
  }

  private toggle(): void {
    if (this.playing) return this.stop();
    if (this.frame >= this.data.times.length - 1) this.show(0);
    this.playing = true;
    this.playButton.textContent = "Pause";
    this.lastTick = performance.now();
    requestAnimationFrame((now) => this.tick(now));
  }

  private stop(): void {
    this.playing = false;
    this.playButton.textContent = "Play";
  }

  private tick(now: number): void {
    if (!this.playing || !this.root.isConnected) return;
    const time = instantAt(this.data, this.frame).time + (Math.max(0, now - this.lastTick) / 1000) * this.speed;
    this.lastTick = now;
    this.show(frameAt(this.data, time));
    if (this.frame >= this.data.times.length - 1) return this.stop();
    requestAnimationFrame((next) => this.tick(next));
  }

  private onKey(e: KeyboardEvent): void {
    const target = e.target as HTMLElement;
    if (e.ctrlKey || e.metaKey || e.altKey || target.tagName === "SELECT") return;
    const step = (frame: number): void => {
      this.stop();
      this.show(frame);
    };
    const keys: Record<string, () => void> = {
      " ": () => this.toggle(),
      ArrowLeft: () => step(Math.ceil(this.frame) - 1),
      ArrowRight: () => step(Math.floor(this.frame) + 1),
      Home: () => step(0),
      End: () => step(this.data.times.length - 1),
    };
    const action = keys[e.key];
    if (!action || (e.key === " " && target.tagName === "BUTTON")) return;
    e.preventDefault();
    action();
  }
}

export function crossingView(source: ArraySource, animation: Animation): HTMLElement | null {
  if ((animation.times.shape[0] ?? 0) === 0 || (animation.places.shape[0] ?? 0) < 2) return null;
  const place = h("div", { class: "crossing-place" });
  return lazily(place, async () => {
    const data = await loadCrossing(source, animation);
    if (!place.isConnected) return;
    const crossing = new Crossing(data);
    place.append(crossing.root);
    crossing.start();
  });
}
