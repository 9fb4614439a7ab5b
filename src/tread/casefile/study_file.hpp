#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tread/casefile/case_file.hpp"
#include "tread/casefile/check_keys.hpp"
#include "tread/casefile/keys.hpp"
#include "tread/casefile/place.hpp"
#include "tread/casefile/toml_document.hpp"
#include "tread/casefile/tree_setting.hpp"
#include "tread/core/errors.hpp"

namespace tread::casefile {

/// A study: a base case, and what varies in it. Every combination of the values is a case.
///
///   base = "bridge.toml"
///   [vary]
///   train.type = ["HSLM-A1", "HSLM-A2"]                       a list
///   train.speed_km_h = { from = 150, to = 400, step = 5 }     a grid
///   bridge.damping_ratio = { normal = [0.01, 0.002] }         drawn at random, `draws` times
///
/// Keys are those of the base case's scenario. What varies stands in place of what the base case
/// says. The key written last changes fastest from case to case. `with = "KEY"` makes a key go
/// along with another one, value by value, instead of combining with it; drawn keys all go along
/// with each other.

struct StudyVariation {
  std::string written;           // key as the study writes it
  std::string key;               // as it is declared: "train.speed"
  std::string unit;              // SI
  Place place;                   // in the study
  std::vector<TomlNode> values;  // as a case file would have them
  std::vector<std::string> labels;
  std::vector<double> numbers;  // SI; empty: words or lists
  enum class Origin { listed, drawn };
  Origin origin = Origin::listed;
  std::size_t axis = 0;  // keys of one axis go along with each other
};

struct StudyInput {
  std::string title;
  std::string base;
  int draws = 0;
  int seed = 0;
  bool evidence = true;
  std::string envelope_over;    // key, as written in [vary]
  std::string envelope_curves;  // key, as written in [vary]
  CheckInput checks;
};

struct StudyFile {
  std::string path;
  std::string text;  // as it was read
  StudyInput input;
  std::string base_path;
  std::filesystem::path base_dir;  // of files that the base case names
  TomlTable base;
  KeyTable keys;  // that the base case can have
  std::vector<StudyVariation> variations;
  std::vector<std::size_t> axis_sizes;  // the last changes fastest
  std::vector<std::string> warnings;    // told to the user, none of them fatal

  std::size_t n_cases() const;
  /// Which value each variation takes in a case.
  std::vector<std::size_t> choices_of(std::size_t i_case) const;
  /// "train.type = HSLM-A3, train.speed_km_h = 360".
  std::string case_in_words(std::size_t i_case) const;
};

/// No study may have more cases.
inline constexpr double k_most_cases = 1e8;

/// Throws CaseError with everything that is wrong: each value of each key is tried in a case.
StudyFile read_study(const std::filesystem::path& path);
StudyFile parse_study(std::string_view text, const std::string& file_name,
                      const std::filesystem::path& folder);

/// The same on a base case that is at hand; no other files are read.
StudyFile parse_study_on(std::string_view base_text, std::string_view text,
                         const std::string& file_name);

/// One case, with further settings in place of what it says. Throws CaseError; what is wrong with a
/// varied value is placed in the study.
CaseFile case_of_study(const StudyFile& study, std::size_t i_case,
                       const std::vector<CaseSetting>& settings = {});

/// What is wrong with a varied value is to be mended in the study: told there.
CaseError placed_in_study(const CaseError& error, const StudyFile& study);

/// The keys of a study file, for the key reference.
KeyTable study_keys();

}  // namespace tread::casefile
