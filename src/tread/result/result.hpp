#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tread/core/grid.hpp"

namespace tread::result {

/// What a run leaves behind: numbers, fields and tables with names and units, how each case ended,
/// and what was asked. Everything is SI; only the writers for people (summary, report, pictures)
/// choose handier units. See units.hpp.
///
/// Writers know these names and give them a place of their own; any other name is carried along
/// like the rest:
///   fields     pressure (Pa, > 0 pushes the bodies apart), and every field in m for the sections
///   through the patch; state (0 outside, 1 adhesion, 2 slip) with traction_x and traction_y (Pa)
///   and traction_bound (Pa) for the map of stick and slip and its centre line
///   tables     with a column `depth` or `z` (m): stresses below the surface, drawn over the depth;
///   history: drawn over its first column; creep_forces: drawn as creep-force curves
///   elements   contact (0: the bodies do not touch)

/// A number with a name, a unit and a meaning.
struct Scalar {
  std::string name;  // as in result.json: normal_force
  double value = 0;
  std::string unit;     // "N"; empty: dimensionless
  std::string meaning;  // for people: "normal force"
};

/// Numbers that belong together, as the components of a force: an array in result.json.
struct Vector {
  struct Component {
    std::string label;  // for people: "x", "spin"
    double value = 0;
    std::string unit;
  };
  std::string name;
  std::vector<Component> components;
  std::string meaning;
};

struct Count {
  std::string name;  // contact, adhesion, slip
  long long value = 0;
};

struct Column {
  std::string name;
  std::string unit;
  std::vector<double> values;
};

struct Table {
  std::string name;   // file name stem
  std::string title;  // for people
  std::vector<Column> columns;
  /// Whether result.json holds it too: for a curve, not for a field of points.
  enum class Home { file, file_and_json };
  Home home = Home::file;
  /// What the report makes of it: curves over the first column, bands between pairs of columns
  /// (low, high) over it, rows to read, a drawing to scale of heights over the first column, or
  /// nothing.
  enum class Look { curves, bands, rows, drawing, file_only };
  Look look = Look::curves;
  /// Values of the first column that the report marks in its curves: critical speeds.
  struct Mark {
    double at = 0;
    std::string name;
  };
  std::vector<Mark> marks{};
};

/// One value per cell of the grid it is stored with.
struct Field {
  std::string name;
  std::string unit;
  std::string meaning;
  std::vector<double> values;
};

struct FieldSet {
  Grid grid;
  std::vector<Field> fields;
  std::string y_name = "y";  // what the grid's second axis is called: z of a vertical plane
};

/// Fields of one grid at many instants: the pressure while a ball bounces, the line of a bridge
/// (ny = 1) under a train. In result.h5 only, a chunk a frame, since they can be large.
struct FieldHistory {
  std::string name;   // "pressure_history"
  std::string title;  // for people
  Grid grid;
  std::string y_name = "y";
  std::string time_name = "time";  // what passes from frame to frame; also "distance"
  std::string time_unit = "s";
  std::vector<double> times;
  std::vector<Field> fields;  // values frame by frame, each as the grid counts its cells

  std::size_t n_frames() const { return times.size(); }
};

/// A solid body of tetrahedra with values at its nodes: <name>.vtu alone.
struct SolidFields {
  /// Of each node one value, a vector x y z, or a symmetric tensor xx yy zz xy yz zx.
  struct PointField {
    std::string name;
    std::string unit;
    std::string meaning;
    int n_components = 1;        // 1, 3 or 6
    std::vector<double> values;  // node by node
  };
  std::string name;            // file name stem
  std::string title;           // for people
  std::vector<double> points;  // m, x y z node by node
  int nodes_per_cell = 4;      // 4 or 10
  /// Numbers of nodes from 0, cell by cell; the middles of edges in Gmsh's order: 01 12 20 30 32
  /// 31.
  std::vector<int> cells;
  std::vector<PointField> fields;
};

/// A bridge under a train at several instants: a moving picture in the report, animation.csv beside
/// it.
struct BridgeAnimation {
  struct Frame {
    double time = 0;                  // s
    std::vector<double> deflections;  // m, downwards, one a place
    std::vector<double> wheels;       // x, m
  };
  std::vector<double> places;         // x along the bridge, from its left end to its right, m
  std::vector<double> supports;       // x of supports, m
  std::vector<int> vehicle_of_wheel;  // 0, 1, ... from the front
  std::vector<Frame> frames;
  std::size_t still = 0;  // the frame that a picture at rest shows
};

/// A file for other programs, beside the results.
struct TextFile {
  std::string stem;       // "mass"
  std::string extension;  // ".mtx"
  std::string text;
};

/// What was given: key, value and unit as used, SI.
struct Echo {
  std::string key;
  std::string value;
  std::string unit;
};

/// A number held against a limit of a norm.
struct Check {
  std::string name;       // deck_acceleration
  std::string title;      // for people: "vertical acceleration of the deck"
  std::string clause;     // "EN 1990 A2.4.4.2.1(4)"
  std::string limit_key;  // key that sets the limit
  std::string unit;       // of value and limit; SI
  enum class Verdict { pass, fail, not_applicable };
  Verdict verdict = Verdict::not_applicable;
  double value = 0;  // the one that decides
  double limit = 0;
  enum class Bound { at_most, at_least };
  Bound bound = Bound::at_most;
  std::string decided_by{};       // "HSLM-A3 at 360 km/h"
  std::size_t deciding_case = 0;  // its number from 1; 0: none
  std::string note{};             // why it does not apply; what else to know

