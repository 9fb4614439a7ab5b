/** The crossing in three dimensions: deck that bends, piers, vehicles on wheels that follow the rail. */

import {
  BoxGeometry,
  BufferAttribute,
  Color,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  Vector3,
  type BufferGeometry,
} from "three";
import {
  deflectionAt,
  exaggeration,
  lengthOf,
  liftOf,
  vehiclesAt,
  type CrossingData,
  type CrossingPicture,
  type Instant,
} from "./crossing_model";
import { Stage } from "./stage";
import { colour } from "./theme";

const gauge = 1.5; // m
const wheelRadius = 0.46;
const bodyHeight = 2.9;
const bodyWidth = 2.8;
const deckWidth = 5.2;
const railHeight = 0.18;

type Colours = Record<"deck" | "earth" | "train" | "window" | "wheel" | "rail" | "pier", MeshLambertMaterial>;

export class SpaceView implements CrossingPicture {
  readonly kind = "3d";
  readonly element: HTMLElement;
  private readonly stage = new Stage("Bridge and train");
  private readonly factor: number;
  private readonly length: number;
  private readonly depth: number;
  private readonly bending: { geometry: BufferGeometry; rest: Float32Array }[] = [];
  private readonly bodies: Group[] = [];
  private readonly wheelMesh: InstancedMesh;
  private readonly paint: Colours;

  constructor(private readonly data: CrossingData) {
    this.factor = exaggeration(data);
    this.length = lengthOf(data);
    this.depth = Math.min(3, Math.max(0.6, this.length / 24));
    const make = (): MeshLambertMaterial => new MeshLambertMaterial();
    this.paint = { deck: make(), earth: make(), train: make(), window: make(), wheel: make(), rail: make(), pier: make() };
    this.element = this.stage.element;
    this.addTrack();
    this.addPiers();
    const tyre = new CylinderGeometry(wheelRadius, wheelRadius, 0.14, 20);
    tyre.rotateX(Math.PI / 2);
    this.wheelMesh = new InstancedMesh(tyre, this.paint.wheel, 2 * data.vehicleOfWheel.length);
    this.wheelMesh.frustumCulled = false;
    this.stage.scene.add(this.wheelMesh);
    this.recolour();
  }

  private get left(): number {
    return this.data.places[0]!;
  }
  private get beside(): number {
    return Math.max(0.6 * this.length, 12);
  }

  /** A bar along the bridge with a cross section at each place; y of its top relative to the rail's foot. */
  private bar(width: number, height: number, top: number, z: number, paint: MeshLambertMaterial): void {
    const { places } = this.data;
    const n = places.length - 1;
    const geometry = new BoxGeometry(1, height, width, n, 1, 1);
    const position = geometry.getAttribute("position") as BufferAttribute;
    for (let k = 0; k < position.count; ++k) {
      const i = Math.round((position.getX(k) + 0.5) * n);
      position.setXYZ(k, places[i]!, position.getY(k) + top - height / 2, position.getZ(k) + z);
    }
    this.bending.push({ geometry, rest: Float32Array.from(position.array) });
    const mesh = new Mesh(geometry, paint);
    mesh.frustumCulled = false;
    this.stage.scene.add(mesh);
  }

  private addTrack(): void {
    const { scene } = this.stage;
    this.bar(deckWidth, this.depth, 0, 0, this.paint.deck);
    for (const side of [-1, 1]) this.bar(0.12, railHeight, railHeight, (side * gauge) / 2, this.paint.rail);
    for (const [from, sign] of [[this.left, -1], [this.left + this.length, 1]] as const) {
      const middle = from + (sign * this.beside) / 2;
      const bank = new Mesh(new BoxGeometry(this.beside, this.depth + 3, deckWidth + 2.4), this.paint.earth);
      bank.position.set(middle + sign * 0.03, -(this.depth + 3) / 2 - 0.02, 0);
      scene.add(bank);
      for (const side of [-1, 1]) {
        const rail = new Mesh(new BoxGeometry(this.beside, railHeight, 0.12), this.paint.rail);
        rail.position.set(middle, railHeight / 2, (side * gauge) / 2);
        scene.add(rail);
      }
    }
  }

  private addPiers(): void {
    const { supports } = this.data;
    const right = this.left + this.length;
    const tall = Math.max(3, 0.12 * this.length);
    for (let k = 0; k < supports.length; ++k) {
      const x = supports[k]!;
      const atEnd = Math.abs(x - this.left) < 1e-6 * this.length || Math.abs(x - right) < 1e-6 * this.length;
      const thick = Math.min(1.6, Math.max(0.5, 0.03 * this.length));
      const pier = new Mesh(new BoxGeometry(thick, atEnd ? 3 : tall, deckWidth * 0.8), this.paint.pier);
      pier.position.set(x, -this.depth - (atEnd ? 1.5 : tall / 2), 0);
      this.stage.scene.add(pier);
    }
  }

