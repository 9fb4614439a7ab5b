#include "tread/result/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "tread/result/check_text.hpp"
#include "tread/result/units.hpp"

namespace tread::result {
namespace {

// From this many cases on, one line each says more than a page.
constexpr std::size_t k_cases_in_full = 4;
constexpr std::size_t k_line_width = 100;

struct Line {
  std::string label;
  std::string text;
};

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string padding(std::string_view text, std::size_t width) {
  return std::string(width - std::min(width, width_of(text)), ' ');
}

// Titles come from files: a line break or an escape sequence in one must not disturb the terminal.
std::string on_one_line(std::string_view text) {
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
  return line;
}

/// Long lines broken between words, for a text that begins at `column` of the terminal.
std::string wrapped(std::string_view text, std::size_t column) {
  const std::size_t room = k_line_width - std::min(column, k_line_width / 2);
  std::string lines;
  while (width_of(text) > room) {
    const std::size_t gap = text.rfind(' ', room);
    if (gap == std::string_view::npos || gap == 0) break;
    lines += fmt::format("{}\n{}", text.substr(0, gap), std::string(column, ' '));
    text.remove_prefix(gap + 1);
  }
  return lines += text;
}

std::string shown_name(const Scalar& scalar) {
  return scalar.meaning.empty() ? in_words(scalar.name) : scalar.meaning;
}

std::string shown_name(const Vector& vector) {
  return vector.meaning.empty() ? in_words(vector.name) : vector.meaning;
}

std::string values_of(const Vector& vector) {
  std::string text;
  for (const Vector::Component& c : vector.components) {
    fmt::format_to(std::back_inserter(text), "{}{} {}", text.empty() ? "" : ", ", c.label,
                   format_si(c.value, c.unit));
  }
  return text;
}

/// " (12 iterations, residual 3e-9)", or nothing where there is nothing to say.
std::string effort(const CaseResult& c) {
  if (!c.iterations || !c.residual) return "";
  return fmt::format(" ({} iteration{}, residual {:.2g})", *c.iterations,
                     *c.iterations == 1 ? "" : "s", *c.residual);
}

std::string outcome(const CaseResult& c) {
  if (c.no_contact()) return "no contact: the bodies do not touch";
  if (c.ok) return in_words(c.status) + effort(c);
  if (c.was_stopped()) {
    return fmt::format("STOPPED{}: what was reached by then, not a full result", effort(c));
  }
  if (c.was_derailed()) return "DERAILED: what was computed until then";
  return fmt::format("NOT CONVERGED, {}{}: the best that was reached, not a solution",
                     in_words(c.status), effort(c));
}

std::string short_outcome(const CaseResult& c) {
  if (c.no_contact()) return "no contact";
  if (c.was_stopped()) return "STOPPED";
  if (c.was_derailed()) return "DERAILED";
  return c.ok ? in_words(c.status) : "NOT CONVERGED, " + in_words(c.status);
}

std::string counts(const CaseResult& c) {
  std::string text;
  for (const Count& count : c.elements) {
    fmt::format_to(std::back_inserter(text), "{}{} in {}", text.empty() ? "" : ", ", count.value,
                   in_words(count.name));
  }
  if (c.fields) fmt::format_to(std::back_inserter(text), " of {}", c.fields->grid.n_cells());
  return text;
}

/// "6 instead of 3 modes: 0.4 % at most (max acceleration, 3.213 to 3.226 m/s2)".
std::string finding(const Evidence& evidence) {
  if (!evidence.failure.empty()) {
    return fmt::format("{}: no result, {}", evidence.title, evidence.failure);
  }
  const Evidence::Change* largest = evidence.largest();
  if (largest == nullptr) return evidence.title + ": no number to compare";
  return fmt::format("{}: {:.2g} % at most ({}, {} to {})", evidence.title,
                     100 * largest->relative(), in_words(largest->name),
                     format_si(largest->value, largest->unit),
                     format_si(largest->varied, largest->unit));
}

std::vector<Line> lines_of(const CaseResult& c) {
  std::vector<Line> lines = {{"status", outcome(c)}};
  for (const Scalar& scalar : c.scalars) {
    lines.push_back({shown_name(scalar), format_si(scalar.value, scalar.unit)});
  }
  for (const Vector& vector : c.vectors) lines.push_back({shown_name(vector), values_of(vector)});
  if (!c.elements.empty()) lines.push_back({"elements", counts(c)});
  for (const Evidence& evidence : c.evidence) lines.push_back({"changes with", finding(evidence)});
  for (const std::string& note : c.notes) lines.push_back({"note", note});
  return lines;
}

/// "3.2 of 3.5 m/s2 (9 % left), HSLM-A3 at 360 km/h", or why it does not apply.
std::string finding(const Check& check) {
  if (check.verdict == Check::Verdict::not_applicable) return check.note;
  const CheckNumbers numbers = numbers_of(check);
  std::string text = fmt::format("{} of {} ({})", numbers.value, numbers.limit, margin_text(check));
  if (!check.decided_by.empty()) text += ", " + check.decided_by;
  return text;
}

/// Finding, clause and what else to know, from this column of the terminal on.
std::string check_lines(const Check& check, std::size_t column) {
  const std::string gap = "\n" + std::string(column, ' ');
  const std::string found = on_one_line(finding(check));
  const std::string clause = on_one_line(fmt::format("[{}]", check.clause));
  const bool fits = column + width_of(found) + 2 + width_of(clause) <= k_line_width;
  std::string text = wrapped(found, column) + (fits ? "  " : gap) + clause;
  if (check.verdict == Check::Verdict::not_applicable || check.note.empty()) return text;
  return text + gap + wrapped(on_one_line(check.note), column);
}

std::string checks_text(const std::vector<Check>& checks) {
  constexpr std::size_t k_verdict_width = 4;
  std::size_t width = 0;
  for (const Check& check : checks) width = std::max(width, width_of(title_of(check)));
  std::string text;
  for (const Check& check : checks) {
    const std::string title = on_one_line(title_of(check));
    text += fmt::format("  {:<{}}  {}{}  {}\n", word_of(check.verdict), k_verdict_width, title,
                        padding(title, width), check_lines(check, k_verdict_width + width + 6));
  }
  return text;
}

std::string heading_of(const CaseResult& c, std::size_t number, std::size_t n_cases) {
  const std::string title = c.title.empty() ? "untitled" : on_one_line(c.title);
  const std::string count = fmt::format("case {}", number);
  return n_cases > 1 && title != count ? fmt::format("{}: {}", count, title) : title;
}

std::string in_full(const CaseResult& c, std::size_t number, std::size_t n_cases) {
  std::string text = heading_of(c, number, n_cases) + '\n';
  const std::vector<Line> lines = lines_of(c);
  std::size_t width = 0;
  for (const Line& line : lines) width = std::max(width, width_of(line.label));
  for (const Line& line : lines) {
    const std::string value = on_one_line(line.text);
    text += fmt::format("  {}{}  {}\n", line.label, padding(line.label, width),
                        line.label == "note" ? wrapped(value, width + 4) : value);
  }
  return text + checks_text(c.checks);
}

using Row = std::vector<std::string>;

bool same_scalars(const Result& result) {
  const auto same = [](const auto& a, const auto& b) { return a.name == b.name; };
  const auto equal = [&](const auto& a, const auto& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
  };
  const CaseResult& first = result.cases.front();
  return std::all_of(result.cases.begin(), result.cases.end(), [&](const CaseResult& c) {
    return equal(first.scalars, c.scalars) && equal(first.vectors, c.vectors);
  });
}

Row header_of(const CaseResult& c) {
  Row row = {"case", "status"};
  for (const Scalar& scalar : c.scalars) row.push_back(shown_name(scalar));
  for (const Vector& vector : c.vectors) {
    for (const auto& component : vector.components) {
      row.push_back(fmt::format("{} {}", shown_name(vector), component.label));
    }
  }
  for (const Count& count : c.elements) row.push_back("in " + in_words(count.name));
  return row;
}

Row row_of(const CaseResult& c, std::size_t number) {
  Row row = {fmt::format("{}", number), short_outcome(c)};
  for (const Scalar& scalar : c.scalars) row.push_back(format_si(scalar.value, scalar.unit));
  for (const Vector& vector : c.vectors) {
    for (const auto& v : vector.components) row.push_back(format_si(v.value, v.unit));
  }
  for (const Count& count : c.elements) row.push_back(fmt::format("{}", count.value));
  return row;
}

std::string aligned(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string text;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) text += "  " + padding(row[i], widths[i]) + row[i];
    text += '\n';
  }
  return text;
}