  /// Share of the limit that is left; negative: exceeded.
  double margin() const;
};

/// Whether a scalar is an extreme, `max_...`: the value that is largest in size, with its sign. Two
/// of them are compared by size, since peaks of opposite sign can be almost equal in size.
bool is_extreme(std::string_view scalar_name);

/// "pass", "fail", "not_applicable": as in files.
std::string_view name_of(Check::Verdict verdict);

/// Whether numbers hang on the numerics: what they become when the case is run again with another
/// grid, number of modes or step.
struct Evidence {
  std::string name;     // finer_grid, more_modes, half_the_step
  std::string title;    // "6 instead of 3 modes"
  std::string failure;  // why there is none; empty: there is
  struct Change {
    std::string name;  // of a scalar of the case: max_deflection
    std::string unit;
    double value = 0;   // of the case
    double varied = 0;  // of the case run again
    /// For people, with position and time of each: "largest moment, at x = 12.5 m, t = 0.41 s".
    std::string meaning{};
    std::string varied_meaning{};

    /// Size of the change as share of the value, which is not zero. Extremes are compared by size.
    double relative() const;
  };
  std::vector<Change> changes;

  /// The change that is largest for its value; nullptr: there is none.
  const Change* largest() const;
};

/// The outcome of one case.
struct CaseResult {
  std::string title;
  std::string status;  // "converged", "no_contact", ... as to_string(SolveStatus); "derailed"
  bool ok = false;     // false: what is here is the best that was reached, not a solution
  std::vector<Scalar> scalars;
  std::vector<Vector> vectors;
  std::vector<Count> elements;
  std::optional<int> iterations;   // empty where the word has no meaning
  std::optional<double> residual;  // relative, of the equations solved
  std::vector<std::string> notes;  // warnings and remarks for the reader
  std::optional<FieldSet> fields;
  std::vector<FieldHistory> histories{};
  std::vector<SolidFields> solids;
  std::vector<Table> tables;
  std::vector<Check> checks;
  std::vector<Evidence> evidence{};
  std::optional<BridgeAnimation> animation;
  std::vector<TextFile> files;
  std::vector<Echo> echo;  // what was given for this case alone; what all cases share is in Result

  /// True if the case was solved and nothing touches: a result like any other.
  bool no_contact() const;
  /// True if the user ended it: what is here was found until then.
  bool was_stopped() const { return status == "stopped"; }
  /// True if the vehicle left its rails: what is here was computed until then.
  bool was_derailed() const { return status == "derailed"; }
};

struct Result {
  std::string program_version;
  std::string case_file;
  std::string case_text{};    // the file as it was read: to run it again
  std::string description{};  // the case in words, a sentence or a few
  std::string units_note;
  std::vector<Echo> echo;
  double wall_seconds = 0;
  std::vector<CaseResult> cases;

  bool ok() const;

  /// "converged" if every case is ok, otherwise the status of the first that is not.
  std::string status() const;
};

/// The field of that name, or null.
const Field* find_field(const FieldSet& set, std::string_view name);

/// "max_iterations" -> "max iterations": names of results as people write them.
std::string in_words(std::string_view name);

}  // namespace tread::result
