#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tread {

/// Numbers in files that people or programs wrote: decimal point whatever the locale, a plus sign
/// allowed, nothing before or behind.
enum class NumberFault { none, not_a_number, out_of_range, not_finite };

struct NumberRead {
  double value = 0;
  NumberFault fault = NumberFault::none;
};

NumberRead read_number(std::string_view item);

/// Nothing: no whole number, or beyond 64 bits.
std::optional<long long> read_integer(std::string_view item);

/// What the item should have been: "must be a finite number", and the item as a message shows it.
std::string wanted(NumberFault fault);
std::string shown(NumberFault fault, std::string_view item);

}  // namespace tread
