/** Fields of one grid: map of a chosen field, stick and slip with tractions, sections through a cell. */

import type { ArraySource, Numbers } from "./arrays";
import { choice, h } from "./dom";
import { findField, type Field, type FieldSet } from "./document";
import { FieldMap, type MapContent } from "./field_map";
import { peakOf, section, xOf, yOf } from "./grid";
import { hooks, tell } from "./hooks";
import { lazily } from "./lazy";
import { leave } from "./lifetime";
import { showPlot, type SeriesSpec } from "./plot";
import { formatSi } from "./units";
import { capitalised, nameOf } from "./words";

/** Zero where the bodies do not touch. */
const ofContactOnly = new Set(["pressure", "frictional_power_density", "friction_coefficient", "traction_bound", "traction"]);

interface Fields {
  set: FieldSet; // with the fields that are there
  leftOut: Field[]; // too large for the page
  values: Map<string, Numbers>;
  pressure: Numbers | undefined; // of a contact
}

async function loaded(source: ArraySource, set: FieldSet, noContact: boolean): Promise<Fields> {
  const answers = await Promise.allSettled(set.fields.map((f) => source.array(f.values.array)));
  const values = new Map<string, Numbers>();
  answers.forEach((answer, i) => answer.status === "fulfilled" && values.set(set.fields[i]!.name, answer.value));
  const failed = answers.find((answer) => answer.status === "rejected");
  if (values.size === 0 && failed) throw failed.reason;
  const fields = set.fields.filter((f) => values.has(f.name));
  const leftOut = set.fields.filter((f) => !values.has(f.name));
  return { set: { ...set, fields }, leftOut, values, pressure: noContact ? undefined : values.get("pressure") };
}

function contentOf(fields: Fields, field: Field): MapContent {
  return {
    label: nameOf(field),
    unit: field.unit,
    values: fields.values.get(field.name)!,
    blankZero: ofContactOnly.has(field.name),
    isState: field.name === "state",
  };
}

const at = (axis: string, value: number, cell: number): string =>
  Math.abs(value) < 1e-9 * cell ? `${axis} = 0` : `${axis} = ${formatSi(value, "m", 4)}`;

/** Curves that are read together with a field. */
function companions(fields: Fields, field: Field): Field[] {
  const groups = [["gap", "displacement"], ["traction_x", "traction_y"], ["slip_x", "slip_y"], ["displacement_x", "displacement_y"]];
  const group = groups.find((g) => g.includes(field.name)) ?? [field.name];
  return fields.set.fields.filter((f) => group.includes(f.name) && f.unit === field.unit);
}

class ContactView {
  private readonly map: FieldMap;
  private readonly sections = h("div", { class: "plots" });
  private field: Field;
  private cell: { i: number; j: number };

  constructor(
    private readonly fields: Fields,
    private readonly place: HTMLElement,
  ) {
    const { set, pressure } = fields;
    this.field = (pressure && findField(set, "pressure")) || set.fields[0]!;
    this.cell = peakOf(set.grid, pressure ?? fields.values.get(this.field.name)!);
    this.map = new FieldMap(set.grid, { xName: "x", xUnit: "m", yName: set.y_name, yUnit: "m" });
    this.map.onPick = (i, j) => {
      this.cell = { i, j };
      this.update();
    };
  }

  start(): void {
    const { set } = this.fields;
    if (set.grid.nx > 1 && set.grid.ny > 1) this.place.append(this.maps());
    else this.place.append(h("div", { class: "card" }, this.fieldChoice()));
    const { leftOut } = this.fields;
    if (leftOut.length > 0) this.place.append(h("p", { class: "caption" }, `Not in this page: ${leftOut.map(nameOf).join(", ")}.`));
    this.place.append(this.sections);
    this.map.start();
    this.update();
  }

  private fieldChoice(): HTMLElement {
    const { fields } = this.fields.set;
    return choice("Field", fields.map((f) => capitalised(nameOf(f))), fields.indexOf(this.field), (index) => {
      this.field = fields[index] ?? this.field;
      this.update();
    });
  }

