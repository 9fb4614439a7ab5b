#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tread/study/reproduction.hpp"

namespace tread::study {

/// The validation page, in Markdown: what documents print beside what tread computes, a section for
/// every entry of the catalogue. Sections are kept one by one, so that a page of hours of work is
/// made bit by bit and any entry can be computed anew.

/// @param pictures names of files beside the page
/// @param made_by version of the program
std::string validation_section(const Reproduction& reproduction,
                               std::span<const std::string> pictures, std::string_view made_by);

/// The page: entries by document, each with its section, or why there is none.
/// @param section_of an entry's section by its name; none: not computed yet
std::string validation_page(
    const std::function<std::optional<std::string>(std::string_view name)>& section_of);

}  // namespace tread::study
