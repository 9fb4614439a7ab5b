/** The page of one result: header, choice of case, sections of the chosen case. */

import type { ArraySource } from "./arrays";
import { caseSections, type Section } from "./case_page";
import { button, h } from "./dom";
import { pageTitle, type CaseResult, type ResultDocument } from "./document";
import { leave } from "./lifetime";
import { isDark, toggleTheme } from "./theme";
import { formatSi, told } from "./units";
import { capitalised, failedChecksOf, nameOf, outcomeWords, statusWords } from "./words";

const tabsAtMost = 6;
const overviewColumns = 5;

const titleOfCase = (c: CaseResult, index: number): string => `${index + 1}. ${c.title || "Untitled case"}`;

export function themeButton(): HTMLButtonElement {
  const words = (): string => (isDark() ? "Light" : "Dark");
  const self = button(words(), () => {
    toggleTheme();
    self.textContent = words();
  }, { class: "button quiet", "aria-label": "Change between light and dark" });
  return self;
}

function provenance(doc: ResultDocument): string {
  const parts = [`tread ${doc.program_version}`];
  if (doc.case_file) parts.push(doc.case_file);
  if (doc.wall_seconds > 0) parts.push(`computed in ${formatSi(doc.wall_seconds, "s", 3)}`);
  return parts.join(" · ");
}

function overallMark(doc: ResultDocument): HTMLElement {
  const failed = doc.cases.filter((c) => !c.ok).length;
  const words = outcomeWords(doc.status, doc.ok, failedChecksOf(doc));
  if (failed > 0 && doc.cases.length > 1) {
    return h("p", { class: "pill bad" }, `✗ ${failed} of ${doc.cases.length} cases did not converge or were stopped`);
  }
  return h("p", { class: `pill ${words.tone}` }, `${words.mark} ${words.head}`);
}

function header(doc: ResultDocument, extra: Node[]): HTMLElement {
  return h(
    "header",
    { class: "page-head" },
    h("div", { class: "head-line" }, h("h1", {}, pageTitle(doc)), h("div", { class: "tools" }, ...extra, themeButton())),
    h("div", { class: "head-line" }, overallMark(doc), h("p", { class: "soft provenance" }, provenance(doc))),
    doc.description ? h("p", { class: "description" }, doc.description) : null,
    doc.units_note ? h("p", { class: "soft small" }, doc.units_note) : null,
    doc.embedding_note ? h("p", { class: "soft small" }, doc.embedding_note) : null,
  );
}

class CaseChooser {
  readonly element: HTMLElement;
  private readonly select: HTMLSelectElement | null = null;
  private readonly tabs: HTMLButtonElement[] = [];
  private readonly rows: HTMLElement[] = [];

  constructor(
    private readonly doc: ResultDocument,
    private readonly open: (index: number) => void,
  ) {
    if (doc.cases.length <= tabsAtMost) {
      this.tabs = doc.cases.map((c, i) =>
        h("button", { type: "button", role: "tab", class: "tab", "aria-controls": "case", onclick: () => open(i) }, `${c.ok ? "" : "✗ "}${titleOfCase(c, i)}`),
      );
      this.element = h("div", { class: "chooser tabs", role: "tablist", "aria-label": "Cases" }, ...this.tabs);
      this.element.addEventListener("keydown", (e) => this.onKey(e));
      return;
    }
    const select = h("select", { "aria-label": "Case", onchange: () => open(select.selectedIndex) });
    doc.cases.forEach((c, i) => select.append(h("option", {}, `${c.ok ? "" : "✗ "}${titleOfCase(c, i)}`)));
    this.select = select;
    const step = (by: number): void => open(Math.min(doc.cases.length - 1, Math.max(0, select.selectedIndex + by)));
    this.element = h(
      "div",
      { class: "chooser" },
      h("div", { class: "controls" }, button("‹ Previous", () => step(-1)), select, button("Next ›", () => step(1))),
      this.overview(),
    );
  }

  get hasTabs(): boolean {
    return this.tabs.length > 0;
  }

  private onKey(e: KeyboardEvent): void {
    const by = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
    const at = this.tabs.findIndex((t) => t.getAttribute("aria-selected") === "true") + by;
    if (by === 0 || !this.tabs[at]) return;
    this.open(at);
    this.tabs[at]?.focus();
  }

