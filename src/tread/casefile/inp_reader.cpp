#include "tread/casefile/inp_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "tread/casefile/inp_controls.hpp"
#include "tread/casefile/inp_grid_of_case.hpp"
#include "tread/casefile/inp_shape.hpp"
#include "tread/casefile/inp_source.hpp"
#include "tread/casefile/inp_subsurface.hpp"
#include "tread/casefile/inp_tangential.hpp"
#include "tread/casefile/inp_units.hpp"
#include "tread/casefile/inp_wheel_rail.hpp"
#include "tread/casefile/text_file.hpp"
#include "tread/core/errors.hpp"

namespace tread::casefile {
namespace {

constexpr int k_max_cases = 10'000;

InpScale scale_of(InpUnits units) {
  return units == InpUnits::metre ? InpScale{1, 1, 1} : InpScale{1e-3, 1e6, 1e3};
}

std::string note_of(InpUnits units) {
  return units == InpUnits::metre
             ? "numbers taken as m, N and Pa; the .inp format has no units"
             : "numbers taken as mm, N and N/mm2; the .inp format has no units";
}

/// Reads the cases one after the other. The case at hand starts as a copy of the one before: D, C,
/// Z, L, G and S = 0 or 1 keep what that had.
class InpReader {
 public:
  InpReader(std::string_view text, const std::string& file_name, InpUnits units,
            const std::filesystem::path& base_dir)
      : source_(text, file_name),
        units_(scale_of(units)),
        tangential_(source_, units_),
        wheel_rail_(source_, units_, base_dir) {
    file_.path = file_name;
    file_.units_note = note_of(units);
  }

  CaseFile read() {
    bool module_follows = true;
    int module = 0;
    while (!module_follows || (module = read_module()) != 0) {
      const InpControls controls = module == 1 ? read_wheel_rail_case() : read_case();
      module_follows = controls.module_follows();
    }
    warn_of_what_follows();
    if (n_cases_ == 0) {
      source_.problem({.file = {},
                       .line = 0,
                       .key = {},
                       .reason = "the file holds no case",
                       .value = {},
                       .hint = "a case starts with the line '3 MODULE', of wheel and rail with "
                               "'1 MODULE'"});
    }
    if (source_.has_problems()) source_.stop();
    source_.warn_of_typographic_minus();
    file_.warnings = source_.warnings();
    return std::move(file_);
  }

 private:
  int read_module();
  InpControls read_case();
  InpControls read_wheel_rail_case();
  void finish_wheel_rail_case(const InpControls& controls);
  void refuse_another_module(int module, int line);
  void warn_if_not_solved(const InpControls& controls);
  void check_reuse(const InpControls& controls);
  void read_solver(const InpControls& controls, SolverSettings& solver);
  void read_load(const InpControls& controls);
  void read_row_friction(const InpControls& controls);
  void read_materials(BodyPair& bodies);
  void read_area(const InpControls& controls);
  void read_fixed_area(int ipotcn);
  void read_hertz_area(const InpControls& controls, const InpValue& ipotcn);
  bool check_count(const InpValue& mx, const InpValue& my);
  void read_distance();
  void keep_distance(const InpControls& controls);
  void check_hertz_reuse(const InpControls& controls);
  void read_subsurface(const InpControls& controls);
  void take_history(const InpControls& controls);
  void finish_case(const InpControls& controls);
  void check_budget(const InpControls& controls);
  void warn_of_what_follows();

  const Grid* grid() const {
    const auto* area = std::get_if<FixedArea>(&case_.area);
    return area == nullptr ? nullptr : &area->grid;
  }
  const HertzArea* hertz() const { return std::get_if<HertzArea>(&case_.area); }

