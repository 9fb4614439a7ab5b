#pragma once

#include <string_view>

namespace tread::view {

/// The pages of the viewer: a stand-in that lists the results until the front end's bundle takes
/// its place.
std::string_view viewer_html();
std::string_view bundle_js();
std::string_view bundle_css();

}  // namespace tread::view
