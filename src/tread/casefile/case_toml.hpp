#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tread/casefile/case_file.hpp"
#include "tread/casefile/keys.hpp"
#include "tread/casefile/toml_document.hpp"
#include "tread/casefile/tree_setting.hpp"

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

/// The same for a text that has been parsed.
CaseFile case_of_tree(const TomlTable& root, const std::string& file_name,
                      const std::filesystem::path& base_dir);

/// A case that was read from TOML, with settings in place of what it says. Throws CaseError;
/// ModelError if its text was too long to be kept.
CaseFile case_with(const CaseFile& file, const std::vector<CaseSetting>& settings);

/// The keys that a case of its scenario can have. Throws CaseError for a scenario that there is
/// not.
KeyTable keys_of_tree(const TomlTable& root, const std::string& file_name);

/// The smallest contact case there is, shown to those who hand in an empty file.
inline constexpr std::string_view k_smallest_case = R"([shape]
type = "sphere"
radius_mm = 10
[load]
force = 100
)";

}  // namespace tread::casefile