  InpSource source_;
  InpScale units_;
  InpTangential tangential_;
  InpWheelRail wheel_rail_;
  CaseFile file_;
  int n_cases_ = 0;
  int first_module_ = 0;
  ContactCase case_;
  WheelOnRailCase wheel_rail_case_;
  std::vector<InpBlock> blocks_;
  bool has_distance_ = false;  // case_.shape was read, not implied by a HertzArea
  InpGridOfCase formed_;       // load and bodies at which the Hertzian grid was last formed
  std::optional<InpGridOfCase> before_;  // of the last case that is solved
  std::size_t n_stored_ = 0;             // heights and points held by all cases so far
};

int InpReader::read_module() {
  const std::optional<InpWord> word = source_.first_word_of_next_line();
  if (!word) {
    if (n_cases_ == 0) return 0;
    source_.problem(
        {.file = {},
         .line = source_.line(),
         .key = "MODULE",
         .reason = "the file ends without '0 MODULE'",
         .value = {},
         .hint = "a whole .inp file ends with the line '0 MODULE'; is a part missing?"});
    source_.stop();
  }
  const NumberRead<int> number = read_whole(word->text);
  const bool is_number = number.fault == NumberFault::none;
  if (is_number && (number.value == 1 || number.value == 3)) {
    refuse_another_module(number.value, word->line);
    return number.value;
  }
  if (is_number && number.value == 0) return 0;
  const bool is_simpack = is_number && number.value == 11;
  source_.problem({.file = {},
                   .line = word->line,
                   .key = "MODULE",
                   .reason = is_simpack ? "wheel-rail contact inside Simpack is not supported"
                                        : "must be a module number",
                   .value = shown(word->text),
                   .hint = "3 starts a case, 1 one of wheel and rail, 0 ends the file; other "
                           "numbers here may be values too many in the case before"});
  source_.stop();
}

void InpReader::refuse_another_module(int module, int line) {
  if (first_module_ == 0) first_module_ = module;
  if (module == first_module_) return;
  source_.problem({.file = {},
                   .line = line,
                   .key = "MODULE",
                   .reason = fmt::format("the cases before are of module {}", first_module_),
                   .value = fmt::format("{}", module),
                   .hint = "put cases of another module into a file of their own"});
  source_.stop();
}

InpControls InpReader::read_case() {
  ++n_cases_;
  const InpControls controls = read_controls(source_, InpModule::surfaces);
  check_reuse(controls);
  if (controls.debug == 1) source_.group({whole("PSFLCIN")}, {whole("READLN")});
  if (controls.solver != 1) read_solver(controls, case_.solver);
  read_load(controls);
  if (controls.friction != 1 && controls.variation == 0) {
    tangential_.read_friction(controls, 1, case_.friction);
  }
  if (controls.material == 2) tangential_.read_rolling(controls);
  if (controls.material == 2) read_materials(case_.bodies);
  tangential_.read_model(controls, case_.model);
  if (controls.grid == 2) read_area(controls);
  if (controls.distance == 2 && grid() != nullptr) read_distance();
  keep_distance(controls);
  check_hertz_reuse(controls);
  if (controls.variation == 3) read_row_friction(controls);
  tangential_.choose_branch(case_.friction);
  read_subsurface(controls);
  tangential_.check(controls, case_);
  take_history(controls);
  finish_case(controls);
  return controls;
}

InpControls InpReader::read_wheel_rail_case() {
  ++n_cases_;
  WheelOnRailCase& c = wheel_rail_case_;
  const InpControls controls = read_controls(source_, InpModule::wheel_rail);
  wheel_rail_.check_reuse(controls, n_cases_ == 1);
  if (controls.debug == 1) source_.group({whole("PSFLCIN")}, {whole("READLN")});
  if (controls.solver != 1) read_solver(controls, c.solver);
  if (controls.friction != 1) {
    tangential_.read_friction(controls, 1, c.friction);
    if (c.friction.memory.distance > 0) {
      refuse_digit(source_, controls, "L", controls.friction,
                   "friction with a memory (MEMDST > 0) is not supported for wheel and rail",
                   "MEMDST = 0 is without memory");
    }
  }
  tangential_.choose_branch(c.friction);
  if (controls.material == 2) {
    BodyPair bodies;  // body 1 of module 1 is the rail
    read_materials(bodies);
    c.bodies = {bodies.lower, bodies.upper};
  }
  tangential_.read_model(controls, c.model);
  wheel_rail_.read(controls, c);
  finish_wheel_rail_case(controls);
  return controls;
}

void InpReader::finish_wheel_rail_case(const InpControls& controls) {
  check_budget(controls);
  warn_if_not_solved(controls);
  if (!controls.is_solved() || source_.has_problems()) return;
  wheel_rail_case_.title = fmt::format("case {}", n_cases_);
  wheel_rail_case_.places = source_.places();
  file_.wheels_on_rails.push_back(wheel_rail_case_);
}

void InpReader::warn_if_not_solved(const InpControls& controls) {
  if (controls.is_solved()) return;
  source_.warn(fmt::format("line {}: case {} is checked and not solved, as R = {} asks",
                           controls.line, n_cases_, controls.end));
}

void InpReader::check_reuse(const InpControls& controls) {
  const auto refuse = [&](const char* key, int value, std::string reason, std::string hint) {
    refuse_digit(source_, controls, key, value, std::move(reason), std::move(hint));
  };
  const bool distance_from_before = controls.distance < 2;
  bool readable = true;
  const auto needs = [&](const char* key, int value, bool missing, const char* what) {
    if (!missing) return;
    refuse(key, value, fmt::format("there is no case before it whose {} could be kept", what), {});
    readable = false;
  };
  if (n_cases_ == 1) {
    needs("D", controls.grid, controls.grid < 2, "grid");
    needs("C", controls.material, controls.material < 2, "material");
    needs("Z", controls.distance, distance_from_before, "undeformed distance");
    needs("L", controls.friction, controls.friction == 1, "friction law");
    needs("G", controls.solver, controls.solver == 1, "solver settings");
  }
  const bool keeps_points = controls.stress == 1 || controls.stress == 2;
  needs("S", controls.stress, keeps_points && blocks_.empty(), "points below the surface");
  if (controls.grid != 0 && controls.distance == 0) {
    refuse("Z", controls.distance,
           fmt::format("a new grid (D = {}) needs the undeformed distance anew", controls.grid),
           "Z = 1 forms it again, Z = 2 reads it");
    readable = false;
  }
  if (!readable) source_.stop();
  tangential_.check_reuse(controls);
}

void InpReader::read_solver(const InpControls& controls, SolverSettings& solver) {
  const std::vector<InpValue> values =
      source_.group({whole("MAXGS"), whole("MAXIN"), whole("MAXNR"), whole("MAXOUT"), {"EPS"}});
  for (std::size_t i = 0; i < 4; ++i) {
    source_.require(values[i].whole >= 1, values[i], "must be 1 or more");
  }
  source_.require(values[4].real > 0 && values[4].real < 1, values[4],
                  "must be a relative accuracy between 0 and 1");
  solver.tolerance = values[4].real;
  if (controls.solver == 2 || controls.solver == 3) {
    tangential_.take_first_slip(
        source_.group({{"OMEGAH"}, {"OMEGAS"}, whole("INISLP"), {"OMGSLP"}})[2].whole);
  } else if (controls.solver == 4) {
    tangential_.take_first_slip(source_.group({whole("INISLP"), {"OMGSLP"}})[0].whole);
  } else if (controls.solver == 5) {
    source_.group({{"FDECAY"},
                   {"BETATH"},
                   whole("KDOWFB"),
                   {"D_IFC"},
                   {"D_LIN"},
                   {"D_CNS"},
                   {"D_SLP"},
                   {"POW_S"}});
  }
  if (controls.solver >= 2) {
    source_.warn(
        fmt::format("line {}: the solver asked for by G = {} is not used: tread has its own",
                    controls.line, controls.solver));
  }
}

void InpReader::read_load(const InpControls& controls) {
  const bool force = controls.norm == 1;
  const std::vector<InpValue> values = source_.group({{force ? "FN" : "PEN"},
                                                      InpTangential::first_motion_key(controls),
                                                      InpTangential::second_motion_key(controls),
                                                      {"CPHI"}},
                                                     {{"SPINXO"}, {"SPINYO"}});
  if (force) {
    source_.require(values[0].real >= 0, values[0], "must be >= 0",
                    "a positive force presses the bodies together");
  }
  case_.load.kind = force ? Load::Kind::force : Load::Kind::approach;
  case_.load.value = scaled(source_, values[0], force ? 1 : units_.length);
  tangential_.motion_of(controls, std::span(values).subspan(1), case_);
}

void InpReader::read_row_friction(const InpControls& controls) {
  const int n_rows = grid() != nullptr ? grid()->ny : hertz()->ny;
  if (controls.friction != 1) {
    if (n_rows < 1) source_.stop();  // told: there is no such grid
    tangential_.read_friction(controls, n_rows, case_.friction);
  } else if (case_.friction.row_factors.size() != static_cast<std::size_t>(n_rows)) {
    source_.problem({.file = {},
                     .line = controls.line,
                     .key = "L",
                     .reason = fmt::format("the friction kept is for {} rows, the grid has {}",
                                           case_.friction.row_factors.size(), n_rows),
                     .value = "1",
                     .hint = "L = 0, 2, 3 or 4 reads it anew"});
  }
}

void InpReader::read_materials(BodyPair& bodies) {
  const std::vector<InpValue> values = source_.group({{"POISS1"}, {"POISS2"}, {"GG1"}, {"GG2"}});
  for (std::size_t i = 0; i < 2; ++i) {
    source_.require(values[i].real >= 0 && values[i].real <= 0.5, values[i], "must lie in [0, 0.5]",
                    "this is Poisson's ratio of a body");
  }
  bodies.upper = {positive(source_, values[2], units_.pressure), values[0].real};
  bodies.lower = {positive(source_, values[3], units_.pressure), values[1].real};
}

void InpReader::read_area(const InpControls& controls) {
  const InpValue ipotcn = source_.one(whole("IPOTCN"));
  source_.stop_unless_usable(ipotcn);
  if (ipotcn.whole >= 1 && ipotcn.whole <= 4) {
    read_fixed_area(ipotcn.whole);
  } else if (ipotcn.whole >= -5 && ipotcn.whole <= -1) {
    read_hertz_area(controls, ipotcn);
  } else {
    source_.problem(ipotcn,
                    ipotcn.whole == -6 ? "the SDEC contact area is not supported"
                                       : "must be -5 to -1 or 1 to 4",
                    "1 to 4 give the grid, -1 to -5 a Hertzian contact");
    source_.stop();
  }
}

bool InpReader::check_count(const InpValue& mx, const InpValue& my) {
  source_.require(mx.whole >= 1, mx, "must be 1 or more");
  source_.require(my.whole >= 1, my, "must be 1 or more");
  if (!mx.usable || !my.usable || mx.whole < 1 || my.whole < 1) return false;
  const double n_cells = static_cast<double>(mx.whole) * my.whole;
  if (n_cells <= static_cast<double>(k_max_cells)) return true;
  source_.problem({.file = {},
                   .line = mx.word.line,
                   .key = "MX",
                   .reason = fmt::format(
                       "a grid of {} x {} elements would need about {:.0f} GB of memory; the limit "
                       "is {} elements",
                       mx.whole, my.whole, 1e-9 * k_bytes_per_cell * n_cells, k_max_cells),
                   .value = {},
                   .hint = "take fewer or larger elements"});
  return false;
}

void InpReader::read_fixed_area(int ipotcn) {
  const bool corner = ipotcn <= 2;                // where the first element is given by
  const bool sizes = ipotcn == 1 || ipotcn == 3;  // or the other end of the grid
  const char* const x_key = corner ? "XL" : "XC1";
  const char* const y_key = corner ? "YL" : "YC1";
  const std::vector<InpValue> values = source_.group({whole("MX"),
                                                      whole("MY"),
                                                      {x_key},
                                                      {y_key},
                                                      {sizes    ? "DX"
                                                       : corner ? "XH"
                                                                : "XCM"},
                                                      {sizes    ? "DY"
                                                       : corner ? "YH"
                                                                : "YCM"}});
  const bool countable = check_count(values[0], values[1]);
  const auto element_size = [&](const InpValue& first, const InpValue& last,
                                const InpValue& count) {
    if (sizes) return positive(source_, last, units_.length);
    const double size = (last.real - first.real) * units_.length /
                        std::max(1, corner ? count.whole : count.whole - 1);
    source_.require(!first.usable || size > 0, last,
                    fmt::format("must be larger than {} = {}", first.key, shown(first.word.text)));
    source_.require(std::isfinite(size), last, "is too large");
    return size;
  };
  Grid grid;
  grid.nx = values[0].whole;
  grid.ny = values[1].whole;
  grid.dx = element_size(values[2], values[4], values[0]);
  grid.dy = element_size(values[3], values[5], values[1]);
  grid.x0 = scaled(source_, values[2], units_.length) + (corner ? 0.5 * grid.dx : 0);
  grid.y0 = scaled(source_, values[3], units_.length) + (corner ? 0.5 * grid.dy : 0);
  source_.require(std::isfinite(grid.x0 + grid.width()), values[4], "is too large");
  source_.require(std::isfinite(grid.y0 + grid.height()), values[5], "is too large");
  if (!countable) grid.nx = grid.ny = 0;  // told; the elements of such a grid cannot be read
  case_.area = FixedArea{grid, FixedArea::Edge::warn};
}

void InpReader::read_hertz_area(const InpControls& controls, const InpValue& ipotcn) {
  using Given = HertzArea::Given;
  struct Option {
    Given given;
    const char* first;
    const char* second;
    double first_unit;
    double second_unit;
  };
  const double length = units_.length;
  const double curvature = units_.curvature;
  const std::array options{
      Option{Given::curvatures, "A1", "B1", curvature, curvature},
      Option{Given::curvature_and_ratio, "A1", "AOB", curvature, 1},
      Option{Given::semi_axes, "AA", "BB", length, length},
      Option{Given::line_curvature, "A1", "BB", curvature, length},
      Option{Given::line_half_width, "AA", "BB", length, length},
  };
  const Option& option = options[static_cast<std::size_t>(-ipotcn.whole - 1)];
  const std::vector<InpValue> values =
      source_.group({whole("MX"), whole("MY"), {option.first}, {option.second}, {"SCALE"}});
  check_count(values[0], values[1]);
  HertzArea area;
  area.given = option.given;
  area.nx = values[0].whole;
  area.ny = values[1].whole;
  area.first = positive(source_, values[2], option.first_unit);
  area.second = positive(source_, values[3], option.second_unit);
  area.margin = positive(source_, values[4], 1);
  case_.area = area;
  if (ipotcn.whole <= -4 && controls.norm == 0) {
    source_.problem(ipotcn, "a Hertzian line contact needs the force (N = 1)",
                    "its approach depends on the length of the bodies and cannot be prescribed");
  }
}

void InpReader::read_distance() {
  const std::vector<InpValue> values = source_.group({whole("IBASE"), whole("IPLAN")});
  for (const InpValue& value : values) source_.stop_unless_usable(value);
  const int ibase = values[0].whole;
  const int iplan = values[1].whole;
  const bool base_known = (ibase >= 1 && ibase <= 3) || ibase == 9;
  const bool plan_known = iplan >= 1 && iplan <= 3;
  if (!base_known) source_.problem(values[0], "must be 1 2 3 or 9");
  if (!plan_known) {
    source_.problem(values[1], iplan == 4 ? "weighted interaction of patches is not supported"
                                          : "must be 1 2 or 3");
  }
  if (!base_known || !plan_known) source_.stop();
  if (ibase == 9 && grid()->n_cells() == 0) source_.stop();  // told: there is no such grid
  case_.shape = read_base(source_, units_, ibase, *grid());
  case_.planform = read_planform(source_, units_, iplan);
  has_distance_ = true;
}

void InpReader::keep_distance(const InpControls& controls) {
  if (grid() == nullptr) {
    has_distance_ = false;
    if (controls.distance == 2) case_.planform = Everywhere{};
    return;
  }
  if (controls.distance == 2) return;
  const auto refuse = [&](std::string reason) {
    source_.problem({.file = {},
                     .line = controls.line,
                     .key = "Z",
                     .reason = std::move(reason),
                     .value = fmt::format("{}", controls.distance),
                     .hint = "Z = 2 reads an undeformed distance for this grid"});
  };
  if (!has_distance_) {
    refuse("the undeformed distance of a Hertzian case cannot be kept for another grid");
    return;
  }
  auto* field = std::get_if<HeightField>(&case_.shape);
  if (field == nullptr) return;
  if (field->grid.nx == grid()->nx && field->grid.ny == grid()->ny) {
    field->grid = *grid();
  } else {
    refuse(fmt::format("the undeformed distance kept has {} x {} elements, the grid {} x {}",
                       field->grid.nx, field->grid.ny, grid()->nx, grid()->ny));
  }
}

void InpReader::check_hertz_reuse(const InpControls& controls) {
  if (hertz() == nullptr) return;
  if (case_.load.kind == Load::Kind::approach && case_.load.value < 0) {
    source_.problem({.file = {},
                     .line = source_.places().at("PEN").line,
                     .key = "PEN",
                     .reason = "must be >= 0 with a Hertzian contact (IPOTCN < 0)",
                     .value = fmt::format("{}", case_.load.value / units_.length),
                     .hint = {}});
  }
  const bool unchanged = same_hertz_load({{}, case_.load, case_.bodies}, formed_);
  if (controls.grid == 0 && !unchanged && !(has_given_axes(*hertz()) && controls.distance >= 1)) {
    source_.problem(
        {.file = {},
         .line = controls.line,
         .key = "D",
         .reason = "the grid of a Hertzian contact cannot be kept for another load",
         .value = "0",
         .hint = "D = 1 and Z = 1 form it again for this load; IPOTCN = 1 fixes a grid"});
  }
  formed_ = {{}, case_.load, case_.bodies};
}

void InpReader::read_subsurface(const InpControls& controls) {
  if (controls.stress >= 2) read_subsurface_output(source_);
  if (controls.stress == 3) blocks_ = read_blocks(source_, units_.length);
  case_.subsurface.clear();
  if (controls.stress == 0 || source_.has_problems()) return;
  for (const InpBlock& block : blocks_) {
    case_.subsurface.push_back(points_of(block, grid(), source_));
  }
}

void InpReader::check_budget(const InpControls& controls) {
  if (const auto* field = std::get_if<HeightField>(&case_.shape))
    n_stored_ += field->heights.size();
  if (const auto* profile = std::get_if<CircleAlongX>(&case_.shape)) {
    n_stored_ += profile->heights.size();
  }
  n_stored_ += case_.friction.row_factors.size();
  for (const SubsurfaceBlock& block : case_.subsurface) {
    n_stored_ += block.x.size() + block.y.size() + block.z.size();
  }
  const bool too_many_cases = n_cases_ > k_max_cases;
  if (!too_many_cases && n_stored_ <= k_max_cells) return;
  source_.problem({.file = {},
                   .line = controls.line,
                   .key = {},
                   .reason = too_many_cases
                                 ? fmt::format("more than {} cases in one file", k_max_cases)
                                 : fmt::format("the cases up to here hold {} heights and "
                                               "coordinates, more than {}",
                                               n_stored_, k_max_cells),
                   .value = {},
                   .hint = "spread the cases over several files"});
  source_.stop();
}

void InpReader::take_history(const InpControls& controls) {
  constexpr std::array k_histories{History::continues, History::normal_only, History::anew,
                                   History::same_step};
  case_.history = k_histories[static_cast<std::size_t>(controls.history)];
  const bool has_memory = controls.motion == 1 || controls.motion == 2;
  if (!has_memory || case_.history == History::anew) {
    case_.history = History::anew;
    return;
  }
  if (!before_) {
    source_.warn(fmt::format("line {}: P = {} has no case to go on from: the case starts anew",
                             controls.line, controls.history));
    case_.history = History::anew;
    return;
  }
  if (source_.has_problems()) return;
  const std::string difference = before_->difference_to({case_.area, case_.load, case_.bodies});
  if (difference.empty()) return;
  source_.problem({.file = {},
                   .line = controls.line,
                   .key = "P",
                   .reason = "the history of the case before is of another grid: " + difference,
                   .value = fmt::format("{}", controls.history),
                   .hint = "P = 2 starts anew; grids of one sequence have elements of the same "
                           "size and lie whole elements apart"});
}

void InpReader::finish_case(const InpControls& controls) {
  check_budget(controls);
  warn_if_not_solved(controls);
  if (!controls.is_solved() || source_.has_problems()) return;
  before_ = InpGridOfCase{case_.area, case_.load, case_.bodies};
  case_.title = fmt::format("case {}", n_cases_);
  case_.places = source_.places();
  file_.cases.push_back(case_);
}

void InpReader::warn_of_what_follows() {
  const std::optional<InpWord> word = source_.first_word_of_next_line();
  if (!word) return;
  source_.warn(fmt::format("line {}: what follows '0 MODULE' is not read", word->line));
}

/// Text of any encoding that has ASCII in it passes; a file with control characters is something
/// else.
void check_is_text(std::string_view text, const std::string& file) {
  const auto control = std::find_if(text.begin(), text.end(), [](char c) {
    const bool space = c == '\t' || c == '\n' || c == '\v' || c == '\f' || c == '\r' || c == '\x1A';
    return (c >= 0 && c < ' ' && !space) || c == '\x7F';
  });
  if (control == text.end()) return;
  const auto line = 1 + std::count(text.begin(), control, '\n');
  throw CaseError({.file = file,
                   .line = static_cast<int>(line),
                   .key = {},
                   .reason = fmt::format("this is not a text file: it has the byte 0x{:02X}",
                                         static_cast<unsigned char>(*control)),
                   .value = {},
                   .hint = {}});
}

}  // namespace

CaseFile parse_inp(std::string_view text, const std::string& file_name, InpUnits units,
                   const std::filesystem::path& base_dir) {
  if (text.empty()) throw CaseError(Problem{file_name, 0, "", "the file is empty", "", ""});
  check_is_text(text, file_name);
  CaseFile file = InpReader(text, file_name, units, base_dir).read();
  file.text = text_to_keep(text);
  return file;
}

CaseFile read_inp(const std::filesystem::path& path, InpUnits units) {
  const std::filesystem::path folder = path.parent_path();
  return parse_inp(read_text_file(path, k_max_inp_bytes), path.string(), units,
                   folder.empty() ? "." : folder);
}

}  // namespace tread::casefile
