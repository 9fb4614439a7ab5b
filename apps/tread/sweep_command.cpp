#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "paint_summary.hpp"
#include "terminal_observer.hpp"
#include "tread/casefile/study_file.hpp"
#include "tread/core/errors.hpp"
#include "tread/result/summary.hpp"
#include "tread/result/write.hpp"
#include "tread/sweep/share_cases.hpp"
#include "tread/sweep/study_run.hpp"

namespace tread::app {
namespace {

struct SweepArguments {
  std::string study_path;
  std::string out;  // empty: chosen from the study's name
  int workers = 0;  // 0: all cores
  bool fresh = false;
  bool yes = false;
  bool json = false;
  bool fail_on_check = false;
};

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

std::vector<std::string> failed_checks(const result::Result& result) {
  std::vector<std::string> names;
  for (const result::CaseResult& one : result.cases) {
    for (const result::Check& check : one.checks) {
      if (check.verdict == result::Check::Verdict::fail) names.push_back(check.name);
    }
  }
  return names;
}

/// What a script that looks only at standard error must not miss. Cases that are not computed count
/// more than checks.
int tell_end(const SweepArguments& arguments, const sweep::StudyOutcome& outcome,
             Console& console) {
  if (outcome.status != SolveStatus::converged) {
    console.failure(
        "stopped",
        fmt::format("{} of {} cases are finished; the same command goes on with the rest",
                    outcome.n_cases - outcome.n_missing, outcome.n_cases));
  } else if (outcome.n_failed > 0) {
    console.failure("failed", fmt::format("{} of {} cases", outcome.n_failed, outcome.n_cases));
  }
  if (!outcome.ok()) return k_failed;
  const std::vector<std::string> failed =
      arguments.fail_on_check ? failed_checks(outcome.result) : std::vector<std::string>{};
  if (failed.empty()) return k_done;
  console.failure("checks fail", fmt::format("{}", fmt::join(failed, ", ")));
  return k_check_fails;
}

int lead(const SweepArguments& arguments, sweep::Ranks& ranks, sweep::StudyOptions& options,
         Console& console) {
  casefile::StudyFile study;
  try {
    study = casefile::read_study(arguments.study_path);
    console.warnings_of(study.path, study.warnings);
    if (!is_wanted(arguments, study, options, ranks)) {
      sweep::dismiss_all(ranks);
      return k_bad_input;
    }
  } catch (...) {
    sweep::dismiss_all(ranks);
    throw;
  }
  const sweep::StudyOutcome outcome = sweep::run_study(study, ranks, options);
  console.clear_status();
  if (outcome.n_damaged > 0) {
    console.warning(
        fmt::format("{} line{} of finished cases could not be used; what is missing is run again",
                    outcome.n_damaged, outcome.n_damaged == 1 ? "" : "s"));
  }
  if (outcome.status == SolveStatus::converged) {
    const result::CaseFiles files = result::write_result(outcome.result, options.folder);
    if (arguments.json) {
      fmt::print("{}", result::to_json(outcome.result, files));
    } else if (!console.is_quiet()) {
      fmt::print("{}", paint_summary(result::summary(outcome.result), console));
      if (outcome.n_before > 0) {
        fmt::print("\n{} of {} cases were finished before\n", outcome.n_before, outcome.n_cases);
      }
      fmt::print("\nResults in {}: look at {}\n", options.folder.string(),
                 (options.folder / "report.html").string());
    }
  }
  return tell_end(arguments, outcome, console);
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

int run_sweep(const SweepArguments& arguments, Console& console) {
  sweep::Ranks ranks;
  sweep::StudyOptions options;
  options.folder = arguments.out.empty() ? std::filesystem::path("out") /
                                               std::filesystem::path(arguments.study_path).stem()
                                         : std::filesystem::path(arguments.out);
  options.workers = arguments.workers;
  if (arguments.fresh) options.start = sweep::FinishedCases::Start::afresh;
  TerminalObserver observer(console);
  options.observer = &observer;
  return ranks.is_first() ? lead(arguments, ranks, options, console)
                          : follow(arguments, ranks, options);
}

}  // namespace

void add_sweep(CLI::App& program, Action& action) {
  const auto arguments = std::make_shared<SweepArguments>();
  CLI::App& command = *program.add_subcommand(
      "sweep",
      "Run all cases of a study: trains, speeds, anything that varies; goes on where it "
      "was stopped");
  command.group(k_group_cases);
  command.add_option("study", arguments->study_path, "Study file")
      ->type_name("FILE")
      ->required()
      ->check(not_empty);
  command
      .add_option("--out", arguments->out,
                  "Folder for the results (default: out/<name of the study>)")
      ->type_name("FOLDER")
      ->check(not_empty);
  command
      .add_option("--workers", arguments->workers,
                  "Cases at a time of each process (default: all cores; 1 under mpirun)")
      ->check(CLI::Range(1, 1024))
      ->option_text("1..1024");
  command.add_flag("--fresh", arguments->fresh, "Forget the cases that are finished already");
  command.add_flag("--yes", arguments->yes, "Begin even if there are very many cases");
  command.add_flag("--fail-on-check", arguments->fail_on_check,
                   "Exit code 3 if a check against a norm fails, for scripts");
  command.add_flag("--json", arguments->json,
                   "Print the results as one JSON object and nothing else");
  command.footer(
      "  tread sweep hslm_speeds.toml               all cores; Ctrl-C and the same again goes on\n"
      "  mpirun -n 8 tread sweep hslm_speeds.toml   eight processes, here or on many machines");
  on_command(command, action, arguments, run_sweep);
}

}  // namespace tread::app
