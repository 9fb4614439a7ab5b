/** Numbers held against limits of norms: told apart without colours. */

import { h } from "./dom";
import type { Check } from "./document";
import { formatNumber, formatPercent, scaledUnit } from "./units";
import { capitalised, inWords } from "./words";

const looks = {
  pass: { tone: "good", text: "✓ pass" },
  fail: { tone: "bad", text: "✗ fail" },
  not_applicable: { tone: "none", text: "– not applicable" },
} as const;

export function tally(checks: Check[]): string {
  const count = (verdict: Check["verdict"]): number => checks.filter((c) => c.verdict === verdict).length;
  const parts: string[] = [];
  const [fails, passes, others] = [count("fail"), count("pass"), count("not_applicable")];
  if (fails) parts.push(`${fails} ${fails === 1 ? "fails" : "fail"}`);
  if (passes) parts.push(`${passes} ${passes === 1 ? "passes" : "pass"}`);
  if (others) parts.push(`${others} ${others === 1 ? "does" : "do"} not apply`);
  return parts.join(", ");
}

function marginText(check: Check): string {
  if (check.verdict === "not_applicable") return "";
  if (check.margin === null) return "–";
  const share = formatPercent(check.margin);
  if (check.verdict === "pass") return `${share} left`;
  return `${share} ${check.bound === "at_most" ? "too much" : "too little"}`;
}

/** How much of the limit is used: a bar whose end is the limit. */
function bar(check: Check): HTMLElement | null {
  if (check.verdict === "not_applicable" || check.margin === null) return null;
  const used = Math.min(1.25, Math.max(0, 1 - check.margin));
  const fill = h("span", { class: `margin-fill ${looks[check.verdict].tone}`, style: `width:${(used / 1.25) * 100}%` });
  return h("div", { class: "margin", "aria-hidden": "true" }, fill, h("span", { class: "margin-limit" }));
}

function row(check: Check): HTMLElement {
  const look = looks[check.verdict];
  const applies = check.verdict !== "not_applicable";
  const unit = scaledUnit(check.limit ?? 0, check.unit);
  const of = (value: number | null): string => (value === null ? "–" : formatNumber(value / unit.size, 4));
  return h(
    "tr",
    {},
    h(
      "td",
      { class: "subject" },
      h("strong", {}, capitalised(check.title || inWords(check.name))),
      h("div", { class: "soft small" }, [check.clause, check.note].filter((t) => t !== "").join(" — ")),
    ),
    h("td", {}, h("span", { class: `verdict ${look.tone}` }, look.text)),
    h("td", { class: "number", "data-value": String(check.value) }, applies ? of(check.value) : ""),
    h("td", { class: "number" }, applies ? `${check.bound === "at_least" ? "≥ " : "≤ "}${of(check.limit)} ${unit.symbol}` : ""),
    h("td", { class: "margin-cell" }, bar(check), h("div", { class: "small" }, marginText(check))),
    h("td", { class: "small" }, check.decided_by, check.limit_key ? h("div", { class: "soft" }, "limit: ", h("code", {}, check.limit_key)) : ""),
  );
}

export function checkTable(checks: Check[]): HTMLElement | null {
  if (checks.length === 0) return null;
  const head = [["check", ""], ["verdict", ""], ["value", "number"], ["limit", "number"], ["margin", ""], ["decided by", ""]];
  return h(
    "div",
    { class: "card" },
    h("p", { class: "tally" }, tally(checks)),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Checks" },
      h("table", { class: "checks" }, h("thead", {}, h("tr", {}, ...head.map(([t, c]) => h("th", { scope: "col", class: c ?? "" }, t ?? "")))), h("tbody", {}, ...checks.map(row))),
    ),
  );
}
