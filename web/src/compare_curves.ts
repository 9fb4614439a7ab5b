/** Curves of several runs: those of the same picture and name over one another, drawings side by side. */

import type { ArraySource } from "./arrays";
import { choice, h, problem } from "./dom";
import type { CaseResult, Table } from "./document";
import { lazily } from "./lazy";
import { showPlot, type PlotSpec, type SeriesSpec } from "./plot";
import { plotsOf, titleOf } from "./table_plots";

export interface Side {
  name: string;
  c: CaseResult;
  source: ArraySource;
}

const plotsAtMost = 24; // so that large tables do not flood the page

/** The same picture of every run, or null if one has it not. */
function samePicture(all: PlotSpec[][], title: string): PlotSpec[] | null {
  const found = all.map((specs) => specs.find((spec) => spec.title === title));
  return found.every((spec) => spec !== undefined) ? found : null;
}

/** What is said below a picture, of each run where they differ. */
function captionOf(sides: Side[], specs: PlotSpec[]): string {
  const captions = specs.map((spec) => spec.caption ?? "");
  if (captions.every((c) => c === captions[0])) return captions[0]!;
  return captions.map((c, i) => `${sides[i]!.name}: ${c}`).join(" ");
}

/** A plot for each curve that all have, a curve for each run. */
function overlays(sides: Side[], specs: PlotSpec[]): PlotSpec[] {
  const first = specs[0]!;
  const plots: PlotSpec[] = [];
  for (const { name } of first.series) {
    const same = specs.map((spec) => spec.series.find((s) => s.name === name));
    if (!same.every((s): s is SeriesSpec => s !== undefined)) continue;
    plots.push({
      ...first,
      title: first.series.length > 1 ? `${first.title}: ${name}` : first.title,
      caption: captionOf(sides, specs),
      series: same.map((s, i) => ({ ...s, name: sides[i]!.name, shown: true })),
    });
  }
  return plots;
}

async function plotsOfTable(sides: Side[], table: Table): Promise<PlotSpec[]> {
  const tables = sides.map((s) => s.c.tables.find((t) => t.name === table.name));
  if (!tables.every((t): t is Table => t !== undefined)) return [];
  const all = await Promise.all(tables.map((t, i) => plotsOf(sides[i]!.source, t)));
  return all[0]!.flatMap(({ title, aspect }) => {
    const specs = samePicture(all, title);
    if (!specs) return [];
    if (aspect === "equal") return specs.map((spec, i) => ({ ...spec, title: `${title}, ${sides[i]!.name}` }));
    return overlays(sides, specs);
  });
}

async function fill(place: HTMLElement, sides: Side[]): Promise<void> {
  const tables = sides[0]!.c.tables;
  const found = await Promise.allSettled(tables.map((t) => plotsOfTable(sides, t)));
  if (!place.isConnected) return;
  const holder = h("div", { class: "plots" });
  const add = (spec: PlotSpec): void => {
    const card = h("div", { class: "card plot-card" });
    holder.append(lazily(card, async () => void (await showPlot(card, spec))));
  };
  const specs = found.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  specs.slice(0, plotsAtMost).forEach(add);
  place.append(holder);
  found.forEach((answer, i) => {
    if (answer.status === "rejected") place.append(problem(answer.reason, `${titleOf(tables[i]!)} cannot be shown`));
  });
  const rest = specs.slice(plotsAtMost);
  if (rest.length > 0) {
    place.append(choice("Add a curve", ["…", ...rest.map((spec) => spec.title)], 0, (i) => rest[i - 1] && add(rest[i - 1]!)));
  }
  if (place.childElementCount === 1 && specs.length === 0) place.append(h("p", { class: "soft" }, "The runs have no curves in common."));
}

export function comparedCurves(sides: Side[]): HTMLElement {
  const place = h("div");
  return lazily(place, () => fill(place, sides));
}
