#pragma once

#include <string>
#include <vector>

#include "tread/casefile/case_file.hpp"
#include "tread/casefile/case_writer.hpp"

namespace tread::study {

/// A file of a converted case.
struct NamedText {
  std::string name;
  std::string text;
};

/// The contact cases of an .inp file as TOML cases that give the same results to the last bit:
/// STEM.toml, or STEM_1.toml, STEM_2.toml ... of several; heights in STEM_heights.csv beside it.
/// Areas that follow from Hertz' theory are written as the grids they are. Throws ModelError or
/// CaseError for what a TOML case cannot say; nothing is left out in silence.
std::vector<NamedText> toml_cases(const casefile::CaseFile& file, const std::string& stem);

}  // namespace tread::study
