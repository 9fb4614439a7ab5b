#include "tread/study/refine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "tread/study/case_facts.hpp"
#include "tread/study/words.hpp"

namespace tread::study {
namespace {

using casefile::CaseSetting;
using casefile::TomlNode;
using result::Evidence;

/// Numbers that a finer model would change if it changed anything.
constexpr std::array<std::string_view, 32> k_watched{
    // bridges
    "max_deflection", "max_acceleration", "max_deck_acceleration", "max_moment", "max_shear",
    "max_end_rotation", "max_force", "min_force_ratio", "max_body_acceleration",
    // contact
    "normal_force", "approach", "peak_pressure", "contact_area", "peak_traction",
    "frictional_power", "max_von_mises",
    // vehicles on track, wheelsets
    "max_vertical_force", "min_vertical_force", "max_lateral_force", "max_derailment_quotient_2m",
    "max_wheel_unloading_2m", "max_sum_of_lateral_forces_2m", "max_wear_number",
    "max_lateral_displacement", "rms_lateral_acceleration", "max_peak_pressure",
    // what falls
    "max_approach", "contact_time", "rebound_height", "max_depth", "max_pressure",
    "max_contact_width"};
constexpr std::array<std::string_view, 1> k_watched_vectors{"tangential_force"};

const result::Vector* find_vector(const result::CaseResult& found, std::string_view name) {
  const auto it = std::ranges::find(found.vectors, name, &result::Vector::name);
  return it == found.vectors.end() ? nullptr : &*it;
}

CaseSetting whole(std::string key, double value) {
  return {std::move(key), TomlNode{0, static_cast<std::int64_t>(value)}};
}
CaseSetting real(std::string key, double value) { return {std::move(key), TomlNode{0, value}}; }
CaseSetting nothing(std::string key) { return {std::move(key), std::nullopt}; }

bool says(const casefile::CaseFile& file, std::string_view key, std::string_view value) {
  const casefile::EchoEntry* entry = told(file, key);
  return entry != nullptr && entry->value == value;
}

void add_more_modes(const casefile::CaseFile& file, const result::CaseResult& found,
                    std::vector<Refinement>& out) {
  const result::Scalar* modes = find_scalar(found, "modes");
  if (bridge_of(file) == nullptr || modes == nullptr) return;
  out.push_back({"more_modes",
                 fmt::format("{} instead of {} modes", 2 * modes->value, modes->value),
                 {nothing("bridge.target_error"), whole("bridge.modes", 2 * modes->value)}});
}

/// Schemes that choose their steps have a tolerance instead.
void add_step(const casefile::CaseFile& file, const result::CaseResult& found,
              std::vector<Refinement>& out) {
  if (const std::optional<double> tolerance = told_number(file, "time.relative_tolerance")) {
    out.push_back(
        {"smaller_tolerance",
         fmt::format("a tolerance of {:.3g} instead of {:.3g}", *tolerance / 10, *tolerance),
         {real("time.relative_tolerance", *tolerance / 10)}});
    return;
  }
  const result::Scalar* taken = find_scalar(found, "step");
  const std::optional<double> step =
      taken != nullptr ? std::optional(taken->value) : told_number(file, "time.step");
  if (!step) return;
  Refinement half{"half_the_step",
                  fmt::format("steps of {:.3g} instead of {:.3g} ms", 500 * *step, 1000 * *step),
                  {real("time.step", *step / 2)}};
  for (const std::string key : {"time.contact_step", "time.least_step"}) {
    if (const std::optional<double> given = told_number(file, key)) {
      half.settings.push_back(real(key, *given / 2));
    }
  }
  out.push_back(std::move(half));
}

void add_elements(const casefile::CaseFile& file, std::vector<Refinement>& out) {
  Refinement finer{"finer_elements", "", {}};
  constexpr double k_elements_of_a_span = 20;  // unless bridge.elements says otherwise
  if (says(file, "bridge.model", "elements")) {
    const double elements = told_number(file, "bridge.elements").value_or(k_elements_of_a_span);
    finer.settings.push_back(whole("bridge.elements", 2 * elements));
    finer.title = fmt::format("{:g} instead of {:g} elements a span", 2 * elements, elements);
  }
  if (const std::optional<double> spacing = told_number(file, "track.sleeper_spacing")) {
    const double length = told_number(file, "track.element_length").value_or(*spacing / 2);
    finer.settings.push_back(real("track.element_length", length / 2));
    finer.title += fmt::format("{}rails of {:.3g} instead of {:.3g} m an element",
                               finer.title.empty() ? "" : ", ", length / 2, length);
  }
  if (!finer.settings.empty()) out.push_back(std::move(finer));
}

/// Cells of the contact's grid; a line contact has one across.
void add_finer_grid(const casefile::CaseFile& file, std::vector<Refinement>& out) {
  const std::optional<double> x = told_number(file, "grid.cells_x");
  const std::optional<double> y = told_number(file, "grid.cells_y");
  if (x && y && !says(file, "drop.contact", "hertz")) {
    const double finer_y = *y > 1 ? 2 * *y : 1;
    out.push_back({"finer_grid",
                   fmt::format("{} x {} instead of {} x {} cells", 2 * *x, finer_y, *x, *y),
                   {whole("grid.cells_x", 2 * *x), whole("grid.cells_y", finer_y)}});
  }
}

/// Cells across the contacts of wheels, unless they have a size.
void add_cells_of_wheels(const casefile::CaseFile& file, std::vector<Refinement>& out) {
  constexpr double k_cells_of_fastsim = 15;  // unless contact.cells says otherwise
  constexpr double k_cells_of_half_space = 30;
  const bool is_half_space = says(file, "contact.model", "half_space");
  const bool has_cells = is_half_space || says(file, "contact.model", "hertz_fastsim") ||
                         says(file, "contact.model", "semi_elastic");
  if (!has_cells || told(file, "contact.cell_size_x") != nullptr) return;
  const double cells = told_number(file, "contact.cells")
                           .value_or(is_half_space ? k_cells_of_half_space : k_cells_of_fastsim);
  out.push_back({"finer_grid",
                 fmt::format("{} instead of {} cells across a contact", 2 * cells, cells),
                 {whole("contact.cells", 2 * cells)}});
}

void add_changes(const result::Vector& found, const result::Vector& refined,
                 std::vector<Evidence::Change>& changes) {
  // Beside the largest, components that are nothing but rounding say nothing.
  constexpr double k_least_share = 1e-6;
  double largest = 0;
  for (const auto& part : found.components) largest = std::max(largest, std::abs(part.value));
  for (std::size_t i = 0; i < std::min(found.components.size(), refined.components.size()); ++i) {
    const result::Vector::Component& part = found.components[i];
    if (std::abs(part.value) <= k_least_share * largest) continue;
    changes.push_back({fmt::format("{}_{}", found.name, part.label), part.unit, part.value,
                       refined.components[i].value, found.meaning, refined.meaning});
  }
}

}  // namespace

std::vector<Refinement> refinements_of(const casefile::CaseFile& file,
                                       const result::CaseResult& found) {
  std::vector<Refinement> refinements;
  add_more_modes(file, found, refinements);
  add_step(file, found, refinements);
  add_elements(file, refinements);
  add_finer_grid(file, refinements);
  add_cells_of_wheels(file, refinements);
  return refinements;
}

Evidence evidence_of(const Refinement& refinement, const result::CaseResult& found,
                     const result::CaseResult& refined) {
  if (!refined.ok) return no_evidence(refinement, result::in_words(refined.status));
  Evidence evidence{refinement.name, refinement.title, "", {}};
  for (const std::string_view name : k_watched) {
    const result::Scalar* before = find_scalar(found, name);
    const result::Scalar* after = find_scalar(refined, name);
    if (before == nullptr || after == nullptr || before->value == 0) continue;
    evidence.changes.push_back(
        {before->name, before->unit, before->value, after->value, before->meaning, after->meaning});
  }
  for (const std::string_view name : k_watched_vectors) {
    const result::Vector* before = find_vector(found, name);
    const result::Vector* after = find_vector(refined, name);
    if (before != nullptr && after != nullptr) add_changes(*before, *after, evidence.changes);
  }
  return evidence;
}

Evidence no_evidence(const Refinement& refinement, std::string why) {
  return {refinement.name, refinement.title, std::move(why), {}};
}

}  // namespace tread::study
