#include "command.hpp"

#include <vector>

namespace tread::app {

std::string not_empty(const std::string& text) {
  return text.empty() ? "must not be empty; leave it out altogether" : "";
}

void add_talk(CLI::App& command, ConsoleSettings& settings) {
  CLI::Option* verbose = command.add_flag_callback(
      "-v,--verbose", [&settings] { settings.verbosity = Verbosity::verbose; },
      "Tell more: files, phases with their times, iterations");
  command
      .add_flag_callback(
          "-q,--quiet", [&settings] { settings.verbosity = Verbosity::quiet; },
          "Tell nothing but errors and what was asked for")
      ->excludes(verbose);
  command
      .add_option_function<std::string>(
          "--color",
          [&settings](const std::string& when) {
            settings.colour = when == "always"  ? Colour::always
                              : when == "never" ? Colour::never
                                                : Colour::automatic;
          },
          "Colours: auto (on a terminal; the default), always or never")
      ->check(CLI::IsMember(std::vector<std::string>{"auto", "always", "never"}))
      ->option_text("auto|always|never");
}

void add_inp_units(CLI::App& command, casefile::InpUnits& target) {
  command
      .add_option_function<std::string>(
          "--inp-units",
          [&target](const std::string& name) {
            target = name == "m" ? casefile::InpUnits::metre : casefile::InpUnits::millimetre;
          },
          "Units of an .inp file: mm (mm, N, N/mm2; the default) or m (m, N, Pa)")
      ->check(CLI::IsMember(std::vector<std::string>{"mm", "m"}))
      ->option_text("mm|m");
}

void add_threads(CLI::App& command, int& target, const std::string& what) {
  command.add_option("--threads", target, what)->check(CLI::Range(1, 256))->option_text("1..256");
}

}  // namespace tread::app
