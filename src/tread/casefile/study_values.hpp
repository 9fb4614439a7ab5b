#pragma once

#include <string>

#include "tread/casefile/keys.hpp"
#include "tread/casefile/study_file.hpp"
#include "tread/casefile/toml_document.hpp"

namespace tread::casefile {

/// The values that one key of a study takes.
struct StudyValues {
  std::vector<TomlNode> values;
  StudyVariation::Origin origin = StudyVariation::Origin::listed;
  std::string with;     // the key it goes along with, as written; empty: none
  std::string warning;  // empty: none
};

/// What a grid of a study may hold for one key.
inline constexpr double k_most_values_of_a_key = 1e6;

/// From a list, a single value, or a table that says how: { from, to, step }, { from, to, count },
/// { values }, { uniform }, { normal }, { lognormal }. Throws CaseError for file_name.
/// @param kind of the key: a grid of whole numbers has whole values
StudyValues study_values(const std::string& written, const TomlEntry& entry, Kind kind,
                         const StudyInput& study, const std::string& file_name);

/// A value for people, as it was written.
std::string label_of(const TomlNode& value);

}  // namespace tread::casefile
