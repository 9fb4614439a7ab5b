#pragma once

#include <filesystem>

#include "tread/casefile/contact_case.hpp"
#include "tread/casefile/contact_keys.hpp"
#include "tread/casefile/keys.hpp"
#include "tread/core/problem_text.hpp"

namespace tread::casefile {

/// Makes a contact case from its keys and adds what is wrong between them to problems; the case is
/// of use only if there are none. Reads the file of heights, which is sought from base_dir (empty:
/// files are refused). Values that follow from the keys (the modulus of a named material) are
/// entered in reading for the echo.
ContactCase build_contact_case(const ContactInput& input, const std::filesystem::path& base_dir,
                               Reading& reading, ProblemList& problems);

/// The same for a scenario that only borrows bodies, shape, area and solver: without load, friction
/// and stresses.
ContactCase build_contact_surfaces(const ContactInput& input, const std::filesystem::path& base_dir,
                                   Reading& reading, ProblemList& problems);

}  // namespace tread::casefile
