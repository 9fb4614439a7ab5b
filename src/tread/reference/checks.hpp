#pragma once

#include <string_view>

namespace tread::reference {

/// Argument checks shared by the closed forms; private to this room. Each throws ModelError with
/// name, value and unit.
void require_positive(std::string_view name, double value, std::string_view unit);

/// For loads, where zero is a contact that is just touching; the message tells that compression
/// counts positive.
void require_compressive(std::string_view name, double value, std::string_view unit);

/// For points in a body: z points into it, and its Poisson ratio lies in [0, 0.5].
void require_inside(double depth);
void require_poisson_ratio(double poisson_ratio);

void require_finite(std::string_view name, double value, std::string_view unit);

/// mu >= 0 and finite.
void require_friction(double coefficient);

/// |force| <= limit = mu P: more cannot pass a contact.
void require_transmissible(double force, double limit, std::string_view unit);

}  // namespace tread::reference
