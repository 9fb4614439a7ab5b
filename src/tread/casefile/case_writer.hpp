#pragma once

#include <string>
#include <string_view>

#include "tread/casefile/contact_case.hpp"

namespace tread::casefile {

/// A contact case as TOML: every value that is not the default, in SI with all its digits, each
/// with its unit and meaning. Reading it gives the same case to the last bit.
struct CaseText {
  std::string toml;
  std::string heights;  // a CSV file that goes beside it; empty: none is needed
};

/// @param contact_case with a fixed area
/// @param heights_file the name by which the case refers to its heights
/// Throws ModelError that names what a TOML case cannot say.
CaseText case_text(const ContactCase& contact_case, std::string_view heights_file);

}  // namespace tread::casefile
