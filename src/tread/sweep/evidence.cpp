#include "tread/sweep/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <future>

#include "tread/core/errors.hpp"
#include "tread/study/measure_case.hpp"
#include "tread/sweep/case_facts.hpp"

namespace tread::sweep {
namespace {

using casefile::CaseSetting;
using casefile::TomlNode;

/// Numbers that a finer model would change if it changed anything.
constexpr std::array<std::string_view, 9> k_watched{
    "max_deflection", "max_acceleration", "max_deck_acceleration",
    "max_moment",     "max_shear",        "max_end_rotation",
    "max_force",      "min_force_ratio",  "max_body_acceleration"};

const result::Scalar* find_number(const result::CaseResult& measured, std::string_view name) {
  const auto found = std::ranges::find(measured.scalars, name, &result::Scalar::name);
  return found == measured.scalars.end() ? nullptr : &*found;
}

bool says(const casefile::CaseFile& file, std::string_view key, std::string_view value) {
  const casefile::EchoEntry* entry = told(file, key);
  return entry != nullptr && entry->value == value;
}

CaseSetting whole(std::string key, double value) {
  return {std::move(key), TomlNode{0, static_cast<std::int64_t>(value)}};
}
CaseSetting real(std::string key, double value) { return {std::move(key), TomlNode{0, value}}; }
CaseSetting nothing(std::string key) { return {std::move(key), std::nullopt}; }

void add_modes(const casefile::CaseFile& file, const result::CaseResult& measured,
               std::vector<Refinement>& out) {
  const result::Scalar* modes = find_number(measured, "modes");
  if (bridge_of(file) == nullptr || modes == nullptr) return;
  out.push_back({"more_modes",
                 fmt::format("{} instead of {} modes", 2 * modes->value, modes->value),
                 {nothing("bridge.target_error"), whole("bridge.modes", 2 * modes->value)}});
}

void add_step(const casefile::CaseFile& file, const result::CaseResult& measured,
              std::vector<Refinement>& out) {
  const result::Scalar* measured_step = find_number(measured, "step");
  const std::optional<double> step = measured_step != nullptr ? std::optional(measured_step->value)
                                                              : told_number(file, "time.step");
  if (!step) return;
  out.push_back({"half_the_step",
                 fmt::format("steps of {:.3g} instead of {:.3g} ms", 500 * *step, 1000 * *step),
                 {real("time.step", *step / 2)}});
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

Evidence compared(const casefile::StudyFile& study, std::size_t i_case,
                  const result::CaseResult& measured, Refinement refinement, Observer& observer) {
  Evidence evidence{std::move(refinement), "", {}};
  try {
    const casefile::CaseFile file =
        casefile::case_of_study(study, i_case, evidence.refinement.settings);
    study::MeasureMemory memory;
    const result::CaseResult refined = study::measure_case(file, memory, observer);
    if (!refined.ok) evidence.failure = result::in_words(refined.status);
    for (const std::string_view name : k_watched) {
      const result::Scalar* before = find_number(measured, name);
      const result::Scalar* after = find_number(refined, name);
      if (before == nullptr || after == nullptr || before->value == 0) continue;
      evidence.changes.push_back(
          {std::string(name),
           (std::abs(after->value) - std::abs(before->value)) / std::abs(before->value)});
    }
  } catch (const std::exception& error) {
    evidence.failure = error.what();
  }
  return evidence;
}

}  // namespace

std::vector<Refinement> refinements_of(const casefile::CaseFile& file,
                                       const result::CaseResult& measured) {
  std::vector<Refinement> refinements;
  add_modes(file, measured, refinements);
  add_step(file, measured, refinements);
  add_elements(file, refinements);
  return refinements;
}

std::vector<Evidence> evidence_for(const casefile::StudyFile& study, std::size_t i_case,
                                   const result::CaseResult& measured, Observer& observer) {
  const std::vector<Refinement> refinements =
      refinements_of(casefile::case_of_study(study, i_case), measured);
  StopOnly stop(observer);
  std::vector<std::future<Evidence>> at_work;
  for (const Refinement& refinement : refinements) {
    at_work.push_back(std::async(std::launch::async, [&, refinement] {
      return compared(study, i_case, measured, refinement, stop);
    }));
  }
  std::vector<Evidence> evidence;
  for (std::future<Evidence>& one : at_work) {
    while (one.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready) {
      observer.on_progress(
          static_cast<double>(evidence.size()) / static_cast<double>(refinements.size()),
          "the case that decides, refined");
    }
    evidence.push_back(one.get());
  }
  if (observer.stop_requested()) evidence.clear();
  return evidence;
}

}  // namespace tread::sweep
