#include "tread/study/crossing_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>

#include "tread/core/as_size.hpp"
#include "tread/structure/influence_line.hpp"
#include "tread/study/words.hpp"

namespace tread::study {
namespace {

using interaction::Crossing;
using interaction::History;
using Matrix = Eigen::MatrixXd;
using structure::JointRails;

constexpr int k_points_a_span = 24;
/// More curves in one picture cannot be told apart.
constexpr std::size_t k_wheels_drawn = 4;

/// What each mode has at each place: modes x places.
template <class Evaluate>
Matrix modes_at(int n_modes, const std::vector<double>& places, Evaluate&& evaluate) {
  Matrix values(n_modes, static_cast<Eigen::Index>(places.size()));
  for (std::size_t i = 0; i < places.size(); ++i) {
    evaluate(places[i],
             std::span<double>(values.col(static_cast<Eigen::Index>(i)).data(), as_size(n_modes)));
  }
  return values;
}

/// What each mode does at rest under a unit force at places all along the bridge.
struct StaticModes {
  explicit StaticModes(const structure::BeamModes& bridge) {
    constexpr int k_points_a_mode = 20;
    const int n = std::max(400, k_points_a_mode * bridge.n_modes());
    for (int i = 0; i <= n; ++i) places.push_back(bridge.length() * i / n);
    coordinates = modes_at(bridge.n_modes(), places,
                           [&](double x, std::span<double> out) { bridge.shape(x, out); });
    for (int i = 0; i < bridge.n_modes(); ++i) {
      const double omega = bridge.omega()[as_size(i)];
      coordinates.row(i) *= omega > 0 ? 1 / (omega * omega) : 0;
    }
  }
  std::vector<double> places;
  Matrix coordinates;  // modes x places
};

const structure::BeamModes::Part& part_at(const structure::BeamModes& bridge, double x) {
  const auto& parts = bridge.parts();
  std::size_t i = 0;
  while (i + 1 < parts.size() && x >= parts[i + 1].start) ++i;
  return parts[i];
}

/// What a force at x does on rails over joints, if without them it does f(x).
template <class Effect>
double spread(const JointRails& rails, double x, Effect&& effect) {
  constexpr double k_aside = 1e-3;  // m, to either side for slopes
  const auto rail = rails.at(x);
  if (!rail) return effect(x);
  double sum = 0;
  for (const JointRails::End& end : rail->ends) {
    const double rise = effect(end.x + k_aside) - effect(end.x - k_aside);
    sum += end.deflection * effect(end.x) + end.slope * rise / (2 * k_aside);
  }
  return sum;
}

/// Moment and shear force that the modes left out add: they are fast, and follow the loads as if at
/// rest. A moment below a load converges as 1/modes without them.
class MissingPart {
 public:
  MissingPart(const structure::BeamModes& bridge, const JointRails& rails, double section,
              const StaticModes& shapes, const Eigen::VectorXd& mode_moments,
              const Eigen::VectorXd& mode_shears)
      : rails_(rails),
        part_(part_at(bridge, section)),
        line_(part_.beam, std::clamp(section - part_.start, 0.0, part_.beam.length)),
        spacing_(shapes.places[1]),
        moment_(shapes.coordinates.transpose() * mode_moments),
        shear_(shapes.coordinates.transpose() * mode_shears) {}

  void add(double x, double load, double& moment, double& shear) const {
    const auto missing_moment = [&](double at) {
      return line_.moment(at - part_.start) - of_modes(at, moment_);
    };
    const auto missing_shear = [&](double at) {
      return line_.shear(at - part_.start) - of_modes(at, shear_);
    };
    moment += load * spread(rails_, x, missing_moment);
    shear += load * spread(rails_, x, missing_shear);
  }

 private:
  double of_modes(double x, const Eigen::VectorXd& values) const {
    const auto last = static_cast<double>(values.size() - 1);
    if (x < 0 || x > spacing_ * last) return 0;
    const double at = std::min(x / spacing_, last - 1e-9);
    const auto i = static_cast<Eigen::Index>(at);
    return values(i) + (at - static_cast<double>(i)) * (values(i + 1) - values(i));
  }

