#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tread/casefile/contact_case.hpp"
#include "tread/casefile/drop_case.hpp"
#include "tread/casefile/impact_case.hpp"
#include "tread/casefile/moving_load_case.hpp"
#include "tread/casefile/train_bridge_case.hpp"
#include "tread/casefile/vehicle_run_case.hpp"
#include "tread/casefile/wheel_on_rail_case.hpp"
#include "tread/casefile/wheelset_case.hpp"

namespace tread::casefile {

/// Texts of cases are handed on to their results, to run them again, unless they are longer.
inline constexpr std::size_t k_most_text_kept = 1'000'000;

/// The text, or nothing if it is too long.
inline std::string text_to_keep(std::string_view text) {
  return text.size() > k_most_text_kept ? std::string() : std::string(text);
}

/// A case file: one case (TOML) or several (.inp).
struct CaseFile {
  std::string path;
  std::string text;                              // as it was read; empty: above k_most_text_kept
  std::filesystem::path base_dir;                // where files that a TOML case names are sought
  std::vector<ContactCase> cases;                // of the scenario contact; empty in any other
  std::vector<WheelOnRailCase> wheels_on_rails;  // of module 1 of an .inp file
  std::optional<DropCase> drop;                  // of the scenario drop
  std::optional<ImpactCase> impact;              // of the scenario impact
  std::optional<MovingLoadCase> moving_load;     // of the scenario moving_load
  std::optional<TrainBridgeCase> train_bridge;   // of the scenario train_bridge
  std::optional<VehicleRunCase> vehicle_run;     // of the scenario vehicle_run
  std::optional<WheelsetCase> wheelset;          // of the scenario wheelset
  std::vector<std::string> warnings;             // told to the user, none of them fatal
  std::string units_note;       // which units the numbers were taken in, where the format has none
  std::vector<EchoEntry> echo;  // TOML: every key that counts, in the order of the key reference

  std::size_t n_cases() const {
    const bool is_one = drop || impact || moving_load || train_bridge || vehicle_run || wheelset;
    return is_one ? 1 : cases.size() + wheels_on_rails.size();
  }
};

}  // namespace tread::casefile
