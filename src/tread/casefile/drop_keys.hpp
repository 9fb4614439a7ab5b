#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tread/casefile/contact_keys.hpp"
#include "tread/casefile/drop_case.hpp"
#include "tread/casefile/time_keys.hpp"

namespace tread::casefile {

/// The keys of a body dropped on an elastic half-space, SI.
struct DropInput {
  std::string scenario;
  std::string title;
  ContactInput contact;  // of it: shape, upper, lower, grid, solver
  std::optional<double> mass;
  std::optional<double> density;
  double height = 0;
  double velocity = 0;
  double gravity = 0;
  std::string law;
  std::vector<double> surface_times;
  TimeInput time;
};

KeyList<DropInput> drop_keys(std::vector<Choice> scenarios);

/// Makes the case from its keys and adds what is wrong between them to problems; the case is of use
/// only if there are none.
DropCase build_drop_case(const DropInput& input, const std::filesystem::path& base_dir,
                         Reading& reading, ProblemList& problems);

}  // namespace tread::casefile