  const JointRails& rails_;
  const structure::BeamModes::Part& part_;
  structure::InfluenceLine line_;
  double spacing_;
  Eigen::VectorXd moment_;
  Eigen::VectorXd shear_;
};

std::vector<double> column_of(const History& history, Eigen::Index i) {
  return {history.col(i).begin(), history.col(i).end()};
}

constexpr std::string_view k_heave = " heave";
constexpr std::string_view k_pitch = " pitch";

std::string part_of(std::string_view dof_name) {
  if (dof_name.ends_with(k_heave)) dof_name.remove_suffix(k_heave.size());
  return std::string(dof_name);
}

/// Names of parts are free, those of columns are not.
std::string as_label(std::string name) {
  for (char& c : name) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                          (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
    if (!is_plain) c = '_';
  }
  return name;
}

/// The displacement by which a vehicle's motion is told: of its body, else of the first part that
/// is no wheel, else of a wheel.
int telling_dof(const vehicle::PlaneVehicle& vehicle) {
  std::optional<int> other;
  for (int i = 0; i < vehicle.n_dofs(); ++i) {
    const std::string& name = vehicle.dof_names[as_size(i)];
    if (part_of(name) == "body") return i;
    const bool is_wheel = std::ranges::count(vehicle.wheels, i, &vehicle::Wheel::dof) > 0;
    if (!other && !is_wheel && !name.ends_with(k_pitch)) other = i;
  }
  return other.value_or(vehicle.wheels.front().dof);
}

}  // namespace

SectionForces section_forces(const TrainBridgeModel& model, const Crossing& crossing) {
  const structure::BeamModes& bridge = *model.problem.bridge;
  const std::vector<double>& sections = model.options.sections;
  const Matrix moment = modes_at(bridge.n_modes(), sections,
                                 [&](double x, std::span<double> out) { bridge.moment(x, out); });
  const Matrix shear = modes_at(bridge.n_modes(), sections,
                                [&](double x, std::span<double> out) { bridge.shear(x, out); });
  SectionForces forces{crossing.moments, crossing.shears};
  const StaticModes shapes(bridge);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const auto column = static_cast<Eigen::Index>(i);
    const MissingPart missing(bridge, model.joint_rails, sections[i], shapes, moment.col(column),
                              shear.col(column));
    for (Eigen::Index row = 0; row < crossing.forces.rows(); ++row) {
      for (Eigen::Index k = 0; k < crossing.forces.cols(); ++k) {
        const double load = model.bridge_load_factor * crossing.forces(row, k);
        missing.add(crossing.positions(row, k), load, forces.moment(row, column),
                    forces.shear(row, column));
      }
    }
  }
  return forces;
}

std::vector<double> line_places(const structure::BeamModes& bridge) {
  int n_spans = 0;
  for (const auto& part : bridge.parts()) {
    n_spans += std::max(1, static_cast<int>(part.beam.supports.size()) - 1);
  }
  const int n = k_points_a_span * n_spans;
  std::vector<double> places;
  for (int i = 0; i <= n; ++i) places.push_back(bridge.length() * i / n);
  return places;
}

BridgeLines bridge_lines(const TrainBridgeModel& model, const Crossing& crossing) {
  const structure::BeamModes& bridge = *model.problem.bridge;
  BridgeLines lines{line_places(bridge), {}};
  lines.deflection =
      crossing.modes * modes_at(bridge.n_modes(), lines.places,
                                [&](double x, std::span<double> out) { bridge.shape(x, out); });
  return lines;
}

Extreme extreme_of(const History& history, const std::vector<double>& times,
                   const std::vector<double>& at) {
  if (history.size() == 0) return {};
  Eigen::Index row = 0;
  Eigen::Index column = 0;
  history.cwiseAbs().maxCoeff(&row, &column);
  return {history(row, column), at[static_cast<std::size_t>(column)],
          times[static_cast<std::size_t>(row)]};
}

std::string place_and_time(const Extreme& extreme, const Crossing& crossing) {
  return fmt::format("x = {:.4g} m and {:.4g} s{}", extreme.at, extreme.time,
                     if_at_an_end(extreme.time, crossing.times));
}

