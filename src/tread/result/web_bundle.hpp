#pragma once

#include <string>
#include <string_view>

namespace tread::result {

/// The pages of report and viewer (folder web/), bundled when tread is built and part of the
/// program: one script, one style sheet, no outside resource.

std::string_view bundle_js();
std::string_view bundle_css();

/// The viewer's page, which takes the bundle from assets/tread.js and assets/tread.css.
std::string viewer_html();

}  // namespace tread::result
