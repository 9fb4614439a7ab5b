#pragma once

#include <string_view>

namespace tread::reference {

/// Argument checks shared by the closed forms; private to this room. Each throws ModelError with
/// name, value and unit.
void require_positive(std::string_view name, double value, std::string_view unit);

/// For loads, where zero is a contact that is just touching; the message tells that compression
/// counts positive.
void require_compressive(std::string_view name, double value, std::string_view unit);

/// For depths: z points into the body.
void require_inside(double depth);

}  // namespace tread::reference
