#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tread/casefile/case_file.hpp"

namespace tread::casefile {

/// Reads a TOML case: one contact problem, SI units, defaults filled in. The keys are those of
/// `tread keys`.
///
/// Throws CaseError with everything that is wrong with the case, sorted by line.
CaseFile read_toml(const std::filesystem::path& path);

/// The same for a text. file_name appears in messages; files that the case names are sought from
/// base_dir, and refused if it is empty.
CaseFile parse_toml(std::string_view text, const std::string& file_name,
                    const std::filesystem::path& base_dir);

/// The smallest contact case there is, shown to those who hand in an empty file.
inline constexpr std::string_view k_smallest_case = R"([shape]
type = "sphere"
radius_mm = 10
[load]
force = 100
)";

}  // namespace tread::casefile
