#include "tread/casefile/rail_keys.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <limits>

#include "tread/casefile/named_files.hpp"
#include "tread/casefile/rail_file.hpp"
#include "tread/vehicle/irregularity_spectrum.hpp"

namespace tread::casefile {
namespace {

constexpr double k_shortest_wave = 3;  // m
constexpr double k_longest_wave = 150;
constexpr double k_ramp = 20;

std::vector<Choice> spectra() {
  std::vector<Choice> choices;
  for (const vehicle::Spectrum& spectrum : vehicle::named_spectra()) {
    choices.push_back(
        {spectrum.name, fmt::format("{}; {}", spectrum.formula, convention_of(spectrum))});
  }
  return choices;
}

void declare_rail_steps(KeyList<RailInput>& keys) {
  using enum Dimension;
  const std::vector<std::string> steps{"bump", "ramp"};
  const std::vector<std::string> places{"bump", "ramp", "joint"};
  keys.add(number("amplitude", length, any_value(), "Amplitude of the waves")
               .only_for("rail.type", {"sine"})
               .is_required_for({"sine"}),
           at(&RailInput::amplitude));
  keys.add(number("wavelength", length, positive(), "Their length")
               .only_for("rail.type", {"sine"})
               .is_required_for({"sine"}),
           at(&RailInput::wavelength));
  keys.add(number("height", length, any_value(), "Height of bump or ramp; negative: down")
               .only_for("rail.type", steps)
               .is_required_for(steps),
           at(&RailInput::height));
  keys.add(number("depth", length, above(0, 0.1), "How far the joint lies down")
               .only_for("rail.type", {"joint"})
               .is_required_for({"joint"}),
           at(&RailInput::depth));
  keys.add(number("length", length, positive(), "Length of bump, ramp or dipped joint")
               .only_for("rail.type", places)
               .is_required_for(places),
           at(&RailInput::length));
  keys.add(choice("form",
                  {{"straight", "two straight ramps"},
                   {"parabola", "level at both ends, kinked at the joint"}},
                  "How the rails go down to the joint and up again")
               .only_for("rail.type", {"joint"})
               .defaults_to(std::string("parabola")),
           at(&RailInput::form));
  keys.add(number("spacing", length, positive(),
                  "From one joint to the next; left out: there is one alone")
               .only_for("rail.type", {"joint"}),
           at(&RailInput::spacing));
  keys.add(
      number("start", length, any_value(),
             "Where it begins; of a sine left out: everywhere, rising at 0; of a spectrum left "
             "out: ahead of the first wheel at the start, train.start_position, so that the "
             "train starts on a level rail")
          .only_for("rail.type", {"sine", "bump", "ramp", "joint", "spectrum"})
          .is_required_for(places),
      at(&RailInput::start));
  keys.add(number("end", length, any_value(), "Where waves or joints end; left out: nowhere")
               .only_for("rail.type", {"sine", "joint", "spectrum"}),
           at(&RailInput::end));
}

void declare_spectrum(KeyList<RailInput>& keys) {
  using enum Dimension;
  const auto of_spectrum = [](const KeyInfo& key) {
    return key.only_for("rail.type", {"spectrum"});
  };
  keys.add(of_spectrum(choice("spectrum", spectra(),
                              "Whose variance the waves have, each read with the sides and the "
                              "wavenumber that are told with it"))
               .is_required_for({"spectrum"}),
           at(&RailInput::spectrum));
  keys.add(of_spectrum(number("shortest_wave", length, positive(), "Shortest wave"))
               .defaults_to(k_shortest_wave),
           at(&RailInput::shortest_wave));
  keys.add(of_spectrum(number("longest_wave", length, positive(), "Longest wave"))
               .defaults_to(k_longest_wave),
           at(&RailInput::longest_wave));
  keys.add(of_spectrum(whole_number("seed", between(0, std::numeric_limits<int>::max()),
                                    "Which of all rails with that spectrum: the same number is the "
                                    "same rail, on every machine, wherever it begins"))
               .defaults_to(1LL),
           at(&RailInput::seed));
  keys.add(number("scale", none, between(-100, 100), "Factor on all heights")
               .only_for("rail.type", {"spectrum", "file"})
               .defaults_to(1.0),
           at(&RailInput::scale));
  keys.add(of_spectrum(number("ramp", length, at_least(0),
                              "Over what length the waves grow from nothing behind start, and "
                              "vanish before end if that is given"))
               .defaults_to(k_ramp),
           at(&RailInput::ramp));
}

}  // namespace

KeyList<RailInput> rail_keys() {
  using enum Dimension;
  KeyList<RailInput> keys;
  keys.table({.name = "rail", .doc = "How the rail departs from its level line; up is positive."});
  keys.add(choice("type",
                  {{"level", "no departure"},
                   {"sine", "waves"},
                   {"bump", "one wave, height (1 - cos)/2"},
                   {"ramp", "a straight rise that stays"},
                   {"joint", "dipped joints: down and up again"},
                   {"spectrum", "random waves of all lengths, with the spectrum of a track"},
                   {"file", "heights at places, as measured"}},
                  "Its shape")
               .defaults_to(std::string("level")),
           at(&RailInput::type));
  declare_rail_steps(keys);
  declare_spectrum(keys);
  keys.add(file("file",
                "CSV file, relative to the case file: a line a place, its x and its height, joined "
                "by a smooth curve. A heading may name units, \"x (m), height (mm)\"; without one "
                "x is in m")
               .only_for("rail.type", {"file"})
               .is_required_for({"file"}),
           at(&RailInput::file));
  keys.add(choice("height_unit", unit_choices(length),
                  "Unit of the heights in that file; left out: that of its heading, else m")
               .only_for("rail.type", {"file"}),
           at(&RailInput::height_unit));
  keys.add(number("over_joints", length, at_least(0),
                  "How far rails that are not modelled reach over the ends of a bridge and over "
                  "joints of separate spans, to either side: they round the kinks there. 0: wheels "
                  "meet the kinks. Left out: 1 m, or a quarter of the shortest span; with [track] "
                  "its rails do it"),
           at(&RailInput::over_joints));
  return keys;
}

void build_rail(RailInput& rail, const std::filesystem::path& base_dir, Reading& reading,
                ProblemList& problems) {
  using enum Dimension;
  const auto complain = [&](std::string_view key, std::string reason, std::string hint = "") {
    Problem problem = reading.problem(key, std::move(reason), std::move(hint));
    if (const Given* given = reading.given(key)) problem.value = given->text;
    problems.add(std::move(problem));
  };
  if (rail.start && rail.end && *rail.end <= *rail.start) {
    complain("rail.end", fmt::format("must lie beyond rail.start, {} m", *rail.start));
  }
  if (rail.type == "spectrum" && rail.longest_wave <= rail.shortest_wave) {
    complain("rail.longest_wave",
             fmt::format("must be above the shortest wave, {} m", rail.shortest_wave));
  }
  if (rail.spacing && rail.length && *rail.spacing < *rail.length) {
    complain("rail.spacing",
             fmt::format("must be no less than a joint is long, {} m", *rail.length),
             "joints must not overlap");
  }
  if (rail.type != "file") return;
  std::optional<RailTable> table =
      read_named("rail.file", rail.file, base_dir, reading, problems,
                 [](const std::filesystem::path& path) { return read_rail_file(path); });
  if (!table) return;
  if (rail.height_unit.empty()) {
    rail.height_unit = table->height_unit.empty() ? "m" : table->height_unit;
    reading.use("rail.height_unit", rail.height_unit);
  } else if (!table->height_unit.empty() && table->height_unit != rail.height_unit) {
    complain(
        "rail.height_unit",
        fmt::format("conflicts with the heading of the file, which says {}", table->height_unit),
        "leave it out");
  }
  const Unit* unit = find_unit(length, rail.height_unit);
  rail.places = std::move(table->places);
  for (const double height : table->heights) {
    rail.heights.push_back(unit == nullptr ? height : unit->to_si(height));
  }
  constexpr double k_most = 1;  // m: no rail departs so much from its line
  const auto [low, high] = std::ranges::minmax(rail.heights);
  if (high - low > k_most) {
    complain("rail.file", fmt::format("has heights {:.4g} m apart, which no rail has", high - low),
             "set rail.height_unit to the unit of the file");
  }
}

}  // namespace tread::casefile
