// The command line: reads arguments, calls the study room, tells people what happened.

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

void print_problems(const tread::CaseError& error, tread::app::Console& console) {
  for (const tread::Problem& problem : error.problems()) {
    console.error(problem.text());
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

/// A disk that is full or a pipe that was closed shows only when the last bytes are written.
int flushed(int code, tread::app::Console& console) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  console.error(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
  return tread::app::k_failed;
}

int result_of(const tread::app::Action& action, tread::app::Console& console) {
  using tread::app::k_bad_input;
  try {
    return flushed(action(console), console);
  } catch (const tread::CaseError& error) {
    print_problems(error, console);
    return k_bad_input;
  } catch (const tread::ModelError& error) {
    console.error(error.what());
    return k_bad_input;
  } catch (const tread::IoError& error) {
    console.error(error.what());
    return k_bad_input;
  } catch (const std::bad_alloc&) {
    console.error("not enough memory\n  hint: use fewer cells");
    return k_bad_input;
  } catch (const std::exception& error) {
    console.error(error.what());
    return tread::app::k_failed;
  }
}

}  // namespace

int main(int argc, char** argv) {
  using namespace tread::app;
  CLI::App app("tread: wheel-rail contact and train-bridge dynamics", "tread");
  app.set_version_flag("--version", "tread " + tread::study::program_version());
  app.require_subcommand(1);
  app.failure_message(what_and_help);
  app.set_help_all_flag("--help-all", "Help of all commands");

  Action action;
  add_check(app, action);
  add_keys(app, action);
  add_reproduce(app, action);
  add_run(app, action);
  add_sweep(app, action);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? k_done : k_bad_input;
  }
  Console console;
  return result_of(action, console);
}
