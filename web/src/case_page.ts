/** All about one case, section by section. */

import type { ArraySource } from "./arrays";
import { checkTable } from "./checks";
import { contactView } from "./contact_view";
import { crossingView } from "./crossing";
import { h, type Child } from "./dom";
import type { CaseResult, ResultDocument, Table } from "./document";
import { historyView } from "./history_view";
import { given, runAgain } from "./provenance";
import { solidView } from "./solid_view";
import { banner, convergence, notes, numbers } from "./summary";
import { tableCards } from "./table_view";

export interface Section {
  id: string;
  title: string;
  element: HTMLElement;
}

function section(id: string, title: string, ...children: Child[]): Section | null {
  const content = children.filter((c) => c !== null && c !== undefined && c !== false && c !== "");
  if (content.length === 0) return null;
  return { id, title, element: h("section", { id, "aria-labelledby": `${id}-title` }, h("h3", { id: `${id}-title` }, title), ...content) };
}

/** What a case is about comes first: curves that result.json holds too. */
function tables(source: ArraySource, list: Table[], home: Table["home"]): HTMLElement[] {
  return list.filter((t) => t.home === home).flatMap((t) => tableCards(source, t));
}

const contactTitle = (c: CaseResult): string => (c.fields?.fields.some((f) => f.name === "pressure") ? "Contact" : "Fields");

export function caseSections(doc: ResultDocument, c: CaseResult, source: ArraySource): Section[] {
  const echo = doc.cases.length === 1 ? [...doc.echo, ...c.echo] : c.echo;
  const list: (Section | null)[] = [
    section("summary", "Summary", banner(c), notes(c.notes), ...numbers(c)),
    section("checks", "Checks", checkTable(c.checks)),
    section("crossing", "Crossing", c.animation ? crossingView(source, c.animation) : null),
    section("contact", contactTitle(c), c.fields && c.fields.fields.length > 0 ? contactView(source, c.fields, c.status === "no_contact") : null),
    section("curves", "Curves", ...tables(source, c.tables, "file_and_json")),
    section("histories", "Over time", ...c.histories.map((history) => historyView(source, history))),
    section("solids", "Solids", ...c.solids.map((solid) => solidView(source, solid))),
    section("tables", "More curves and tables", ...tables(source, c.tables, "file")),
    section("convergence", "How it was computed", convergence(c)),
    section("given", "What was given", given(echo, doc.cases.length === 1 ? "The case as used, SI units" : "This case alone, SI units"), doc.cases.length > 1 ? given(doc.echo, "All cases") : null),
    section("again", "Run it again", runAgain(doc)),
  ];
  return list.filter((s): s is Section => s !== null);
}
