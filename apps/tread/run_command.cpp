#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "demo_case.hpp"
#include "terminal_observer.hpp"
#include "tread/casefile/case_toml.hpp"
#include "tread/casefile/key_reference.hpp"
#include "tread/casefile/read_case.hpp"
#include "tread/core/solve_status.hpp"
#include "tread/result/summary.hpp"
#include "tread/result/write.hpp"
#include "tread/study/run_case.hpp"

namespace tread::app {
namespace {

casefile::CaseFile read(const std::string& path, casefile::InpUnits units) {
  if (path.empty()) return casefile::parse_toml(k_demo_case, "built-in demonstration", {});
  return casefile::read_case(path, units);
}

std::filesystem::path default_folder(const std::string& case_path) {
  return std::filesystem::path("out") /
         (case_path.empty() ? "demo" : std::filesystem::path(case_path).stem());
}

void tell_warnings(const casefile::CaseFile& file) {
  for (const std::string& warning : file.warnings) {
    fmt::print(stderr, "warning: {}: {}\n", file.path, warning);
  }
}

/// What a script that looks only at standard error must not miss.
void tell_failure(const result::Result& result) {
  if (result.ok()) return;
  const bool stopped = result.status() == to_string(SolveStatus::stopped);
  fmt::print(stderr, "{}\n",
             stopped ? "stopped: what was computed is kept, marked as incomplete"
             : result.status() == "derailed"
                 ? "derailed: what was computed until then is kept"
                 : "not converged: the best that was reached is kept, marked so");
}

}  // namespace

int run(const RunArguments& arguments) {
  const casefile::CaseFile file = read(arguments.case_path, arguments.inp_units);
  tell_warnings(file);
  const bool write = !arguments.json || !arguments.out.empty();
  const std::filesystem::path folder = arguments.out.empty() ? default_folder(arguments.case_path)
                                                             : std::filesystem::path(arguments.out);
  if (write) result::check_writable(folder);

  TerminalObserver observer;
  const result::Result result =
      study::run_case(file, {.threads = arguments.threads, .observer = &observer});
  observer.clear();
  const result::CaseFiles files =
      write ? result::write_result(result, folder) : result::CaseFiles{};
  if (arguments.json) {
    fmt::print("{}", result::to_json(result, files));
  } else {
    fmt::print("{}", result::summary(result));
    fmt::print("\nResults in {}: look at {}\n", folder.string(), (folder / "report.html").string());
  }
  tell_failure(result);
  return result.ok() ? 0 : 1;
}

int check(const CheckArguments& arguments) {
  const casefile::CaseFile file = read(arguments.case_path, arguments.inp_units);
  tell_warnings(file);
  study::check_case(file);
  fmt::print("{}: fine, {} case{}\n", arguments.case_path, file.n_cases(),
             file.n_cases() == 1 ? "" : "s");
  if (!file.units_note.empty()) fmt::print("{}\n", file.units_note);
  return 0;
}

int keys(bool markdown) {
  fmt::print("{}", casefile::key_reference(markdown ? casefile::KeyReferenceFormat::markdown
                                                    : casefile::KeyReferenceFormat::plain));
  return 0;
}

}  // namespace tread::app
