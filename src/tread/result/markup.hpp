#pragma once

#include <string>
#include <string_view>

namespace tread::result {

/// Text from users made inert for HTML, SVG and XML, between tags and inside quoted attributes
/// alike: & < > " ' become references; control characters, which XML 1.0 forbids, and bytes that
/// are not UTF-8 become U+FFFD.
std::string escape_markup(std::string_view text);

}  // namespace tread::result
