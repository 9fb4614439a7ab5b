#include "tread/casefile/bridge_keys.hpp"

#include <fmt/format.h>

#include <array>
#include <numeric>

namespace tread::casefile {

namespace {

using standards::BridgeKind;

struct DampingType {
  const char* word;
  const char* doc;
  BridgeKind kind;
};

constexpr std::array k_damping_types{
    DampingType{"steel_or_composite", "0.5 % from 20 m on, below 20 m 0.125 % more for each metre",
                BridgeKind::steel_or_composite},
    DampingType{"prestressed_concrete", "1.0 % from 20 m on, below 20 m 0.07 % more for each metre",
                BridgeKind::prestressed_concrete},
    DampingType{"reinforced_concrete",
                "and filler beams: 1.5 % from 20 m on, below 20 m 0.07 % more for each metre",
                BridgeKind::reinforced_concrete}};

std::vector<Choice> damping_types() {
  std::vector<Choice> choices;
  for (const DampingType& type : k_damping_types) choices.push_back({type.word, type.doc});
  return choices;
}

KeyList<BridgeSectionInput> section_keys() {
  using enum Dimension;
  KeyList<BridgeSectionInput> keys;
  keys.table({.name = "bridge.section",
              .doc = "Cross-sections of a bridge along which they vary, from left to right: "
                     "straight between two of them, a jump where two have the same x, constant "
                     "before the first and behind the last. They stand in place of the stiffness "
                     "and mass of [bridge]; vehicles need bridge.model = elements for them."});
  keys.add(number("x", length, at_least(0), "Its position").is_required(),
           at(&BridgeSectionInput::x));
  keys.add(
      number("bending_stiffness", Dimension::bending_stiffness, positive(), "Bending stiffness EI")
          .is_required()
          .usually(between(1e6, 1e14)),
      at(&BridgeSectionInput::bending_stiffness));
  keys.add(number("mass_per_length", linear_density, positive(), "Mass for each metre")
               .is_required()
               .usually(between(200, 1e5)),
           at(&BridgeSectionInput::mass_per_length));
  keys.add(number("shear_stiffness", force, positive(),
                  "Shear stiffness GA; of all cross-sections or of none"),
           at(&BridgeSectionInput::shear_stiffness));
  keys.add(
      number("rotary_inertia", none, at_least(0), "Rotary inertia rho I in kg m").defaults_to(0.0),
      at(&BridgeSectionInput::rotary_inertia));
  return keys;
}

/// What [[bridge.section]] stands in place of.
constexpr std::array k_of_one_section{"bridge.bending_stiffness", "bridge.young_modulus",
                                      "bridge.second_moment",     "bridge.mass_per_length",
                                      "bridge.shear_stiffness",   "bridge.rotary_inertia"};

void check_varying_sections(const BridgeInput& bridge, const Reading& reading,
                            ProblemList& problems) {
  for (const char* key : k_of_one_section) {
    if (reading.given(key) == nullptr) continue;
    problems.add(reading.problem(key, "conflicts with [[bridge.section]]",
                                 "a bridge has one cross-section or several"));
  }
  const std::vector<double> spans = bridge.span_lengths();
  const double length = std::accumulate(spans.begin(), spans.end(), 0.0);
  for (std::size_t i = 0; i < bridge.sections.size(); ++i) {
    const BridgeSectionInput& section = bridge.sections[i];
    const std::string table = nth_table("bridge.section", static_cast<int>(i + 1));
    const BridgeSectionInput& before = bridge.sections[i > 0 ? i - 1 : 0];
    if (section.x < before.x) {
      problems.add(reading.problem(table + ".x", fmt::format("comes after {} m", before.x),
                                   "order the cross-sections from left to right"));
    }
    if (section.x > length) {
      problems.add(reading.problem(
          table + ".x", fmt::format("is not on the bridge, which is {} m long", length)));
    }
    if (section.shear_stiffness.has_value() != before.shear_stiffness.has_value()) {
      problems.add(reading.problem(table + ".shear_stiffness",
                                   "is given for some cross-sections and not for others",
                                   "give it for all of them or for none"));
    }
  }
}

void check_one_section(const Reading& reading, ProblemList& problems) {
  if (reading.given("bridge.mass_per_length") == nullptr) {
    problems.add(reading.problem("bridge.mass_per_length", "is missing",
                                 "give it, or [[bridge.section]] if the cross-section varies"));
  }
  if (reading.given("bridge.bending_stiffness") == nullptr &&
      reading.given("bridge.young_modulus") == nullptr &&
      reading.given("bridge.second_moment") == nullptr) {
    problems.add(reading.problem("bridge.bending_stiffness", "is missing",
                                 "give it, or young_modulus and second_moment"));
  }
}

void check_elements(const BridgeInput& bridge, const Reading& reading, ProblemList& problems) {
  const bool is_modal = bridge.solution == "modal";
  const bool has_type = !bridge.damping_type.empty();
  if ((bridge.damping_ratio > 0 || has_type) && !is_modal) {
    problems.add(reading.problem(
        has_type ? "bridge.damping_type" : "bridge.damping_ratio",
        "a ratio for all modes is no damping of finite elements",
        "give bridge.rayleigh = [of mass, of stiffness], or set bridge.solution = \"modal\""));
  }
  if (bridge.modes && !is_modal) {
    problems.add(reading.problem("bridge.modes", "all unknowns of the elements are kept",
                                 "leave it out, or set bridge.solution = \"modal\""));
  }
  if (bridge.target_error) {
    problems.add(reading.problem("bridge.target_error", "only for bridge.model = modes",
                                 "the report tells the error of modes of finite elements"));
  }
}

}  // namespace

KeyList<BridgeInput> bridge_keys() {
  using enum Dimension;
  KeyList<BridgeInput> keys;
  keys.table(
      {.name = "bridge", .doc = "The bridge: a beam that bends; x counts from its left end."});
  keys.add(number("length", length, positive(), "Length of a bridge of one span")
               .excludes({"bridge.spans"}),
           at(&BridgeInput::length));
  keys.add(numbers("spans", length, positive(), "Lengths of several spans, from left to right"),
           at(&BridgeInput::spans));
  keys.add(choice("joints",
                  {{"continuous", "one beam over piers"}, {"separate", "each span for itself"}},
                  "What several spans are")
               .defaults_to(std::string("continuous")),
           at(&BridgeInput::joints));
  keys.add(number("young_modulus", stress, positive(), "Young's modulus E")
               .usually(between(1e9, 3e11))
               .excludes({"bridge.bending_stiffness"})
               .needs_one_of({"bridge.second_moment"}),
           at(&BridgeInput::young_modulus));
  keys.add(number("second_moment", Dimension::second_moment, positive(), "Second moment of area I")
               .usually(between(1e-4, 200))
               .excludes({"bridge.bending_stiffness"})
               .needs_one_of({"bridge.young_modulus"}),
           at(&BridgeInput::second_moment));
  keys.add(
      number("bending_stiffness", Dimension::bending_stiffness, positive(), "Bending stiffness EI")
          .usually(between(1e6, 1e14)),
      at(&BridgeInput::bending_stiffness));
  keys.add(number("mass_per_length", linear_density, positive(),
                  "Mass for each metre; required without [[bridge.section]]")
               .usually(between(200, 1e5)),
           at(&BridgeInput::mass_per_length));
  keys.add(number("shear_stiffness", force, positive(),
                  "Shear stiffness GA of the cross-section (Timoshenko); left out: no shear "
                  "deformation"),
           at(&BridgeInput::shear_stiffness));
  keys.add(number("rotary_inertia", none, at_least(0), "Rotary inertia rho I in kg m")
               .defaults_to(0.0)
               .needs_one_of({"bridge.shear_stiffness"}),
           at(&BridgeInput::rotary_inertia));
  keys.add(choice("supports",
                  {{"simply_supported", "free to turn at both ends"},
                   {"clamped", "held with its slope at both ends"},
                   {"clamped_pinned", "clamped on the left, free to turn on the right"},
                   {"cantilever", "clamped on the left, free on the right; one span"},
                   {"elastic", "on springs at both ends and at all piers"}},
                  "How its ends are held; piers between spans are free to turn")
               .defaults_to(std::string("simply_supported")),
           at(&BridgeInput::supports));
  keys.add(number("support_stiffness", stiffness, positive(), "Vertical stiffness of each spring")
               .only_for("bridge.supports", {"elastic"})
               .is_required_for({"elastic"}),
           at(&BridgeInput::support_stiffness));
  keys.add(number("support_rotational_stiffness", rotational_stiffness, at_least(0),
                  "Stiffness against turning of each support")
               .only_for("bridge.supports", {"elastic"})
               .defaults_to(0.0),
           at(&BridgeInput::support_rotational_stiffness));
  keys.add(number("damping_ratio", none, between(0, 10), "Damping ratio of all modes; 1 % is 0.01")
               .defaults_to(0.0)
               .usually(between(0, 0.1))
               .excludes({"bridge.rayleigh"}),
           at(&BridgeInput::damping_ratio));
  keys.add(choice("damping_type", damping_types(),
                  "Instead: the least damping ratio of such bridges by their longest span "
                  "(EN 1991-2 6.4.6.3.1, table 6.6)")
               .excludes({"bridge.damping_ratio", "bridge.rayleigh"}),
           at(&BridgeInput::damping_type));
  keys.add(truth("additional_damping",
                 "Damping for what vehicles on springs take out of the bridge where trains are "
                 "forces, spans below 30 m; of continuous beams that of the span with the least "
                 "(EN 1991-2 6.4.6.4(4), figure 6.15). Rejected where vehicles run on the bridge: "
                 "it would count twice")
               .defaults_to(false)
               .excludes({"bridge.rayleigh"}),
           at(&BridgeInput::additional_damping));
  keys.add(plain_numbers("rayleigh", 2, "1/s, s",
                         "Rayleigh damping instead: factors of mass and stiffness"),
           at(&BridgeInput::rayleigh));
  keys.add(number("permanent_deflection", length, positive(),
                  "Deflection at midspan under permanent loads, as measured or designed, of a beam "
                  "on two supports: n0 = 17.75/sqrt(deflection in mm) (EN 1991-2 6.4.4 (6.3)) is "
                  "compared with that of the model"),
           at(&BridgeInput::permanent_deflection));
  keys.add(whole_number("modes", between(1, 2000), "Number of modes of each beam")
               .excludes({"bridge.target_error"}),
           at(&BridgeInput::modes));
  keys.add(number("target_error", length, positive(),
                  "As many modes as the heaviest axle at rest needs for this error of the "
                  "deflection, 2000 at most; left out, and no modes: those that lack no more than "
                  "a thousandth of the deflection in bending and a hundredth in shear"),
           at(&BridgeInput::target_error));
  keys.add(
      choice("mode_method",
             {{"automatic", "closed form where there is one, else finite elements"},
              {"finite_elements", ""},
              {"finite_differences", "as in the thesis; clamped or simply supported, one span"}},
             "How modes are found")
          .defaults_to(std::string("automatic")),
      at(&BridgeInput::mode_method));
  keys.add(whole_number("elements", between(4, 20000),
                        "Elements of each span (model = elements; left out: 20); or of the whole "
                        "beam, or intervals of finite differences, for its modes (left out: what "
                        "they need)"),
           at(&BridgeInput::elements));
  keys.add(choice("model",
                  {{"modes", "few modes"}, {"elements", "finite elements with all their unknowns"}},
                  "What is stepped")
               .defaults_to(std::string("modes")),
           at(&BridgeInput::model));
  keys.add(choice("solution",
                  {{"full", "all unknowns, factorised once; Rayleigh damping"},
                   {"modal", "modes of the elements, static correction and estimated error"}},
                  "How finite elements are solved")
               .only_for("bridge.model", {"elements"})
               .defaults_to(std::string("full")),
           at(&BridgeInput::solution));
  keys.add_each(section_keys(), at(&BridgeInput::sections));
  return keys;
}

std::vector<std::string> bridge_tables() { return {"bridge", "bridge.section"}; }

std::optional<BridgeKind> damping_kind(const BridgeInput& bridge) {
  for (const DampingType& type : k_damping_types) {
    if (type.word == bridge.damping_type) return type.kind;
  }
  return std::nullopt;
}

void check_bridge(const BridgeInput& bridge, const Reading& reading, ProblemList& problems) {
  if (reading.given("bridge.length") == nullptr && reading.given("bridge.spans") == nullptr) {
    problems.add(reading.problem("bridge.length", "is missing",
                                 "give the length of one span, or spans as a list"));
  }
  if (bridge.sections.empty()) {
    check_one_section(reading, problems);
  } else {
    check_varying_sections(bridge, reading, problems);
  }
  if (bridge.permanent_deflection && !bridge.is_on_two_supports()) {
    problems.add(reading.problem("bridge.permanent_deflection",
                                 "the formula is for beams on two supports",
                                 "leave it out, or set bridge.joints = \"separate\""));
  }
  if (bridge.model == "elements") check_elements(bridge, reading, problems);
  if (bridge.supports == "cantilever" && bridge.spans.size() > 1) {
    problems.add(reading.problem("bridge.supports", "a cantilever has one span",
                                 "give bridge.length, or other supports"));
  }
}

}  // namespace tread::casefile