Extreme static_extreme(const TrainBridgeModel& model, const Crossing& crossing,
                       const std::vector<double>& places) {
  const structure::BeamModes& bridge = *model.problem.bridge;
  const Matrix shapes = modes_at(bridge.n_modes(), places,
                                 [&](double x, std::span<double> out) { bridge.shape(x, out); });
  Eigen::VectorXd compliance(bridge.n_modes());
  for (int i = 0; i < bridge.n_modes(); ++i) {
    const double omega = bridge.omega()[as_size(i)];
    compliance(i) = omega > 0 ? 1 / (omega * omega) : 0;
  }
  const Eigen::Index stride =
      std::max<Eigen::Index>(1, crossing.positions.rows() / k_static_instants);
  Extreme extreme;
  const structure::RailedModes line_of_wheels(bridge, model.joint_rails);
  Eigen::VectorXd shape(bridge.n_modes());
  for (Eigen::Index row = 0; row < crossing.positions.rows(); row += stride) {
    Eigen::VectorXd force = Eigen::VectorXd::Zero(bridge.n_modes());
    for (Eigen::Index k = 0; k < crossing.positions.cols(); ++k) {
      const double x = crossing.positions(row, k);
      if (x < line_of_wheels.start() || x > line_of_wheels.end()) continue;
      line_of_wheels.evaluate(x, 0, {shape.data(), as_size(bridge.n_modes())});
      force += model.bridge_load_factor * crossing.wheel_loads[static_cast<std::size_t>(k)] * shape;
    }
    const Eigen::VectorXd line = shapes.transpose() * compliance.cwiseProduct(force);
    Eigen::Index place = 0;
    const double largest = line.cwiseAbs().maxCoeff(&place);
    if (largest <= std::abs(extreme.value)) continue;
    extreme = {line(place), places[static_cast<std::size_t>(place)],
               crossing.times[static_cast<std::size_t>(row)]};
  }
  return extreme;
}

Extreme static_moment(const TrainBridgeModel& model, const Crossing& crossing) {
  const structure::BeamModes& bridge = *model.problem.bridge;
  const Eigen::Index stride =
      std::max<Eigen::Index>(1, crossing.positions.rows() / k_static_instants);
  Extreme extreme;
  for (const double section : model.options.sections) {
    const structure::BeamModes::Part& part = part_at(bridge, section);
    const structure::InfluenceLine line(part.beam,
                                        std::clamp(section - part.start, 0.0, part.beam.length));
    for (Eigen::Index row = 0; row < crossing.positions.rows(); row += stride) {
      double moment = 0;
      for (Eigen::Index k = 0; k < crossing.positions.cols(); ++k) {
        moment += model.bridge_load_factor * crossing.wheel_loads[static_cast<std::size_t>(k)] *
                  spread(model.joint_rails, crossing.positions(row, k),
                         [&](double x) { return line.moment(x - part.start); });
      }
      if (std::abs(moment) <= std::abs(extreme.value)) continue;
      extreme = {moment, section, crossing.times[static_cast<std::size_t>(row)]};
    }
  }
  return extreme;
}

History force_ratios(const Crossing& crossing) {
  History ratios = crossing.forces;
  for (Eigen::Index k = 0; k < ratios.cols(); ++k) {
    ratios.col(k) /= crossing.wheel_loads[static_cast<std::size_t>(k)];
  }
  return ratios;
}

BodyMotion body_motions(const vehicle::Train& train) {
  BodyMotion motion;
  int row = 0;
  int number = 1;
  for (const vehicle::PlacedVehicle& placed : train.vehicles) {
    const int dof = telling_dof(placed.vehicle);
    motion.what = part_of(placed.vehicle.dof_names[as_size(dof)]);
    motion.columns.push_back(row + dof);
    motion.names.push_back(fmt::format("vehicle_{}_{}", number++, as_label(motion.what)));
    row += placed.vehicle.n_dofs();
  }
  return motion;
}

