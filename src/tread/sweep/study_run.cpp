#include "tread/sweep/study_run.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <optional>
#include <thread>

#include "tread/core/errors.hpp"
#include "tread/sweep/share_cases.hpp"
#include "tread/sweep/study_result.hpp"

namespace tread::sweep {
namespace {

Varied varied_of(const casefile::StudyVariation& variation) {
  return {variation.key, variation.unit, variation.labels, variation.numbers,
          variation.origin == casefile::StudyVariation::Origin::drawn ? Varied::Origin::drawn
                                                                      : Varied::Origin::listed};
}

/// Models of the first and of the last case, so that what nobody can solve is told before a
/// folder is made.
void check_models(const casefile::StudyFile& study) {
  study::check_measured(casefile::case_of_study(study, 0));
  if (study.n_cases() > 1) {
    study::check_measured(casefile::case_of_study(study, study.n_cases() - 1));
  }
}

}  // namespace

int n_workers_of(const StudyOptions& options, const Ranks& ranks) {
  if (options.workers > 0) return options.workers;
  if (ranks.size() > 1) return 1;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

CaseTable table_of(const casefile::StudyFile& study, const std::vector<CaseRecord>& records) {
  CaseTable table;
  for (const casefile::StudyVariation& variation : study.variations) {
    table.varied.push_back(varied_of(variation));
  }
  std::map<std::string, std::size_t> columns;
  for (const CaseRecord& record : records) {
    for (const CaseRecord::Number& number : record.numbers) {
      const bool is_new = columns.emplace(number.name, columns.size()).second;
      if (is_new) {
        table.measures.push_back({number.name, number.unit, result::in_words(number.name)});
      }
    }
  }
  table.rows.resize(records.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    CaseRow& row = table.rows[i];
    row.state = records[i].state;
    row.status = records[i].status;
    row.message = records[i].message;
    row.choices = study.choices_of(i);
    row.values.assign(table.measures.size(), std::numeric_limits<double>::quiet_NaN());
    for (const CaseRecord::Number& number : records[i].numbers) {
      row.values[columns.at(number.name)] = number.value;
    }
  }
  return table;
}

StudyOutcome run_study(const casefile::StudyFile& study, Ranks& ranks,
                       const StudyOptions& options) {
  std::optional<FinishedCases> finished;
  try {
    check_models(study);
    finished.emplace(study, options.folder, options.start);
  } catch (...) {
    dismiss_all(ranks);  // who wait for the first case
    throw;
  }
  StudyOutcome outcome;
  outcome.n_cases = study.n_cases();
  outcome.n_before = finished->n_finished();
  outcome.n_damaged = finished->n_damaged();
  Observer deaf;
  Observer& observer = options.observer == nullptr ? deaf : *options.observer;
  outcome.status = lead(study, *finished, ranks, n_workers_of(options, ranks), observer);
  outcome.n_missing = outcome.n_cases - finished->n_finished();
  outcome.n_failed = static_cast<std::size_t>(
      std::ranges::count(finished->records(), CaseRow::State::failed, &CaseRecord::state));
  if (outcome.status != SolveStatus::converged) return outcome;
  finished->put_in_order();
  outcome.result = study_result(study, table_of(study, finished->records()), observer);
  return outcome;
}

void help_with_study(const casefile::StudyFile& study, Ranks& ranks, const StudyOptions& options) {
  Observer deaf;
  follow(study, ranks, n_workers_of(options, ranks),
         options.observer == nullptr ? deaf : *options.observer);
}

double estimated_seconds(const casefile::StudyFile& study, int n_workers) {
  constexpr double k_long_enough = 1;  // s
  constexpr std::size_t k_most = 20;
  using Clock = std::chrono::steady_clock;
  const std::size_t n_cases = study.n_cases();
  study::MeasureMemory memory;
  Observer deaf;
  const auto begin = Clock::now();
  double elapsed = 0;
  std::size_t n = 0;
  for (; n < std::min(n_cases, k_most) && elapsed < k_long_enough; ++n) {
    run_case_of(study, n * (n_cases / std::min(n_cases, k_most)), memory, deaf);
    elapsed = std::chrono::duration<double>(Clock::now() - begin).count();
  }
  return elapsed / static_cast<double>(n) * static_cast<double>(n_cases) / n_workers;
}

}  // namespace tread::sweep
