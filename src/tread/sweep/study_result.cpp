#include "tread/sweep/study_result.hpp"

#include <fmt/format.h>

#include "tread/study/run_case.hpp"

namespace tread::sweep {
namespace {

/// Words do not fit into a column of numbers: they are counted from 1, and a note tells which.
result::Table cases_table(const CaseTable& table, result::CaseResult& out) {
  result::Table all{"cases", "All cases", {{"case", "", {}}}};
  all.look = result::Table::Look::file_only;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    all.columns.front().values.push_back(static_cast<double>(i + 1));
  }
  for (std::size_t v = 0; v < table.varied.size(); ++v) {
    const Varied& varied = table.varied[v];
    const bool is_number = !varied.numbers.empty();
    result::Column column{is_number ? varied.key : varied.key + "_number", varied.unit, {}};
    for (const CaseRow& row : table.rows) {
      const std::size_t choice = row.choices[v];
      column.values.push_back(is_number ? varied.numbers[choice] : static_cast<double>(choice + 1));
    }
    all.columns.push_back(std::move(column));
    if (is_number) continue;
    out.notes.push_back(
        fmt::format("{} counts from 1: {}.", varied.key, fmt::join(varied.labels, ", ")));
  }
  for (std::size_t m = 0; m < table.measures.size(); ++m) {
    result::Column column{table.measures[m].name, table.measures[m].unit, {}};
    for (const CaseRow& row : table.rows) column.values.push_back(row.values[m]);
    all.columns.push_back(std::move(column));
  }
  return all;
}

void add_failed(const casefile::StudyFile& study, const CaseTable& table, result::CaseResult& out) {
  constexpr std::size_t k_most_told = 20;
  std::size_t n_failed = 0;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const CaseRow& row = table.rows[i];
    if (row.state != CaseRow::State::failed) continue;
    if (++n_failed > k_most_told) continue;
    out.notes.push_back(fmt::format("Case {} ({}): {}{}{}", i + 1, study.case_in_words(i),
                                    row.status, row.message.empty() ? "" : ": ", row.message));
  }
  if (n_failed > k_most_told) {
    out.notes.push_back(
        fmt::format("{} more cases failed: see cases.jsonl.", n_failed - k_most_told));
  }
  out.scalars.push_back({"failed_cases", static_cast<double>(n_failed), "", "failed cases"});
}

}  // namespace

result::Result study_result(const casefile::StudyFile& study, const CaseTable& table, Observer&) {
  result::Result result;
  result.program_version = study::program_version();
  result.case_file = study.path;
  result::CaseResult& out = result.cases.emplace_back();
  out.title = study.input.title;
  out.ok = true;
  out.status = "converged";
  out.scalars.push_back({"cases", static_cast<double>(table.rows.size()), "", "cases"});
  add_failed(study, table, out);
  out.tables.push_back(cases_table(table, out));
  return result;
}

}  // namespace tread::sweep
