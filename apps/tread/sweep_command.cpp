#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "terminal_observer.hpp"
#include "tread/casefile/study_file.hpp"
#include "tread/core/errors.hpp"
#include "tread/result/summary.hpp"
#include "tread/result/write.hpp"
#include "tread/sweep/share_cases.hpp"
#include "tread/sweep/study_run.hpp"

namespace tread::app {
namespace {

constexpr std::size_t k_cases_worth_a_question = 20'000;

std::string time_in_words(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 172'800) return fmt::format("{:.1f} h", seconds / 3600);
  return fmt::format("{:.0f} days", seconds / 86'400);
}

/// Nobody wants a million cases by a slip of the pen.
bool is_wanted(const SweepArguments& arguments, const casefile::StudyFile& study,
               const sweep::StudyOptions& options, const sweep::Ranks& ranks) {
  const std::size_t n_cases = study.n_cases();
  if (arguments.yes || n_cases <= k_cases_worth_a_question) return true;
  const int n_workers = sweep::n_workers_of(options, ranks) * ranks.size();
  fmt::print(stderr,
             "{}: {} cases, about {} with {} worker{}\n  hint: run it again with --yes if that is "
             "what you want\n",
             study.path, n_cases, time_in_words(sweep::estimated_seconds(study, n_workers)),
             n_workers, n_workers == 1 ? "" : "s");
  return false;
}

/// What a script that looks only at standard error must not miss.
int tell_end(const sweep::StudyOutcome& outcome) {
  if (outcome.status != SolveStatus::converged) {
    fmt::print(stderr,
               "stopped: {} of {} cases are finished; the same command goes on with the rest\n",
               outcome.n_cases - outcome.n_missing, outcome.n_cases);
  } else if (outcome.n_failed > 0) {
    fmt::print(stderr, "{} of {} cases failed\n", outcome.n_failed, outcome.n_cases);
  }
  return outcome.ok() ? 0 : 1;
}

int lead(const SweepArguments& arguments, sweep::Ranks& ranks, sweep::StudyOptions& options,
         TerminalObserver& observer) {
  casefile::StudyFile study;
  try {
    study = casefile::read_study(arguments.study_path);
    for (const std::string& warning : study.warnings) {
      fmt::print(stderr, "warning: {}: {}\n", study.path, warning);
    }
    if (!is_wanted(arguments, study, options, ranks)) {
      sweep::dismiss_all(ranks);
      return 2;
    }
  } catch (...) {
    sweep::dismiss_all(ranks);
    throw;
  }
  const sweep::StudyOutcome outcome = sweep::run_study(study, ranks, options);
  observer.clear();
  if (outcome.n_damaged > 0) {
    fmt::print(
        stderr,
        "warning: {} line{} of finished cases could not be used; what is missing is run again\n",
        outcome.n_damaged, outcome.n_damaged == 1 ? "" : "s");
  }
  if (outcome.status == SolveStatus::converged) {
    const result::CaseFiles files = result::write_result(outcome.result, options.folder);
    if (arguments.json) {
      fmt::print("{}", result::to_json(outcome.result, files));
    } else {
      fmt::print("{}", result::summary(outcome.result));
      if (outcome.n_before > 0) {
        fmt::print("\n{} of {} cases were finished before\n", outcome.n_before, outcome.n_cases);
      }
      fmt::print("\nResults in {}: look at {}\n", options.folder.string(),
                 (options.folder / "report.html").string());
    }
  }
  return tell_end(outcome);
}

int follow(const SweepArguments& arguments, sweep::Ranks& ranks,
           const sweep::StudyOptions& options) {
  try {
    sweep::help_with_study(casefile::read_study(arguments.study_path), ranks, options);
  } catch (const Error& error) {
    sweep::excuse(ranks, error.what());
  }
  return 0;
}

}  // namespace

int sweep(const SweepArguments& arguments) {
  sweep::Ranks ranks;
  sweep::StudyOptions options;
  options.folder = arguments.out.empty() ? std::filesystem::path("out") /
                                               std::filesystem::path(arguments.study_path).stem()
                                         : std::filesystem::path(arguments.out);
  options.workers = arguments.workers;
  if (arguments.fresh) options.start = sweep::FinishedCases::Start::afresh;
  TerminalObserver observer;
  options.observer = &observer;
  return ranks.is_first() ? lead(arguments, ranks, options, observer)
                          : follow(arguments, ranks, options);
}

}  // namespace tread::app
