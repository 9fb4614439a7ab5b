#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "tread/casefile/read_case.hpp"
#include "tread/study/run_case.hpp"

namespace tread::app {
namespace {

struct CheckArguments {
  std::string case_path;
  bool json = false;
  casefile::InpUnits inp_units = casefile::InpUnits::millimetre;
};

int check_file(const CheckArguments& arguments, Console& console) {
  const casefile::CaseFile file = casefile::read_case(arguments.case_path, arguments.inp_units);
  console.warnings_of(file.path, file.warnings);
  console.detail(fmt::format("read {}", file.path));
  study::check_case(file);
  if (arguments.json) {
    fmt::print("{}\n", nlohmann::ordered_json{{"file", arguments.case_path},
                                              {"cases", file.n_cases()},
                                              {"units_note", file.units_note},
                                              {"warnings", file.warnings}}
                           .dump(2));
    return k_done;
  }
  if (console.is_quiet()) return k_done;
  fmt::print("{}: fine, {} case{}\n", arguments.case_path, file.n_cases(),
             file.n_cases() == 1 ? "" : "s");
  if (!file.units_note.empty()) fmt::print("{}\n", file.units_note);
  return k_done;
}

}  // namespace

void add_check(CLI::App& program, Action& action) {
  const auto arguments = std::make_shared<CheckArguments>();
  CLI::App& command =
      *program.add_subcommand("check", "Read and validate a case without solving it");
  command.group(k_group_cases);
  command.add_option("case", arguments->case_path, "Case file")
      ->type_name("FILE")
      ->required()
      ->check(not_empty);
  command.add_flag("--json", arguments->json,
                   "Print what was found as one JSON object; problems go to standard error");
  add_inp_units(command, arguments->inp_units);
  command.footer("  tread check wheel.toml");
  on_command(command, action, arguments, check_file);
}

}  // namespace tread::app
