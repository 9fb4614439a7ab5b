#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "examples.hpp"
#include "paint_summary.hpp"
#include "terminal_observer.hpp"
#include "tread/casefile/case_toml.hpp"
#include "tread/casefile/read_case.hpp"
#include "tread/core/solve_status.hpp"
#include "tread/result/summary.hpp"
#include "tread/result/write.hpp"
#include "tread/study/run_case.hpp"

namespace tread::app {
namespace {

struct RunArguments {
  std::string case_path;  // empty: the built-in demonstration
  std::string out;        // empty: chosen from the case's name
  bool json = false;
  bool evidence = false;
  int threads = 0;  // 0: as the case says
  casefile::InpUnits inp_units = casefile::InpUnits::millimetre;
};

casefile::CaseFile read(const std::string& path, casefile::InpUnits units) {
  if (path.empty()) return casefile::parse_toml(demo_case(), "built-in demonstration", {});
  return casefile::read_case(path, units);
}

std::filesystem::path default_folder(const std::string& case_path) {
  return std::filesystem::path("out") /
         (case_path.empty() ? "demo" : std::filesystem::path(case_path).stem());
}

/// What a script that looks only at standard error must not miss.
void tell_failure(const result::Result& result, Console& console) {
  if (result.ok()) return;
  const bool stopped = result.status() == to_string(SolveStatus::stopped);
  if (stopped) {
    console.failure("stopped", "what was computed is kept, marked as incomplete");
  } else if (result.status() == "derailed") {
    console.failure("derailed", "what was computed until then is kept");
  } else {
    console.failure("not converged", "the best that was reached is kept, marked so");
  }
}

result::Result solved(const casefile::CaseFile& file, const RunArguments& arguments,
                      Console& console) {
  TerminalObserver observer(console);
  return study::run_case(
      file, {.threads = arguments.threads, .observer = &observer, .evidence = arguments.evidence});
}

void tell_iterations(const result::Result& result, Console& console) {
  for (const result::CaseResult& one : result.cases) {
    std::string line = fmt::format("{}: {}", one.title, one.status);
    if (one.iterations) line += fmt::format(", {} iterations", *one.iterations);
    if (one.residual) line += fmt::format(", residual {:.2e}", *one.residual);
    console.detail(line);
  }
  console.detail(fmt::format("solved in {:.2f} s", result.wall_seconds));
}

void tell_files(const std::filesystem::path& folder, Console& console) {
  if (!console.is_verbose()) return;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (!entry.is_regular_file(ignored)) continue;
    console.detail(fmt::format("in {}: {} bytes", entry.path().string(), entry.file_size(ignored)));
  }
}

int run(const RunArguments& arguments, Console& console) {
  const casefile::CaseFile file = read(arguments.case_path, arguments.inp_units);
  console.warnings_of(file.path, file.warnings);
  const bool write = !arguments.json || !arguments.out.empty();
  const std::filesystem::path folder = arguments.out.empty() ? default_folder(arguments.case_path)
                                                             : std::filesystem::path(arguments.out);
  if (write) result::check_writable(folder);

  console.detail(
      fmt::format("read {}: {} case{}", file.path, file.n_cases(), file.n_cases() == 1 ? "" : "s"));
  const result::Result result = solved(file, arguments, console);
  tell_iterations(result, console);
  const result::CaseFiles files =
      write ? result::write_result(result, folder) : result::CaseFiles{};
  if (write) tell_files(folder, console);
  if (arguments.json) {
    fmt::print("{}", result::to_json(result, files));
  } else if (!console.is_quiet()) {
    fmt::print("{}", paint_summary(result::summary(result), console));
    fmt::print("\nResults in {}: look at {}\n", folder.string(), (folder / "report.html").string());
  }
  tell_failure(result, console);
  return result.ok() ? k_done : k_failed;
}

}  // namespace

void add_run(CLI::App& program, Action& action) {
  const auto arguments = std::make_shared<RunArguments>();
  CLI::App& command = *program.add_subcommand("run", "Run a case and write its results");
  command.group(k_group_cases);
  command
      .add_option("case", arguments->case_path,
                  "Case file: TOML, or CONTACT's .inp. None: the built-in demonstration")
      ->type_name("FILE")
      ->check(not_empty);
  command
      .add_option("--out", arguments->out,
                  "Folder for the results (default: out/<name of the case>)")
      ->type_name("FOLDER")
      ->check(not_empty);
  command.add_flag(
      "--json", arguments->json,
      "Print the results as one JSON object and nothing else; write files only with --out");
  command.add_flag(
      "--evidence", arguments->evidence,
      "Run it again with finer grids, steps and modes, and tell how its numbers change");
  add_threads(command, arguments->threads, "Threads of a solve (default: as the case says)");
  add_inp_units(command, arguments->inp_units);
  command.footer(
      "  tread run                                  the demonstration; results in out/demo\n"
      "  tread run wheel.toml --out results/wheel   a case of your own\n"
      "  tread run old.inp --inp-units m --json     an input file of CONTACT, results for a "
      "program");
  on_command(command, action, arguments, run);
}

}  // namespace tread::app
