#pragma once

#include <string>
#include <string_view>

namespace tread::result {

/// The text with everything but letters, digits, `_` and `-` of ASCII made `_`: for names of files
/// and datasets, which must neither leave their folder nor hide in it. Empty: `instead`.
std::string safe_name(std::string_view text, std::string_view instead);

}  // namespace tread::result