  private maps(): HTMLElement {
    const notes = [
      this.fields.pressure ? "Outline: edge of the contact." : "",
      "Dashed: the sections below; a click on the map moves them, as do the arrow keys and Enter.",
      this.map.isToScale() ? "" : "The axes are not to the same scale.",
    ];
    const card = h(
      "div",
      { class: "card" },
      h("div", { class: "figure-head" }, h("h4", {}, "Map"), this.fieldChoice()),
      this.map.root,
      h("p", { class: "caption" }, notes.filter((n) => n !== "").join(" ")),
    );
    tell(hooks.maps, { title: "Map", element: card, field: () => this.field.name, values: () => this.fields.values.get(this.field.name)! });
    const pair = h("div", { class: "plots" }, card);
    const patch = this.patchCard();
    if (patch) pair.append(patch);
    return pair;
  }

  /** Where the contact sticks and slips. */
  private patchCard(): HTMLElement | null {
    const { values, set, pressure } = this.fields;
    const state = findField(set, "state");
    const [x, y] = [values.get("traction_x"), values.get("traction_y")];
    if (!state || !x || !y || !pressure) return null;
    const map = new FieldMap(set.grid, { xName: "x", xUnit: "m", yName: set.y_name, yUnit: "m" });
    const card = h(
      "div",
      { class: "card" },
      h("div", { class: "figure-head" }, h("h4", {}, "Stick and slip")),
      map.root,
      h("p", { class: "caption" }, "Arrows: tractions on the upper body."),
    );
    lazily(map.root, () => {
      map.start();
      const unit = findField(set, "traction_x")?.unit ?? "Pa";
      map.show(contentOf(this.fields, state), { outline: pressure, arrows: { x, y, unit } });
    });
    tell(hooks.maps, { title: "Stick and slip", element: card, field: () => "state", values: () => values.get("state")! });
    return card;
  }

  private update(): void {
    const { pressure } = this.fields;
    this.map.show(contentOf(this.fields, this.field), { sections: this.cell, ...(pressure ? { outline: pressure } : {}) });
    leave(this.sections);
    this.sections.replaceChildren();
    const { grid } = this.fields.set;
    for (const along of ["x", "y"] as const) {
      if ((along === "x" ? grid.nx : grid.ny) < 2) continue;
      this.addSection(along, companions(this.fields, this.field), nameOf(this.field));
      if (this.fields.values.has("traction_bound") && this.field.name === "pressure") this.addTractionSection(along);
    }
  }

  private where(along: "x" | "y"): string {
    const { grid, y_name } = this.fields.set;
    return along === "x" ? `along x at ${at(y_name, yOf(grid, this.cell.j), grid.dy)}` : `along ${y_name} at ${at("x", xOf(grid, this.cell.i), grid.dx)}`;
  }

  private series(name: string, values: Numbers, along: "x" | "y"): SeriesSpec {
    const curve = section(this.fields.set.grid, values, this.cell, along);
    return { name, load: () => Promise.resolve({ ...curve, thinned: false }) };
  }

  private add(title: string, along: "x" | "y", label: string, unit: string, series: SeriesSpec[], caption?: string): void {
    const place = h("div", { class: "card plot-card" });
    this.sections.append(place);
    const axis = along === "x" ? "x" : this.fields.set.y_name;
    const spec = {
      title: `${title}, ${this.where(along)}`,
      x: { name: axis, label: axis, unit: "m" },
      y: { name: label, label, unit, origin: "always" as const },
      series,
      ...(caption ? { caption } : {}),
    };
    lazily(place, async () => void (await showPlot(place, spec)));
  }

  private addSection(along: "x" | "y", list: Field[], label: string): void {
    const series = list.map((f) => this.series(nameOf(f), this.fields.values.get(f.name)!, along));
    this.add(capitalised(list.map(nameOf).join(" and ")), along, label, list[0]!.unit, series);
  }

  private addTractionSection(along: "x" | "y"): void {
    const { values, set } = this.fields;
    const [x, y, bound] = ["traction_x", "traction_y", "traction_bound"].map((name) => values.get(name));
    if (!x || !y || !bound) return;
    const size = Float64Array.from(x, (v: number, k: number) => Math.hypot(v, y[k]!));
    this.add(
      "Traction and its bound",
      along,
      "traction",
      findField(set, "traction_x")?.unit ?? "Pa",
      [this.series("size of the traction", size, along), this.series("what friction can hold", bound, along)],
      "Where both are one the surfaces slip.",
    );
  }
}

export function contactView(source: ArraySource, set: FieldSet, noContact: boolean): HTMLElement {
  const place = h("div", { class: "contact-view" });
  return lazily(place, async () => {
    const fields = await loaded(source, set, noContact);
    if (place.isConnected) new ContactView(fields, place).start();
  });
}