  /** A row a case with the numbers that all have. */
  private overview(): HTMLElement {
    const first = this.doc.cases[0]!;
    const names = first.scalars.filter((s) => this.doc.cases.filter((c) => c.scalars.some((t) => t.name === s.name)).length > this.doc.cases.length / 2).slice(0, overviewColumns);
    const head = h("tr", {}, h("th", { scope: "col" }, "case"), h("th", { scope: "col" }, "status"), ...names.map((s) => h("th", { scope: "col", class: "number" }, nameOf(s))));
    const body = h("tbody");
    this.doc.cases.forEach((c, i) => {
      const row = h(
        "tr",
        {},
        h("td", {}, button(titleOfCase(c, i), () => this.open(i), { class: "link" })),
        h("td", {}, statusWords(c.status, c.ok).head),
        ...names.map((s) => {
          const scalar = c.scalars.find((t) => t.name === s.name);
          const { number, unit } = scalar ? told(scalar.name, scalar.value, scalar.unit, 4) : { number: "–", unit: "" };
          return h("td", { class: "number" }, `${number} ${unit}`);
        }),
      );
      this.rows.push(row);
      body.append(row);
    });
    return h("details", { class: "overview", open: true }, h("summary", {}, `${this.doc.cases.length} cases`), h("div", { class: "card scroll tall", tabindex: 0, role: "region", "aria-label": "Cases" }, h("table", {}, h("thead", {}, head), body)));
  }

  mark(index: number): void {
    if (this.select) this.select.selectedIndex = index;
    this.tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === index));
      tab.tabIndex = i === index ? 0 : -1;
    });
    this.rows.forEach((row, i) => row.classList.toggle("chosen", i === index));
  }
}

/** Links that leave the address alone: it tells which case is open. */
function outline(sections: Section[]): HTMLElement {
  const link = ({ id, title, element }: Section): HTMLElement => {
    element.tabIndex = -1; // keys go on from there
    const self = h("a", { href: `#${id}` }, title);
    self.addEventListener("click", (e) => {
      e.preventDefault();
      element.scrollIntoView();
      element.focus({ preventScroll: true });
    });
    return self;
  };
  return h("nav", { class: "outline", "aria-label": "Sections" }, ...sections.map(link));
}

export interface PageOptions {
  extra?: Node[]; // beside the title
  address?: string; // of the page, before the case
}

const caseInAddress = (): number => Number(/case-(\d+)$/.exec(location.hash)?.[1] ?? 1) - 1;

/** Fills the place with the page; the chosen case is in the address: #case-3. */
export function showPage(place: HTMLElement, doc: ResultDocument, source: ArraySource, options: PageOptions = {}): void {
  document.title = pageTitle(doc);
  const content = h("div", { class: "case", id: "case" });
  const side = h("div", { class: "side" });
  let chooser: CaseChooser | null = null;
  const open = (index: number): void => {
    const c = doc.cases[index];
    if (!c) return;
    leave();
    chooser?.mark(index);
    const sections = caseSections(doc, c, source);
    const title = doc.cases.length > 1 ? h("h2", {}, capitalised(titleOfCase(c, index))) : null;
    content.replaceChildren(...(title ? [title] : []), ...sections.map((s) => s.element));
    side.replaceChildren(outline(sections));
  };
  if (doc.cases.length > 1) {
    chooser = new CaseChooser(doc, (index) => {
      history.replaceState(null, "", `${options.address ?? "#"}case-${index + 1}`);
      open(index);
    });
    if (chooser.hasTabs) content.setAttribute("role", "tabpanel");
  }
  place.replaceChildren(
    header(doc, options.extra ?? []),
    ...(chooser ? [chooser.element] : []),
    h("div", { class: "columns" }, side, content),
    h("footer", {}, "Made from the result alone. Numbers in SI units are in result.json, result.h5 and the CSV and VTU files of the run."),
  );
  if (doc.cases.length === 0) content.append(h("p", {}, "This result has no cases."));
  open(Math.min(doc.cases.length - 1, Math.max(0, caseInAddress())));
}
