#include <fmt/format.h>

#include "tread/study/contact_benchmark.hpp"
#include "tread/study/reproduce.hpp"
#include "tread/study/thesis_chapter_10.hpp"
#include "tread/study/thesis_chapter_4.hpp"
#include "tread/study/thesis_chapter_6.hpp"
#include "tread/study/thesis_chapter_7.hpp"
#include "tread/study/thesis_chapter_8.hpp"
#include "tread/study/thesis_chapter_9.hpp"
#include "tread/study/vehicle_structure.hpp"
#include "tread/study/wheel_rail_curve.hpp"
#include "tread/study/wheel_rail_differential.hpp"
#include "tread/study/wheel_rail_differential_figures.hpp"
#include "tread/study/wiggles_matrices.hpp"
#include "tread/study/wiggles_rolling.hpp"

namespace tread::study {
namespace {

Reproduction run_thesis_file_4_5_3(Observer& observer) {
  return thesis_file_4_5_3(thesis_file_4_5_3_problem(), observer);
}

/// Apart, for the kinds of entries have everyday names.
namespace entries {

using enum EntryKind;

constexpr CatalogueEntry k_catalogue[] = {
    {"thesis-fig-2.1", "A bridge that sags as a whole and is dented where the wheel stands",
     illustration},
    {"thesis-fig-3.1", "Stress over strain of a ductile material", illustration},
    {"thesis-fig-4.1", "Penetration of two bodies, in one dimension", illustration},
    {"thesis-file-4.5.3", "Input file: rigid ball 5 mm deep in rubber, 11 x 11 elements", result,
     run_thesis_file_4_5_3},
    {"thesis-fig-4.2", "Ball on rubber: force over approach, Hertz and contact solver", result,
     thesis_fig_4_2},
    {"thesis-fig-5.1", "Where backward differentiation formulas of order 1 to 6 are stable", result,
     thesis_fig_5_1},
    {"thesis-fig-6.1", "Bouncing ball: height over time, Radau5", result, thesis_fig_6_1},
    {"thesis-fig-6.2", "Bouncing ball: kinetic, gravitational and elastic energy over time, Radau5",
     result, thesis_fig_6_2},
    {"thesis-table-6.1",
     "Bouncing ball: energy gained or lost in 10 s by nine schemes, three stiffnesses", result,
     thesis_table_6_1},
    {"thesis-fig-6.3", "Bouncing ball: energy over time, forward Euler", result, thesis_fig_6_3},
    {"thesis-fig-6.4", "Bouncing ball: Hertz and contact solver, three schemes", result,
     thesis_fig_6_4},
    {"thesis-fig-6.5", "Bouncing ball: surface of the half-space during the impact", result,
     thesis_fig_6_5},
    {"thesis-fig-7.1", "Elastic rectangle under a falling cylinder: domain and its four sides",
     illustration},
    {"thesis-fig-7.2", "Elastic rectangle: grid numbered by column and row", illustration},
    {"thesis-fig-7.3", "Elastic rectangle: grid numbered through", illustration},
    {"thesis-fig-7.4", "Cylinder falling on an elastic rectangle: deformation, backward Euler",
     result, thesis_fig_7_4},
    {"thesis-fig-7.5",
     "Cylinder falling on an elastic rectangle: deformation, forward Euler (unstable)", result,
     thesis_fig_7_5},
    {"thesis-fig-8.1", "Beam cut into four intervals", illustration},
    {"thesis-table-8.1", "Clamped beam of unit constants: first five frequencies", result,
     thesis_table_8_1},
    {"thesis-fig-8.2", "Clamped beam: first five mode shapes", result, thesis_fig_8_2},
    {"thesis-table-8.2", "Clamped bridge: frequencies in closed form and by finite differences",
     result, thesis_table_8_2},
    {"thesis-fig-8.3", "Clamped bridge: three mode shapes and eigenvectors, 20 points", result,
     thesis_fig_8_3},
    {"thesis-fig-8.4", "Clamped bridge: three mode shapes and eigenvectors, 200 points", result,
     thesis_fig_8_4},
    {"thesis-fig-8.5", "Simply supported beam: first four mode shapes over a load in the middle",
     result, thesis_fig_8_5},
    {"thesis-fig-8.6", "Two narrow loads on a beam: deflection by modes and differences", result,
     thesis_fig_8_6},
    {"thesis-fig-8.7",
     "Moving load on a clamped bridge: deflection, Verlet just below the stability limit", result,
     thesis_fig_8_7},
    {"thesis-table-8.3", "Moving load: constants of bridge and train", input},
    {"thesis-fig-8.8", "Moving load on a clamped bridge: deflection just above the stability limit",
     result, thesis_fig_8_8},
    {"thesis-table-8.4", "Clamped bridge: first five frequencies", result, thesis_table_8_4},
    {"thesis-fig-8.9",
     "Endless row of loads: largest deflection over time at resonance and beside it", result,
     thesis_fig_8_9},
    {"thesis-fig-9.1", "Wheel at rest on a bridge: global and local deformation together", result,
     thesis_fig_9_1},
    {"thesis-table-10.1", "Wheel on bridge: constants", input},
    {"thesis-table-10.2", "Wheel on bridge: Picard iterations by stiffness and relaxation", result,
     thesis_table_10_2},
    {"thesis-fig-10.1", "Wheel on bridge at 30 m/s: deflection at three times", result,
     thesis_fig_10_1},
    {"thesis-fig-10.2", "Wheel on bridge at 6 m/s: deflection at three times", result,
     thesis_fig_10_2},
    {"thesis-fig-10.3", "Wheel on bridge: first four modal coefficients over time", result,
     thesis_fig_10_3},
    {"thesis-fig-10.4", "Wheel on bridge: approach over time", result, thesis_fig_10_4},
    {"thesis-fig-10.5", "Wheel on bridge: contact force over weight, over time", result,
     thesis_fig_10_5},
    {"thesis-table-10.3", "Wheel on bridge: largest modal coefficients and how fast they fall",
     result, thesis_table_10_3},
    {"thesis-fig-11.1", "Adhesion and slip in the contact of a rolling wheel", illustration},

    {"wiggles-fig-1", "Carter's rolling cylinder: tractions for several time steps, with wiggles",
     result, wiggles_fig_1},
    {"wiggles-fig-2", "Matrix A - A' and its inverse for c = 1", result, wiggles_fig_2},
    {"wiggles-fig-3", "Matrix A - A' and its inverse for c = 0.01", result, wiggles_fig_3},
    {"wiggles-fig-4", "Cattaneo to Carter after 24 cells, interpolated A', several c", result,
     wiggles_fig_4},
    {"wiggles-fig-5", "One loaded cell carried on: shifted for c = 1, smeared for smaller c",
     result, wiggles_fig_5},
    {"wiggles-fig-6", "Cattaneo to Carter after 17 cells: moving and world-fixed grid, c = 0.2",
     result, wiggles_fig_6},

    {"vehicle-structure-fig-1", "Contact node and target surface", illustration},
    {"vehicle-structure-table-1", "Names for the kinds of degrees of freedom", illustration},
    {"vehicle-structure-fig-2", "The kinds of degrees of freedom, drawn", illustration},
    {"vehicle-structure-fig-3", "Two simply supported spans and four sprung masses, drawn",
     illustration},
    {"vehicle-structure-fig-4", "Four sprung masses: deflection in the middle of the first span",
     result, vehicle_structure_fig_4, Effort::minutes},
    {"vehicle-structure-fig-5", "Four sprung masses: displacement of the first and the last mass",
     result, vehicle_structure_fig_5, Effort::minutes},
    {"vehicle-structure-fig-6", "Four sprung masses: contact force of the first and the last mass",
     result, vehicle_structure_fig_6, Effort::minutes},
    {"vehicle-structure-times", "Four sprung masses: times of full order, modes and factors anew",
     result, vehicle_structure_times, Effort::minutes},

    {"wheel-rail-fig-1", "Manchester Wagon in three and in two dimensions, drawn", illustration},
    {"wheel-rail-fig-2", "How vehicle and contact model exchange data", illustration},
    {"wheel-rail-fig-3", "Frames of the vehicle model", illustration},
    {"wheel-rail-fig-4", "Frames of the contact model", illustration},
    {"wheel-rail-fig-5", "Manchester Wagon in two dimensions: bodies and suspensions, drawn",
     illustration},
    {"wheel-rail-table-1", "From the 3D to the 2D wagon: factors on masses and inertias", input},
    {"wheel-rail-table-2", "From the 3D to the 2D wagon: factors on springs and dampers", input},
    {"wheel-rail-fig-6", "Elastic wheel and rail: domains and boundaries", illustration},
    {"wheel-rail-fig-7", "Contact map and distance of the two surfaces, drawn", illustration},
    {"wheel-rail-fig-8", "Finite-element meshes of wheel and rail", illustration},
    {"wheel-rail-table-3", "Curved track: curvature, cant, speed, friction", input},
    {"wheel-rail-table-4", "Tolerances and limits of the solvers", input},
    {"wheel-rail-table-5",
     "Wagon in a curve: contact problems, iterations and time, ODE23 and ODE45", result,
     wheel_rail_table_5, Effort::minutes},
    {"wheel-rail-table-6",
     "Wagon in a curve: contact problems, iterations and time, Newton with LU", result,
     wheel_rail_table_6, Effort::minutes},
    {"wheel-rail-fig-9", "Wagon in a curve: time over the forcing term of the linear solver",
     result, wheel_rail_fig_9, Effort::minutes},
    {"wheel-rail-fig-10", "Manchester Wagon as built in Simpack Rail, drawn", illustration},
    {"wheel-rail-table-7", "Integrator, step and contact model of the Simpack run", input},
    {"wheel-rail-fig-11", "Wagon in a curve: lateral displacement of the wheelset", result,
     wheel_rail_history<CurveHistory::wheelset>, Effort::minutes},
    {"wheel-rail-fig-12", "Wagon in a curve: lateral displacement of the car body", result,
     wheel_rail_history<CurveHistory::car_body>, Effort::minutes},
    {"wheel-rail-fig-13", "Wagon in a curve: lateral force on the left wheel", result,
     wheel_rail_history<CurveHistory::y_left>, Effort::minutes},
    {"wheel-rail-fig-14", "Wagon in a curve: vertical force on the left wheel", result,
     wheel_rail_history<CurveHistory::q_left>, Effort::minutes},
    {"wheel-rail-fig-15", "Wagon in a curve: lateral force on the right wheel", result,
     wheel_rail_history<CurveHistory::y_right>, Effort::minutes},
    {"wheel-rail-fig-16", "Wagon in a curve: vertical force on the right wheel", result,
     wheel_rail_history<CurveHistory::q_right>, Effort::minutes},
    {"wheel-rail-fig-17", "Wagon in a curve: contact area on the left wheel over the way", result,
     wheel_rail_area<CurveArea::left_wheel>, Effort::minutes},
    {"wheel-rail-fig-18", "Wagon in a curve: contact area on the right wheel over the way", result,
     wheel_rail_area<CurveArea::right_wheel>, Effort::minutes},
    {"wheel-rail-fig-19", "Wagon in a curve: contact area on the left rail over the way", result,
     wheel_rail_area<CurveArea::left_rail>, Effort::minutes},
    {"wheel-rail-fig-20", "Wagon in a curve: contact area on the right rail over the way", result,
     wheel_rail_area<CurveArea::right_rail>, Effort::minutes},
    {"contact-benchmark-a22",
     "Manchester contact benchmark A-2.2: both wheels of a wheelset, as CONTACT solved it", result,
     contact_benchmark_a22},
    {"wheel-rail-curve", "Wagon in a curve: semi-elastic and half-space contact side by side",
     result, wheel_rail_curve, Effort::minutes},
    {"wheel-rail-integrators", "Wagon in a curve: work and results of the paper's integrators",
     result, wheel_rail_integrators},
};

}  // namespace entries

std::string_view entry_state(const CatalogueEntry& entry) {
  return entry.built() ? "built" : to_string(entry.kind);
}

}  // namespace

std::string_view to_string(EntryKind kind) {
  using enum EntryKind;
  switch (kind) {
    case result:
      return "result";
    case input:
      return "input";
    case illustration:
      return "illustration";
  }
  return "unknown";
}

std::span<const CatalogueEntry> catalogue() { return entries::k_catalogue; }

std::string catalogue_table() {
  std::string text;
  for (const CatalogueEntry& entry : catalogue()) {
    text += fmt::format("{:<26} {:<14} {}\n", entry.name, entry_state(entry), entry.title);
  }
  return text;
}

}  // namespace tread::study
