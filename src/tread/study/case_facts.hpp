#pragma once

#include <optional>
#include <string_view>

#include "tread/casefile/case_file.hpp"

namespace tread::study {

/// What is to be known of a case beside its numbers.

/// The beam that trains cross; nullptr: the case has none.
const casefile::BridgeInput* bridge_of(const casefile::CaseFile& file);

/// What a case says of a key, given or by default; nullptr: nothing.
const casefile::EchoEntry* told(const casefile::CaseFile& file, std::string_view key);

/// The same as a number in SI; empty: nothing, or no number.
std::optional<double> told_number(const casefile::CaseFile& file, std::string_view key);

}  // namespace tread::study
