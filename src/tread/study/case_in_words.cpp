#include "tread/study/case_in_words.hpp"

#include <cmath>

#include "tread/study/words.hpp"

namespace tread::study {
namespace {

/// What several cases of one file have in common is told by the first.
std::string with_count(std::string first, std::size_t n_cases) {
  if (n_cases < 2) return first;
  return fmt::format("{} cases. The first: {}", n_cases, first);
}

std::string fall_in_words(double height, double velocity) {
  const std::string how = fmt::format("{} at {}", velocity < 0 ? "moving down" : "moving up",
                                      in_words(std::abs(velocity), "m/s"));
  if (height == 0) return velocity == 0 ? "is let go" : "starts at the surface, " + how + ",";
  return fmt::format("falls from {}{}", in_words(height, "m"),
                     velocity == 0 ? "" : ", at first " + how + ",");
}

std::string condition_in_words(const std::string& condition) {
  if (condition == "unilateral") return "complementarity of gap and pressure";
  if (condition == "hertz_line") return "Hertz's line contact";
  if (condition == "hertz_thesis") return "the thesis' formulas of line contact";
  if (condition == "grid_solver") return "the half-space on a grid";
  return "given displacements";
}

}  // namespace

std::string scheme_in_words(std::string_view scheme) {
  return fmt::format("integrated in time by {}", result::in_words(scheme));
}

std::string material_in_words(const Material& material) {
  if (material.is_rigid()) return "rigid";
  const double young = material.young_modulus();
  const bool is_steel = young > 195e9 && young < 216e9 && material.poisson_ratio > 0.26 &&
                        material.poisson_ratio < 0.31;
  return is_steel ? "steel" : fmt::format("elastic, E = {}", in_words(young, "Pa"));
}

std::string in_words(const casefile::DropCase& drop) {
  const std::string law = drop.law == casefile::DropCase::Law::hertz
                              ? "by Hertz's law"
                              : "on a grid, solved anew at every step";
  std::string text = fmt::format("A {} and {} {} on a half-space. The contact is computed {}",
                                 in_words(drop.surfaces.shape), in_words(drop.mass, "kg"),
                                 fall_in_words(drop.height, drop.velocity), law);
  text += fmt::format("; {} until {}", scheme_in_words(drop.time.scheme.name),
                      in_words(drop.time.end, "s"));
  if (drop.time.step > 0) text += fmt::format(" with steps of {}", in_words(drop.time.step, "s"));
  if (drop.time.contact_step > 0) {
    text += fmt::format(", {} in contact", in_words(drop.time.contact_step, "s"));
  }
  return text + ".";
}

std::string in_words(const casefile::ImpactCase& impact) {
  const casefile::ImpactGround& ground = impact.ground;
  std::string text = fmt::format(
      "A rigid cylinder of {} radius {} on elastic ground with inertia (E = {}, {} wide and {} "
      "deep, {} grid of {} x {} nodes).",
      in_words(impact.cylinder.radius, "m"),
      fall_in_words(impact.cylinder.height, impact.cylinder.velocity),
      in_words(ground.young_modulus, "Pa"), in_words(ground.width, "m"),
      in_words(ground.height, "m"), impact.grid.type, impact.grid.nodes_x, impact.grid.nodes_z);
  text += fmt::format(" Contact by {}; {} with steps of {}",
                      condition_in_words(impact.contact.condition),
                      scheme_in_words(impact.time.scheme), in_words(impact.time.step, "s"));
  if (impact.time.contact_step) {
    text += fmt::format(", {} in contact", in_words(*impact.time.contact_step, "s"));
  }
  return text + fmt::format(", until {}.", in_words(impact.time.end, "s"));
}

std::string case_in_words(const casefile::CaseFile& file,
                          const std::vector<result::CaseResult>& results) {
  if (file.drop) return in_words(*file.drop);
  if (file.impact) return in_words(*file.impact);
  if (file.moving_load) return in_words(*file.moving_load, results);
  if (file.train_bridge) return in_words(*file.train_bridge, results);
  if (file.wheelset) return in_words(*file.wheelset);
  if (file.vehicle_run) return in_words(*file.vehicle_run);
  if (!file.cases.empty()) {
    return with_count(in_words(file.cases.front(), results), file.n_cases());
  }
  if (!file.wheels_on_rails.empty()) {
    return with_count(in_words(file.wheels_on_rails.front()), file.n_cases());
  }
  return "";
}

}  // namespace tread::study