  /** Boxes are made for a length once: vehicles are rigid. */
  private body(index: number, length: number): Group {
    const known = this.bodies[index];
    if (known) return known;
    const group = new Group();
    const box = new Mesh(new BoxGeometry(length, bodyHeight, bodyWidth), this.paint.train);
    const band = new Mesh(new BoxGeometry(length * 0.96, bodyHeight * 0.26, bodyWidth + 0.05), this.paint.window);
    band.position.y = bodyHeight * 0.16;
    group.add(box, band);
    this.stage.scene.add(group);
    this.bodies[index] = group;
    return group;
  }

  /** Height of the rail's head as drawn. */
  private rail(instant: Instant, x: number): number {
    return railHeight - this.factor * deflectionAt(this.data, instant, x);
  }

  draw(instant: Instant): void {
    for (const { geometry, rest } of this.bending) {
      const position = geometry.getAttribute("position") as BufferAttribute;
      for (let k = 0; k < position.count; ++k) {
        position.setY(k, rest[3 * k + 1]! - this.factor * deflectionAtPlace(this.data, instant, rest[3 * k]!));
      }
      position.needsUpdate = true;
      geometry.computeVertexNormals();
    }
    this.placeVehicles(instant);
    this.placeWheels(instant);
    this.stage.redraw();
  }

  private inSight(from: number, to: number): boolean {
    return to > this.left - this.beside && from < this.left + this.length + this.beside;
  }

  private placeVehicles(instant: Instant): void {
    vehiclesAt(this.data, instant).forEach((v, k) => {
      const group = this.body(k, v.front - v.rear);
      group.visible = this.inSight(v.rear + 1, v.front - 1);
      const [rear, front] = [this.rail(instant, v.rearWheel), this.rail(instant, v.frontWheel)];
      const wheelbase = v.frontWheel - v.rearWheel;
      const slope = wheelbase > 0 ? (front - rear) / wheelbase : 0;
      const middle = (v.rear + v.front) / 2;
      const height = rear + slope * (middle - v.rearWheel);
      group.position.set(middle, height + 1.5 * wheelRadius + bodyHeight / 2 + liftOf(this.data, instant, v, this.factor), 0);
      group.rotation.z = Math.atan(slope);
    });
  }

  private placeWheels(instant: Instant): void {
    const place = new Matrix4();
    const nothing = new Vector3();
    instant.wheels.forEach((x, k) => {
      for (const [offset, side] of [[0, -1], [1, 1]] as const) {
        place.makeTranslation(x, this.rail(instant, x) + wheelRadius, (side * gauge) / 2);
        if (!this.inSight(x, x)) place.scale(nothing);
        this.wheelMesh.setMatrixAt(2 * k + offset, place);
      }
    });
    this.wheelMesh.instanceMatrix.needsUpdate = true;
  }

  resize(width: number): void {
    const height = Math.round(Math.min(430, Math.max(230, 0.4 * width)));
    this.stage.resize(width, height);
    const { camera } = this.stage;
    const half = Math.tan((camera.fov * Math.PI) / 360) * camera.aspect;
    const distance = (0.7 * this.length + 5) / half + 0.1 * this.length;
    this.stage.look(new Vector3(this.left + this.length / 2, -0.02 * this.length, 0), new Vector3(-0.42, 0.3, 1), distance);
  }

  recolour(): void {
    const names: Record<keyof Colours, string> = {
      deck: "deck", earth: "earth", train: "train", window: "train-edge", wheel: "wheel", rail: "rail", pier: "pier",
    };
    for (const key of Object.keys(names) as (keyof Colours)[]) this.paint[key].color = new Color(colour(names[key]));
    this.stage.recolour();
  }

  /** Of the upper edges of the mesh. */
  deck(): number[] {
    const position = this.bending[0]!.geometry.getAttribute("position") as BufferAttribute;
    const heights = new Map<number, number>();
    for (let k = 0; k < position.count; ++k) {
      const x = position.getX(k);
      heights.set(x, Math.max(heights.get(x) ?? -Infinity, position.getY(k)));
    }
    return [...heights].sort(([a], [b]) => a - b).map(([, height]) => height);
  }

  /** Of the meshes on one side. */
  wheels(): number[] {
    const place = new Matrix4();
    return Array.from({ length: this.wheelMesh.count / 2 }, (_, k) => {
      this.wheelMesh.getMatrixAt(2 * k, place);
      return new Vector3().setFromMatrixPosition(place).x;
    });
  }

  dispose(): void {
    this.stage.dispose();
  }
}

/** Like deflectionAt, but the ends of the bridge move too (a deck on soft bearings). */
function deflectionAtPlace(data: CrossingData, instant: Instant, x: number): number {
  const last = data.places.length - 1;
  if (x <= data.places[0]!) return instant.deflections[0]!;
  if (x >= data.places[last]!) return instant.deflections[last]!;
  return deflectionAt(data, instant, x);
}
