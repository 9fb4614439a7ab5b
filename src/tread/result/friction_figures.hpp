#pragma once

#include <string>

#include "tread/result/result.hpp"

namespace tread::result {

/// The parts of a report that friction adds.

/// Map of stick and slip with the tractions. Empty without these fields, and for a row of cells.
std::string stick_slip_figure(const FieldSet& set);

/// Tractions with their bound through the peak of the pressure.
std::string traction_sections(const FieldSet& set);

/// Whether a field is shown in these, or tells nothing as a map of its own.
bool is_in_friction_figures(const FieldSet& set, const Field& field);

/// Forces, creepages, element counts, power and peak traction over the distance rolled.
std::string history_figures(const Table& table);

/// Forces over the creepage that takes the most values, a curve for each pair of the others.
std::string creep_figures(const Table& table);

}  // namespace tread::result
