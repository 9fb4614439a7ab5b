/** A three.js scene in a figure: camera, light, orbit; drawn only when something changed. */

import { AmbientLight, Color, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, Spherical, Vector3, WebGLRenderer } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { h } from "./dom";
import { onLeave } from "./lifetime";
import { colour } from "./theme";

const turnByKey = Math.PI / 24;

let answer: boolean | null = null;

/** Whether this browser draws 3D. Many office machines do not. */
export function hasWebGl(): boolean {
  if (answer === null) {
    try {
      const context = document.createElement("canvas").getContext("webgl2");
      answer = context !== null;
      context?.getExtension("WEBGL_lose_context")?.loseContext();
    } catch {
      answer = false;
    }
  }
  return answer;
}

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(28, 2, 0.1, 10_000);
  readonly element: HTMLElement;
  private readonly renderer: WebGLRenderer;
  readonly controls: OrbitControls;
  private queued = false;
  private gone = false;

  constructor(label: string) {
    this.renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    const canvas = this.renderer.domElement;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application"); // so that the keys come here and not to a screen reader
    canvas.setAttribute("aria-label", `${label}. Arrow keys turn the view, plus and minus change the distance.`);
    canvas.addEventListener("keydown", (e) => this.onKey(e));
    this.element = h("div", { class: "stage" }, canvas);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableZoom = false; // the wheel scrolls the page unless the picture was clicked
    this.controls.addEventListener("change", () => this.redraw());
    canvas.style.touchAction = "pan-y";
    canvas.addEventListener("pointerdown", () => (this.controls.enableZoom = true));
    canvas.addEventListener("pointerleave", () => (this.controls.enableZoom = false));
    const sun = new DirectionalLight(0xffffff, 1.9);
    sun.position.set(-0.5, 1, 0.8);
    this.scene.add(sun, new HemisphereLight(0xffffff, 0x8a8f98, 1.2), new AmbientLight(0xffffff, 0.35));
    this.recolour();
    onLeave(this.element, () => this.dispose());
  }

  recolour(): void {
    this.scene.background = new Color(colour("stage"));
    this.redraw();
  }

  resize(width: number, height: number): void {
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.redraw();
  }

  /** Looks at a point from a direction so that a sphere of that radius fits. */
  look(at: Vector3, from: Vector3, distance: number): void {
    this.camera.position.copy(at).addScaledVector(from.clone().normalize(), distance);
    this.camera.near = distance / 200;
    this.camera.far = distance * 20;
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(at);
    this.controls.update();
  }

  private onKey(e: KeyboardEvent): void {
    const steps: Record<string, [number, number, number]> = {
      ArrowLeft: [-turnByKey, 0, 1],
      ArrowRight: [turnByKey, 0, 1],
      ArrowUp: [0, -turnByKey, 1],
      ArrowDown: [0, turnByKey, 1],
      "+": [0, 0, 0.8],
      "=": [0, 0, 0.8],
      "-": [0, 0, 1.25],
    };
    const step = steps[e.key];
    if (!step || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    e.stopPropagation(); // figures around it use arrows as well
    const { target } = this.controls;
    const around = new Spherical().setFromVector3(this.camera.position.clone().sub(target));
    around.theta += step[0];
    around.phi += step[1];
    around.radius *= step[2];
    this.camera.position.setFromSpherical(around.makeSafe()).add(target);
    this.controls.update();
    this.redraw();
  }

  redraw(): void {
    if (this.queued) return;
    this.queued = true;
    queueMicrotask(() => {
      this.queued = false;
      if (!this.gone) this.renderer.render(this.scene, this.camera);
    });
  }

  dispose(): void {
    if (this.gone) return;
    this.gone = true;
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
}
