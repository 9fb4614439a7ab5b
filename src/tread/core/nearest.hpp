#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace tread {

/// The known word with the fewest edits (insert, delete, replace, swap of neighbours; upper and
/// lower case alike) away, if they are no more than max_edits (left out: a third of the letters, at
/// least one); empty otherwise.
std::string nearest(std::string_view word, std::span<const std::string> known);
std::string nearest(std::string_view word, std::span<const std::string> known,
                    std::size_t max_edits);

}  // namespace tread
