/** The viewer: runs to choose from, the page of one, several side by side. The address tells which. */

import { fetchDocument, fetchFiles, fetchRuns, fileAddress, type Run } from "./api";
import { RemoteArrays } from "./arrays";
import { showComparison } from "./compare";
import { button, h, problem } from "./dom";
import { leave } from "./lifetime";
import { showPage, themeButton } from "./page";
import { turns } from "./turns";
import { formatNumber } from "./units";
import { outcomeWords } from "./words";

/** To an address; to the one that is open: again, for after a failure that helps. */
function go(hash: string): void {
  if (location.hash === hash) window.dispatchEvent(new Event("hashchange"));
  else location.hash = hash;
}

const backButton = (): HTMLElement => button("‹ All runs", () => go("#runs"));

function runRow(run: Run, chosen: Set<number>, onChange: () => void): HTMLElement {
  const words = outcomeWords(run.status, run.ok, run.failed_checks);
  const box = h("input", { type: "checkbox", "aria-label": `Compare ${run.name}`, disabled: run.error !== null });
  box.addEventListener("change", () => {
    if (box.checked) chosen.add(run.id);
    else chosen.delete(run.id);
    onChange();
  });
  return h(
    "tr",
    {},
    h("td", {}, box),
    h("td", {}, run.error ? run.name : h("a", { href: `#run-${run.id}` }, run.name), h("div", { class: "soft small" }, run.path)),
    h("td", {}, run.error ? h("span", { class: "verdict bad" }, "cannot be read") : h("span", { class: `verdict ${words.tone}` }, `${words.mark} ${words.head}`), run.error ? h("div", { class: "small problem" }, run.error) : ""),
  );
}

function showRuns(place: HTMLElement, runs: Run[]): void {
  document.title = "tread view";
  const chosen = new Set<number>();
  const compare = button("Compare", () => go(`#compare-${[...chosen].join(",")}`), { disabled: true });
  const onChange = (): void => {
    compare.disabled = chosen.size < 2;
    compare.textContent = chosen.size < 2 ? "Compare: choose two or more" : `Compare ${chosen.size} runs`;
  };
  onChange();
  place.replaceChildren(
    h("header", { class: "page-head" }, h("div", { class: "head-line" }, h("h1", {}, "Runs"), h("div", { class: "tools" }, compare, themeButton()))),
    runs.length === 0
      ? h("p", {}, "There are no runs here.")
      : h("div", { class: "card scroll" }, h("table", { class: "runs" }, h("thead", {}, h("tr", {}, ...["", "run", "status"].map((t) => h("th", { scope: "col" }, t)))), h("tbody", {}, ...runs.map((run) => runRow(run, chosen, onChange))))),
  );
}

async function filesOf(run: Run): Promise<HTMLElement> {
  const files = await fetchFiles(run.id);
  const size = (bytes: number): string => (bytes < 1e6 ? `${formatNumber(bytes / 1e3, 3)} kB` : `${formatNumber(bytes / 1e6, 3)} MB`);
  const rows = files.map((f) => h("tr", {}, h("td", {}, h("a", { href: fileAddress(run.id, f.name), download: f.name }, f.name)), h("td", { class: "number" }, size(f.bytes))));
  return h("details", {}, h("summary", {}, `Files of this run (${files.length})`), h("div", { class: "card" }, h("table", {}, ...rows)));
}

/** Each part waits for the server: what the reader has left meanwhile is not shown. */
async function showRun(place: HTMLElement, run: Run, isCurrent: () => boolean): Promise<void> {
  const doc = await fetchDocument(run.id);
  if (!isCurrent()) return;
  showPage(place, doc, new RemoteArrays(run.id), { extra: [backButton()], address: `#run-${run.id}/` });
  const files = await filesOf(run).catch((error: unknown) => problem(error, "The files of this run cannot be listed"));
  if (isCurrent()) place.querySelector("footer")?.before(files);
}

/** Runs of the same name are told apart by their paths. */
function namesOf(runs: Run[]): string[] {
  return runs.map((run) => (runs.some((other) => other.name === run.name && other.path !== run.path) ? run.path : run.name));
}

async function showCompared(place: HTMLElement, runs: Run[], isCurrent: () => boolean): Promise<void> {
  const docs = await Promise.all(runs.map((run) => fetchDocument(run.id)));
  if (!isCurrent()) return;
  const names = namesOf(runs);
  showComparison(
    place,
    runs.map((run, i) => ({ name: names[i]!, doc: docs[i]!, source: new RemoteArrays(run.id) })),
    backButton(),
  );
}

async function showAddress(place: HTMLElement, isCurrent: () => boolean): Promise<void> {
  leave();
  place.replaceChildren(h("p", { class: "soft" }, "Reading…"));
  try {
    const runs = await fetchRuns();
    if (!isCurrent()) return;
    const byId = (id: string): Run => {
      const found = runs.find((r) => r.id === Number(id));
      if (!found) throw new Error(`there is no run ${id}`);
      return found;
    };
    const run = /^#run-(\d+)(\/case-\d+)?$/.exec(location.hash);
    const several = /^#compare-([\d,]+)$/.exec(location.hash);
    if (run) await showRun(place, byId(run[1]!), isCurrent);
    else if (several) await showCompared(place, several[1]!.split(",").map(byId), isCurrent);
    else showRuns(place, runs);
  } catch (error) {
    if (isCurrent()) place.replaceChildren(backButton(), problem(error));
  }
}

export function startViewer(place: HTMLElement): void {
  const newTurn = turns();
  const show = (): void => void showAddress(place, newTurn());
  window.addEventListener("hashchange", show);
  show();
}
