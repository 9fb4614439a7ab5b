#include "command.hpp"

#include <vector>

namespace tread::app {

std::string not_empty(const std::string& text) {
  return text.empty() ? "must not be empty; leave it out altogether" : "";
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
