// The command line: reads arguments, calls the study room, tells people what happened.
//
// Exit codes: 0 done; 1 the run did not converge, was stopped or failed (what it had is kept and
// marked); 2 bad input (nothing written).

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>

#include "commands.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/problem_text.hpp"
#include "tread/study/run_case.hpp"

namespace {

constexpr int k_failed = 1;
constexpr int k_bad_input = 2;

void print_problems(const tread::CaseError& error) {
  for (const tread::Problem& problem : error.problems()) {
    fmt::print(stderr, "error: {}\n", problem.text());
  }
  // Of more than that the last problem tells the number.
  const std::size_t count = error.problems().size();
  const bool is_counted = count > tread::ProblemList::k_max_listed;
  if (count > 1 && !is_counted) fmt::print(stderr, "{} problems\n", count);
}

/// What is wrong with the command line, and the help of the command it was meant for.
std::string what_and_help(const CLI::App* app, const CLI::Error& error) {
  const std::vector<const CLI::App*> chosen = app->get_subcommands(nullptr);
  const auto parsed = std::find_if(chosen.begin(), chosen.end(),
                                   [](const CLI::App* command) { return command->parsed(); });
  if (parsed != chosen.end()) {
    return fmt::format("error: {}\n\n{}", error.what(), (*parsed)->help(app->get_name()));
  }
  const std::vector<std::string> rest = app->remaining();
  const std::string what =
      rest.empty() ? "a command is required" : fmt::format("unknown command: {}", rest.front());
  return fmt::format("error: {}\n\n{}", what, app->help());
}

/// An empty name is a script's unset variable, and nothing that was left out on purpose.
std::string not_empty(const std::string& text) {
  return text.empty() ? "must not be empty; leave it out altogether" : "";
}

/// A disk that is full or a pipe that was closed shows only when the last bytes are written.
int flushed(int code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  fmt::print(stderr, "error: cannot write to standard output: {}\n", std::strerror(errno));
  return k_failed;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("tread: wheel-rail contact and train-bridge dynamics", "tread");
  app.set_version_flag("--version", "tread " + tread::study::program_version());
  app.require_subcommand(1);
  app.failure_message(what_and_help);
  app.set_help_all_flag("--help-all", "Help of all commands");

  tread::app::RunArguments run;
  CLI::App* run_command = app.add_subcommand("run", "Run a case and write its results");
  run_command
      ->add_option("case", run.case_path,
                   "Case file: TOML, or CONTACT's .inp. None: the built-in demonstration")
      ->check(not_empty);
  run_command
      ->add_option("--out", run.out, "Folder for the results (default: out/<name of the case>)")
      ->check(not_empty);
  run_command->add_flag(
      "--json", run.json,
      "Print the results as one JSON object and nothing else; write files only with --out");
  run_command
      ->add_option("--threads", run.threads, "Threads of a solve (default: as the case says)")
      ->check(CLI::Range(1, 256))
      ->option_text("1..256");
  const auto add_units = [](CLI::App* command, tread::casefile::InpUnits& target) {
    command
        ->add_option_function<std::string>(
            "--inp-units",
            [&target](const std::string& name) {
              target = name == "m" ? tread::casefile::InpUnits::metre
                                   : tread::casefile::InpUnits::millimetre;
            },
            "Units of an .inp file: mm (mm, N, N/mm2; the default) or m (m, N, Pa)")
        ->check(CLI::IsMember(std::vector<std::string>{"mm", "m"}))
        ->option_text("mm|m");
  };
  add_units(run_command, run.inp_units);

  tread::app::CheckArguments check;
  CLI::App* check_command =
      app.add_subcommand("check", "Read and validate a case without solving it");
  check_command->add_option("case", check.case_path, "Case file")->required()->check(not_empty);
  add_units(check_command, check.inp_units);

  bool markdown = false;
  CLI::App* keys_command =
      app.add_subcommand("keys", "Every key a case can have: unit, range, default, meaning");
  keys_command->add_flag("--markdown", markdown, "As a page of documentation");

  tread::app::ReproduceArguments reproduce;
  CLI::App* reproduce_command = app.add_subcommand(
      "reproduce", "Tables and figures of the source documents: their value, ours, the difference");
  reproduce_command->add_option("what", reproduce.what, "Name of a table or figure, or all");
  reproduce_command->add_flag("--list", reproduce.list,
                              "Name all; those with nothing to compute are marked");
  reproduce_command->add_flag("--json", reproduce.json,
                              "Print the rows as one JSON array and nothing else");
  reproduce_command->add_option("--out", reproduce.out,
                                "Folder for pictures (default: out/reproduce)");

  tread::app::SweepArguments sweep;
  CLI::App* sweep_command = app.add_subcommand(
      "sweep",
      "Run all cases of a study: trains, speeds, anything that varies; goes on where it "
      "was stopped");
  sweep_command->add_option("study", sweep.study_path, "Study file")->required()->check(not_empty);
  sweep_command
      ->add_option("--out", sweep.out, "Folder for the results (default: out/<name of the study>)")
      ->check(not_empty);
  sweep_command
      ->add_option("--workers", sweep.workers,
                   "Cases at a time of each process (default: all cores; 1 under mpirun)")
      ->check(CLI::Range(1, 1024))
      ->option_text("1..1024");
  sweep_command->add_flag("--fresh", sweep.fresh, "Forget the cases that are finished already");
  sweep_command->add_flag("--yes", sweep.yes, "Begin even if there are very many cases");
  sweep_command->add_flag("--json", sweep.json,
                          "Print the results as one JSON object and nothing else");

  tread::app::ReportArguments report;
  CLI::App* report_command =
      app.add_subcommand("report", "Write the report of finished results again, without solving");
  report_command->add_option("results", report.results, "Folder of results, or its result.h5")
      ->required()
      ->check(not_empty);
  report_command
      ->add_option("--out", report.out, "File to write (default: report.html beside the results)")
      ->check(not_empty);

  tread::app::ConvertArguments convert;
  CLI::App* convert_command =
      app.add_subcommand("convert", "Write results in another format: Matlab, HDF5, ParaView, CSV");
  convert_command->add_option("input", convert.input, "Folder of results, or its result.h5")
      ->required()
      ->check(not_empty);
  convert_command
      ->add_option("output", convert.out,
                   "File to write, its format by its ending: .mat, .h5, .pvd; a name without "
                   "ending is a folder for .csv files")
      ->required()
      ->check(not_empty);

  tread::app::ViewArguments view;
  CLI::App* view_command = app.add_subcommand(
      "view", "Show results in the browser: plots, moving pictures, runs side by side");
  view_command
      ->add_option("results", view.results,
                   "Folders of results, folders with such folders inside, or result.h5 files")
      ->required()
      ->check(not_empty);
  view_command
      ->add_option("--port", view.port,
                   "Port on this machine (default: 8737, or the next that is free; 0: any)")
      ->check(CLI::Range(0, 65535))
      ->option_text("0..65535");
  view_command->add_flag("--no-browser", view.no_browser, "Print the address and nothing more");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? 0 : k_bad_input;
  }

  try {
    if (run_command->parsed()) return flushed(tread::app::run(run));
    if (check_command->parsed()) return flushed(tread::app::check(check));
    if (keys_command->parsed()) return flushed(tread::app::keys(markdown));
    if (report_command->parsed()) return flushed(tread::app::report(report));
    if (convert_command->parsed()) return flushed(tread::app::convert(convert));
    if (sweep_command->parsed()) return flushed(tread::app::sweep(sweep));
    if (view_command->parsed()) return flushed(tread::app::view(view));
    return flushed(tread::app::reproduce(reproduce));
  } catch (const tread::CaseError& error) {
    print_problems(error);
    return k_bad_input;
  } catch (const tread::ModelError& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return k_bad_input;
  } catch (const tread::IoError& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return k_bad_input;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "error: not enough memory\n  hint: use fewer cells\n");
    return k_bad_input;
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return k_failed;
  }
}
