/** The surface of a solid body, coloured by a field; to be turned about. */

import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, MeshLambertMaterial, Vector3 } from "three";
import type { ArraySource } from "./arrays";
import { css, scaleFor } from "./colour_maps";
import { choice, h, trying } from "./dom";
import type { Solid, SolidField } from "./document";
import { lazily, onWidth } from "./lazy";
import { rangeOf } from "./range";
import { hasWebGl, Stage } from "./stage";
import { magnitudes, surfaceOf } from "./surface";
import { onTheme } from "./theme";
import { turns } from "./turns";
import { formatSi } from "./units";
import { capitalised, inWords, nameOf } from "./words";

const labelOf = (field: SolidField): string =>
  capitalised(nameOf(field)) + (field.n_components === 3 ? ", size" : field.n_components === 6 ? ", von Mises" : "");

function bar(low: number, high: number, unit: string): HTMLElement {
  const scale = scaleFor(low, high);
  const stops = Array.from({ length: 9 }, (_, k) => css(scale.colour(scale.low + (k / 8) * (scale.high - scale.low))));
  return h(
    "div",
    { class: "bar" },
    h("span", {}, formatSi(scale.low, unit, 4)),
    h("span", { class: "bar-colours", style: `background:linear-gradient(to right,${stops.join(",")})` }),
    h("span", {}, formatSi(scale.high, unit, 4)),
  );
}

/** Without 3D at least the numbers. */
async function ranges(source: ArraySource, solid: Solid): Promise<HTMLElement> {
  const rows = await Promise.all(
    solid.fields.map(async (field) => {
      const range = rangeOf(magnitudes(await source.array(field.values.array), field.n_components));
      return h("tr", {}, h("td", {}, labelOf(field)), ...[0, 1].map((k) => h("td", { class: "number" }, range ? formatSi(range[k]!, field.unit) : "–")));
    }),
  );
  const head = h("tr", {}, h("th", {}, "field"), h("th", { class: "number" }, "smallest"), h("th", { class: "number" }, "largest"));
  return h("div", {}, h("p", { class: "caption" }, `This browser draws nothing in space (no WebGL). ${solid.name}.vtu opens in ParaView.`), h("table", {}, head, ...rows));
}

async function fill(place: HTMLElement, source: ArraySource, solid: Solid): Promise<void> {
  const title = h("h4", {}, capitalised(solid.title || inWords(solid.name)));
  if (!hasWebGl()) return place.append(title, await ranges(source, solid));
  const [points, cells] = await Promise.all([source.array(solid.points.array), source.array(solid.cells.array)]);
  if (!place.isConnected) return;
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(points), 3));
  geometry.setIndex(new BufferAttribute(surfaceOf(cells, solid.nodes_per_cell), 1));
  geometry.computeVertexNormals();
  geometry.computeBoundingSphere();
  const stage = new Stage(solid.title || solid.name);
  stage.scene.add(new Mesh(geometry, new MeshLambertMaterial({ vertexColors: solid.fields.length > 0, side: DoubleSide })));
  const legend = h("div", { class: "bar-holder" });
  const newTurn = turns();
  const paint = async (field: SolidField): Promise<void> => {
    const isLast = newTurn();
    const values = magnitudes(await source.array(field.values.array), field.n_components);
    if (!isLast()) return;
    const [low, high] = rangeOf(values) ?? [0, 1];
    const scale = scaleFor(low, high);
    const colours = new Float32Array(3 * values.length);
    values.forEach((v, k) => {
      // three.js takes linear light, the scale is made for the screen
      scale.colour(v).forEach((c, i) => (colours[3 * k + i] = (c / 255) ** 2.2));
    });
    geometry.setAttribute("color", new BufferAttribute(colours, 3));
    legend.replaceChildren(bar(low, high, field.unit));
    stage.redraw();
  };
  const show = (field: SolidField): Promise<void> => trying(legend, "Cannot be shown", () => paint(field));
  const chooser = solid.fields.length > 1 ? choice("Field", solid.fields.map(labelOf), 0, (i) => void show(solid.fields[i]!)) : null;
  place.append(h("div", { class: "figure-head" }, title, chooser ?? ""), stage.element, legend, h("p", { class: "caption" }, `Surface of ${cells.length / solid.nodes_per_cell} tetrahedra; drag to turn. ${solid.name}.vtu has all of it.`));
  if (solid.fields[0]) await show(solid.fields[0]);
  if (!place.isConnected) return;
  const sphere = geometry.boundingSphere;
  onWidth(stage.element, (width) => {
    stage.resize(width, Math.min(460, Math.round(0.55 * width)));
    stage.look(sphere?.center ?? new Vector3(), new Vector3(-0.6, 0.5, 1), 2.9 * (sphere?.radius ?? 1));
  });
  onTheme(stage.element, () => stage.recolour());
}

export function solidView(source: ArraySource, solid: Solid): HTMLElement {
  const place = h("div", { class: "card" });
  return lazily(place, () => fill(place, source, solid));
}
