// The command line: reads arguments, calls the study room, tells people what happened.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>

#include "commands.hpp"
#include "help.hpp"
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
  CLI::App app("tread", "tread");
  app.set_help_flag("-h,--help", "This text; of a command: tread COMMAND --help");
  app.set_version_flag("--version", "tread " + tread::study::program_version(), "The version");
  app.require_subcommand(1);
  app.failure_message([](const CLI::App* program, const CLI::Error& error) {
    return usage_error(*program, error);
  });
  app.formatter_fn([](const CLI::App* command, const std::string&, CLI::AppFormatMode) {
    return command->get_parent() == nullptr ? program_help(*command) : command_help(*command);
  });

  // In the order of the help.
  Action action;
  add_run(app, action);
  add_check(app, action);
  add_sweep(app, action);
  add_reproduce(app, action);
  add_convert(app, action);
  add_examples(app, action);
  add_keys(app, action);
  add_help(app, action);
  add_completion(app, action);
  add_manual(app, action);

  ConsoleSettings settings;
  add_talk(app, settings);
  for (CLI::App* command : app.get_subcommands(nullptr)) {
    command->set_help_flag("-h,--help", "This text");
    add_talk(*command, settings);
  }

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? k_done : k_bad_input;
  }
  Console console(settings);
  return result_of(action, console);
}