result::Table history_table(const char* name, const char* title, const char* unit,
                            const Crossing& crossing, const History& history,
                            const std::vector<std::string>& labels) {
  result::Table table{name, title, {{"time", "s", crossing.times}}};
  for (Eigen::Index i = 0; i < history.cols(); ++i) {
    table.columns.push_back({labels[static_cast<std::size_t>(i)], unit, column_of(history, i)});
  }
  return table;
}

result::Table section_table(const char* name, const char* title, const char* unit,
                            const TrainBridgeModel& model, const Crossing& crossing,
                            const History& history) {
  std::vector<std::size_t> shown = model.shown_sections;
  if (history.size() > 0) {
    Eigen::Index row = 0;
    Eigen::Index governing = 0;
    history.cwiseAbs().maxCoeff(&row, &governing);
    shown.push_back(static_cast<std::size_t>(governing));
  }
  std::ranges::sort(shown);
  shown.erase(std::ranges::unique(shown).begin(), shown.end());
  std::vector<std::string> labels;
  for (const std::size_t i : shown) {
    labels.push_back(fmt::format("{}_at_{:g}_m", name, model.options.sections[i]));
  }
  return history_table(name, title, unit, crossing, history(Eigen::all, shown), labels);
}

std::vector<result::Table> wheel_tables(const TrainBridgeModel& model, const Crossing& crossing) {
  const auto n_wheels = static_cast<std::size_t>(crossing.forces.cols());
  const auto labels = [&](const char* what) {
    std::vector<std::string> names;
    for (std::size_t i = 1; i <= n_wheels; ++i) names.push_back(fmt::format("axle_{}_{}", i, what));
    return names;
  };
  // a body that stands on its contact is one on a spring without a wheel below
  const char* approach =
      model.problem.train.vehicles.front().vehicle.dof_names == std::vector<std::string>{"body"}
          ? "Compression of the springs; negative: the gap below"
          : "Approach of wheel and rail";
  const bool are_drawn = n_wheels <= k_wheels_drawn;
  const History ratios = force_ratios(crossing);
  std::vector<result::Table> tables;
  if (!are_drawn) {
    History eye(ratios.rows(), 3);
    eye << ratios.col(0), ratios.rowwise().maxCoeff(), ratios.rowwise().minCoeff();
    tables.push_back(history_table("force_ratio_range", "Axle forces over those at rest", "",
                                   crossing, eye,
                                   {"first_axle", "largest_of_all", "smallest_of_all"}));
  }
  const auto add = [&](result::Table table) {
    if (!are_drawn) table.look = result::Table::Look::file_only;
    tables.push_back(std::move(table));
  };
  add(history_table("force_ratio", "Axle forces over those at rest", "", crossing, ratios,
                    labels("ratio")));
  result::Table forces =
      history_table("axle_force", "Axle forces", "N", crossing, crossing.forces, labels("force"));
  forces.look = result::Table::Look::file_only;  // the ratios show the same
  tables.push_back(std::move(forces));
  if (!std::holds_alternative<interaction::RigidContact>(model.problem.contact)) {
    if (!are_drawn) {
      History eye(ratios.rows(), 3);
      eye << crossing.approaches.col(0), crossing.approaches.rowwise().maxCoeff(),
          crossing.approaches.rowwise().minCoeff();
      tables.push_back(history_table("approach_range", approach, "m", crossing, eye,
                                     {"first_axle", "largest_of_all", "smallest_of_all"}));
    }
    add(history_table("approach", approach, "m", crossing, crossing.approaches,
                      labels("approach")));
  }
  result::Table positions = history_table("axle_position", "Places of the axles", "m", crossing,
                                          crossing.positions, labels("x"));
  positions.look = result::Table::Look::file_only;
  tables.push_back(std::move(positions));
  return tables;
}

