/** Names of results as people write them. */

import type { Column, Field, ResultDocument } from "./document";

export const inWords = (name: string): string => name.replaceAll("_", " ");

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** sigma_xx and u_z stay as they are; other names are written as words. */
export function labelOf(column: Pick<Column, "name">): string {
  if (/^(sigma|tau|epsilon|gamma|u|v|w)_[xyz0-9]+$/.test(column.name)) return column.name;
  return column.name === "von_mises" ? "von Mises" : inWords(column.name);
}

export const nameOf = (field: Pick<Field, "name" | "meaning">): string => field.meaning || inWords(field.name);

/** What several columns of one unit are; undefined: the unit does not tell. */
export function kindOf(unit: string): string | undefined {
  const kinds: Record<string, string> = {
    Pa: "stress",
    m: "displacement",
    "m/s": "velocity",
    "m/s2": "acceleration",
    "N m": "moment",
    N: "force",
    "N/m": "force",
    rad: "angle",
    Hz: "frequency",
    J: "energy",
  };
  return kinds[unit];
}

export const withUnit = (label: string, unit: string): string => (unit === "" ? label : `${label} [${unit}]`);

export interface StatusWords {
  tone: "good" | "bad" | "mild";
  mark: string;
  head: string;
  text: string;
}

export const failedChecksOf = (doc: Pick<ResultDocument, "cases">): number => doc.cases.flatMap((c) => c.checks).filter((c) => c.verdict === "fail").length;

/** How a run ended, and that checks against norms fail: what is computed is then not good enough. */
export function outcomeWords(status: string, ok: boolean, failedChecks: number): StatusWords {
  if (!ok || failedChecks === 0) return statusWords(status, ok);
  return { tone: "bad", mark: "✗", head: `${failedChecks} ${failedChecks === 1 ? "check fails" : "checks fail"}`, text: "" };
}

export function statusWords(status: string, ok: boolean): StatusWords {
  if (status === "no_contact") {
    return {
      tone: "good",
      mark: "✓",
      head: "No contact",
      text: "The bodies do not touch: nothing is pressed, the normal force is zero.",
    };
  }
  if (ok) return { tone: "good", mark: "✓", head: capitalised(inWords(status)), text: "" };
  if (status === "stopped") {
    return { tone: "bad", mark: "!", head: "Stopped", text: "What follows was reached by then; it is not a full result." };
  }
  if (status === "derailed") {
    return { tone: "bad", mark: "!", head: "Derailed", text: "What follows was computed until then." };
  }
  return {
    tone: "bad",
    mark: "✗",
    head: `Not converged: ${inWords(status)}`,
    text: "What follows is the best that was reached, not a solution.",
  };
}