std::string as_table(const Result& result) {
  std::vector<Row> rows = {header_of(result.cases.front())};
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    rows.push_back(row_of(result.cases[i], i + 1));
  }
  std::string text = aligned(rows);
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    for (const std::string& note : result.cases[i].notes) {
      text += fmt::format("  note, case {}: {}\n", i + 1, on_one_line(note));
    }
    if (result.cases[i].checks.empty()) continue;
    text += fmt::format("  checks of case {}\n{}", i + 1, checks_text(result.cases[i].checks));
  }
  return text;
}

std::string summary_heading(const Result& result) {
  std::string text = fmt::format("tread {}", result.program_version);
  if (!result.case_file.empty()) text += "  " + on_one_line(result.case_file);
  if (result.wall_seconds > 0)
    text += fmt::format("  ({})", format_si(result.wall_seconds, "s", 3));
  text += '\n';
  if (!result.units_note.empty()) text += "units: " + on_one_line(result.units_note) + '\n';
  return text;
}

}  // namespace

std::string summary(const Result& result) {
  std::string text = summary_heading(result);
  if (result.cases.size() > k_cases_in_full && same_scalars(result)) {
    return text + '\n' + as_table(result);
  }
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    text += '\n' + in_full(result.cases[i], i + 1, result.cases.size());
  }
  return text;
}

}  // namespace tread::result