std::vector<interaction::ContactChange> contact_changes(const Crossing& crossing) {
  using interaction::ContactChange;
  if (!crossing.contact_changes.empty()) return crossing.contact_changes;
  std::vector<ContactChange> changes;
  for (Eigen::Index row = 1; row < crossing.forces.rows(); ++row) {
    for (Eigen::Index k = 0; k < crossing.forces.cols(); ++k) {
      const bool was_there = crossing.forces(row - 1, k) > 0;
      if ((crossing.forces(row, k) > 0) == was_there) continue;
      const double before = crossing.approaches(row - 1, k);
      const double after = crossing.approaches(row, k);
      // a damper may pull before the spring is unloaded: then the record tells the time
      const bool passes_zero = before * after < 0;
      const double part = passes_zero ? before / (before - after) : 1;
      const double t0 = crossing.times[static_cast<std::size_t>(row - 1)];
      const double t1 = crossing.times[static_cast<std::size_t>(row)];
      changes.push_back({t0 + part * (t1 - t0), static_cast<int>(k),
                         was_there ? ContactChange::Kind::lost : ContactChange::Kind::found});
    }
  }
  std::ranges::stable_sort(changes, {}, &ContactChange::time);
  return changes;
}

double longest_loss(const Crossing& crossing, double from) {
  using interaction::ContactChange;
  std::vector<std::optional<double>> lost_at(static_cast<std::size_t>(crossing.forces.cols()));
  double longest = 0;
  for (const ContactChange& change : contact_changes(crossing)) {
    std::optional<double>& lost = lost_at[as_size(change.wheel)];
    if (change.time < from) continue;
    if (change.kind == ContactChange::Kind::lost) {
      lost = change.time;
    } else if (lost) {
      longest = std::max(longest, change.time - *lost);
      lost.reset();
    }
  }
  for (const std::optional<double>& lost : lost_at) {
    if (lost) longest = std::max(longest, crossing.times.back() - *lost);
  }
  return longest;
}

result::Table contact_change_table(const Crossing& crossing) {
  result::Table table{
      "contact_changes",
      "Axles that left the rail and came back",
      {{"time", "s", {}}, {"axle", "", {}}, {"position", "m", {}}, {"contact", "", {}}}};
  table.look = result::Table::Look::rows;
  for (const interaction::ContactChange& change : contact_changes(crossing)) {
    const auto after = std::ranges::lower_bound(crossing.times, change.time);
    const auto last = static_cast<Eigen::Index>(crossing.times.size()) - 1;
    const Eigen::Index row = std::clamp<Eigen::Index>(after - crossing.times.begin(), 1, last);
    const double t0 = crossing.times[static_cast<std::size_t>(row - 1)];
    const double t1 = crossing.times[static_cast<std::size_t>(row)];
    const double part = (change.time - t0) / (t1 - t0);
    const double x = (1 - part) * crossing.positions(row - 1, change.wheel) +
                     part * crossing.positions(row, change.wheel);
    const bool is_found = change.kind == interaction::ContactChange::Kind::found;
    table.columns[0].values.push_back(change.time);
    table.columns[1].values.push_back(change.wheel + 1);
    table.columns[2].values.push_back(x);
    table.columns[3].values.push_back(is_found ? 1 : 0);
  }
  return table;
}

result::Table energy_table(const Crossing& crossing) {
  using Row = interaction::EnergyRow;
  struct Entry {
    const char* name;
    double Row::*member;
  };
  constexpr std::array k_entries{Entry{"bridge_kinetic", &Row::bridge_kinetic},
                                 Entry{"bridge_strain", &Row::bridge_strain},
                                 Entry{"vehicle_kinetic", &Row::vehicle_kinetic},
                                 Entry{"vehicle_strain", &Row::vehicle_strain},
                                 Entry{"contact", &Row::contact},
                                 Entry{"gravity_work", &Row::gravity_work},
                                 Entry{"drive_work", &Row::drive_work},
                                 Entry{"damping_loss", &Row::damping_loss},
                                 Entry{"impact_loss", &Row::impact_loss}};
  const std::vector<Row>& rows = crossing.energy.rows;
  result::Table table{
      "energy", "Energy: stored, and in and out since the start", {{"time", "s", crossing.times}}};
  for (const Entry& entry : k_entries) {
    result::Column column{entry.name, "J", {}};
    for (const Row& row : rows) column.values.push_back(row.*(entry.member));
    table.columns.push_back(std::move(column));
  }
  result::Column defect{"defect", "J", {}};
  for (const Row& row : rows) defect.values.push_back(row.defect(rows.front()));
  table.columns.push_back(std::move(defect));
  return table;
}

}  // namespace tread::study
