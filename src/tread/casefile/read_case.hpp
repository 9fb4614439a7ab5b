#pragma once

#include <filesystem>

#include "tread/casefile/case_file.hpp"
#include "tread/casefile/inp_reader.hpp"

namespace tread::casefile {

/// Reads a case in the format its name tells: .inp, in small letters or capitals, is CONTACT's,
/// everything else TOML. The units are those of an .inp file, which has none of its own.
CaseFile read_case(const std::filesystem::path& path, InpUnits units = InpUnits::millimetre);

}  // namespace tread::casefile
