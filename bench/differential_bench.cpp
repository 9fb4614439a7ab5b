// Elastic contact of finite elements against Hertz and half-spaces: what the size of elements, the
// size of the pieces and the penalty cost. Rows for docs/verification.md.
//
//   differential_bench ball [CACHE]      a ball on a flat, frictionless, against Hertz
//   differential_bench pair [CACHE]      S1002 on UIC60, frictionless, against half-spaces
//   differential_bench creep [CACHE]     creep forces of both against half-spaces
//
// CACHE: a folder in which the pieces are kept for the next time.

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

#include "differential/elastic_cases.hpp"
#include "tread/wheel_rail/creepage.hpp"
#include "tread/wheel_rail/half_space_model.hpp"

namespace tread::bench {
namespace {

using namespace differential;
using namespace differential::cases;
using profile::WheelRailPair;
using profile::WheelsetMotion;

constexpr double k_ball_radius = 1;      // m
constexpr double k_ball_contact = 4e-3;  // m
constexpr double k_pair_approach = 15e-6;
constexpr double k_speed = 10;  // m/s

std::string name_of(ElementOrder order) {
  return order == ElementOrder::linear ? "linear" : "quadratic";
}

void row(const std::string& table, const std::string& cells) {
  fmt::print("verification {} | {} |\n", table, cells);
  std::fflush(stdout);
}

// ---------------------------------------------------------------------------- a ball on a flat

/// Means over contacts of neighbouring sizes and places, all over Hertz' values: a single one jumps
/// with the way the elements meet the edge of the contact.
struct BallErrors {
  double force = 0;
  double area = 0;
  double peak = 0;
  double missing = 0;  // 1/m: approach that Hertz needs more for the same force, over F/(pi E*)
};

BallErrors ball_errors(const std::shared_ptr<const ElasticPair>& pieces, double penalty) {
  const double modulus = contact_modulus(k_bodies);
  ElasticContact contact(ball_pair(k_ball_radius), pieces, frictionless(penalty));
  ElasticContactSolution solution;
  BallErrors errors;
  constexpr std::array shares = {0.85, 0.9, 0.95, 1.0};
  constexpr std::array places = {-0.5e-3, 0.0, 0.5e-3};
  constexpr double n = shares.size() * places.size();
  for (const double share : shares) {
    for (const double y : places) {
      const double radius = share * k_ball_contact;
      const auto exact = reference::hertz_circle_from_approach(radius * radius / k_ball_radius,
                                                               k_ball_radius, modulus);
      WheelsetMotion motion = rolling(k_ball_radius, exact.approach);
      motion.pose.lateral = y;
      contact.evaluate(motion, solution);
      if (solution.status != SolveStatus::converged) fmt::print("not converged\n");
      const double force = -solution.force.z();
      const double needed =
          reference::hertz_circle_from_force(force, k_ball_radius, modulus).approach;
      errors.force += (force / exact.force - 1) / n;
      errors.area += (area(solution) / (std::numbers::pi * radius * radius) - 1) / n;
      errors.peak += (peak_pressure(solution) / exact.peak_pressure - 1) / n;
      errors.missing += (needed - exact.approach) / (force / (std::numbers::pi * modulus)) / n;
    }
  }
  return errors;
}

std::shared_ptr<const ElasticPair> ball_pieces(const Block& block,
                                               const std::filesystem::path& cache) {
  return prepare_pair(ball_pair(k_ball_radius), k_bodies,
                      {block_settings(block, 0), block_settings(block, 0)}, cache);
}

void ball_study(const std::filesystem::path& cache) {
  struct Mesh {
    ElementOrder order;
    double size;
  };
  const std::array meshes = {
      Mesh{ElementOrder::linear, 2e-3},    Mesh{ElementOrder::linear, 1.4e-3},
      Mesh{ElementOrder::linear, 1e-3},    Mesh{ElementOrder::linear, 0.7e-3},
      Mesh{ElementOrder::quadratic, 4e-3}, Mesh{ElementOrder::quadratic, 2.8e-3},
      Mesh{ElementOrder::quadratic, 2e-3}, Mesh{ElementOrder::quadratic, 1.4e-3}};
  for (const Mesh& mesh : meshes) {
    const Block block = ball_block(k_ball_contact + 0.5e-3, 22e-3, mesh.size, mesh.order);
    const BallErrors errors = ball_errors(ball_pieces(block, cache), 1e18);
    row("ball-mesh", fmt::format("{} | {:.1f} | {:+.2f} % | {:+.2f} % | {:+.2f} % | {:.2f}",
                                 name_of(mesh.order), 1e3 * mesh.size, 1e2 * errors.force,
                                 1e2 * errors.area, 1e2 * errors.peak, errors.missing));
  }
  for (const double size : {18e-3, 24e-3, 36e-3, 54e-3}) {
    Block block = ball_block(k_ball_contact + 0.5e-3, size, 2e-3, ElementOrder::quadratic);
    block.coarse_size = size / 3;
    const BallErrors errors = ball_errors(ball_pieces(block, cache), 1e18);
    row("ball-block",
        fmt::format("{:.0f} | {:+.2f} % | {:+.2f} % | {:+.2f} % | {:.2f}", 1e3 * size,
                    1e2 * errors.force, 1e2 * errors.area, 1e2 * errors.peak, errors.missing));
  }
  const Block block = ball_block(k_ball_contact + 0.5e-3, 22e-3, 1.4e-3, ElementOrder::linear);
  const auto pieces = ball_pieces(block, cache);
  const double rigid = ball_errors(pieces, 1e20).force;
  for (const double penalty : {1e13, 1e14, 1e15, 1e16, 1e17, 1e18}) {
    const double force = ball_errors(pieces, penalty).force;
    row("ball-penalty", fmt::format("{:.0e} | {:+.3e}", penalty, (force - rigid) / (1 + rigid)));
  }
}

// ------------------------------------------------------------------------- against half-spaces

/// A pair in a pose that just touches: where, and how large the overlap at an approach is.
struct Touch {
  WheelRailPair pair;
  profile::ContactPoint point;
  WheelsetMotion motion;  // pressed by the approach
  double vertical = 0;    // of first touch
};

Touch touch_of(const WheelRailPair& pair, double lateral, double approach) {
  Touch touch{pair, {}, {}, 0};
  WheelsetMotion& motion = touch.motion;
  motion.pose.lateral = lateral;
  std::vector<profile::ContactPoint> points;
  profile::ContactSearch(pair).find(motion.pose, 1, points);
  touch.point = points.front();
  touch.vertical = motion.pose.vertical - touch.point.penetration / std::cos(touch.point.angle);
  motion.pose.vertical = touch.vertical + approach / std::cos(touch.point.angle);
  motion.velocity = {k_speed, 0, 0};
  motion.angular_velocity = {0, -k_speed / touch.point.rolling_radius, 0};
  return touch;
}

wheel_rail::HalfSpaceModelSettings half_space(double friction) {
  wheel_rail::HalfSpaceModelSettings settings;
  settings.friction = contact::CoulombFriction{friction, friction};
  settings.grid.cells = 60;
  return settings;
}

/// Rises with the approach: forces along the normal at the touch.
double normal_force(const Eigen::Vector3d& force, double angle) {
  return wheel_rail::ContactFrame::at(angle).z.dot(force);
}

/// Where the undeformed bodies overlap: middle in the profiles, half lengths.
struct Overlapping {
  double wheel_y = 0;  // m
  double rail_y = 0;
  double half_x = 0;
  double half_y = 0;
};

Overlapping overlap_of(const Touch& touch) {
  const profile::ContactSearch search(touch.pair);
  const profile::PosedWheel wheel(touch.pair.wheelset, touch.motion.pose);
  double low = 1, high = -1, rail_low = 1, rail_high = -1, depth = 0;
  for (double s = 0; s < touch.pair.wheel.length(); s += 0.05e-3) {
    const profile::Overlap at = search.overlap(wheel, s);
    if (!at.exists || !(at.depth > 0)) continue;
    const double y = touch.pair.wheel.at(s).y;
    low = std::min(low, y);
    high = std::max(high, y);
    rail_low = std::min(rail_low, at.y - search.rail_offset());
    rail_high = std::max(rail_high, at.y - search.rail_offset());
    depth = std::max(depth, at.depth);
  }
  return {(low + high) / 2, (rail_low + rail_high) / 2,
          std::sqrt(2 * touch.point.rolling_radius * depth), (high - low) / 2};
}

Block block_of(const Overlapping& overlap, double half_size, double size, ElementOrder order) {
  return {half_size, overlap.half_x + 1.5 * size, overlap.half_y + 1.5 * size, size, half_size / 4,
          order};
}

/// Depths are those under the contact, where the profile's z = 0 leaves room for it.
std::shared_ptr<const ElasticPair> touch_pieces(const Touch& touch, const Block& block,
                                                const std::filesystem::path& cache) {
  const Overlapping overlap = overlap_of(touch);
  PieceSettings wheel = block_settings(block, overlap.wheel_y);
  PieceSettings rail = block_settings(block, overlap.rail_y);
  wheel.depth = std::max(wheel.depth - touch.pair.wheel.height(overlap.wheel_y), wheel.depth / 2);
  rail.depth += touch.pair.rail.height(overlap.rail_y);
  return prepare_pair(touch.pair, k_bodies, {wheel, rail}, cache);
}

/// A position of the wheelset, with meshes for its contact.
struct Position {
  double lateral;   // m
  double approach;  // m
  std::array<double, 3> blocks;
  std::array<double, 3> linear_sizes;
  double quadratic_size;
};

void compare_normal(const Position& position, const std::filesystem::path& cache) {
  const Touch touch = touch_of(standard_pair(), position.lateral, position.approach);
  const double angle = touch.point.angle;
  wheel_rail::HalfSpacePatches reference(touch.pair, half_space(0));
  wheel_rail::PairForces exact;
  reference.evaluate(touch.motion, exact);
  const double exact_force = normal_force(exact.force, angle);
  const Overlapping overlap = overlap_of(touch);
  fmt::print(
      "y = {:.0f} mm: at {:.1f} mm of the wheel's profile, {:.1f} mm of the rail's, angle {:.1f} "
      "degrees; overlap {:.2f} x {:.2f} mm, half-spaces {:.1f} N, an approach of {:.0f} F/(pi "
      "E*)\n",
      1e3 * position.lateral, 1e3 * touch.point.wheel_y, 1e3 * touch.point.rail_y,
      angle * 180 / std::numbers::pi, 1e3 * overlap.half_x, 1e3 * overlap.half_y, exact_force,
      position.approach * std::numbers::pi * contact_modulus(k_bodies) / exact_force);
  const auto compare = [&](ElementOrder order, double size, double half_size) {
    const Block block = block_of(overlap, half_size, size, order);
    ElasticContact contact(touch.pair, touch_pieces(touch, block, cache), frictionless());
    ElasticContactSolution solution;
    contact.evaluate(touch.motion, solution);
    const double force = normal_force(solution.force, angle);
    const double needed = root(
        [&](double more) {
          WheelsetMotion motion = touch.motion;
          motion.pose.vertical += more / std::cos(angle);
          reference.evaluate(motion, exact);
          return normal_force(exact.force, angle) - force;
        },
        -0.5 * position.approach, position.approach);
    row("pair-normal",
        fmt::format("{:.0f} | {} | {:.2f} | {:.1f} | {:+.1f} % | {:.1f}", 1e3 * position.lateral,
                    name_of(order), 1e3 * size, 1e3 * half_size, 1e2 * (force / exact_force - 1),
                    needed / (force / (std::numbers::pi * contact_modulus(k_bodies)))));
  };
  // Now and then a mesh comes out with a flat element, and is refused: the study goes on without.
  const auto try_to_compare = [&](ElementOrder order, double size, double half_size) {
    try {
      compare(order, size, half_size);
    } catch (const ModelError& error) {
      fmt::print("{}\n", error.what());
    }
  };
  for (const double half : position.blocks) {
    try_to_compare(ElementOrder::quadratic, position.quadratic_size, half);
  }
  for (const double size : position.linear_sizes) {
    for (const double half : position.blocks) try_to_compare(ElementOrder::linear, size, half);
  }
}

void pair_study(const std::filesystem::path& cache) {
  compare_normal({0, 15e-6, {13.1e-3, 17.5e-3, 23.3e-3}, {1.2e-3, 0.85e-3, 0.6e-3}, 1.2e-3}, cache);
  compare_normal({3e-3, 15e-6, {8.1e-3, 10.8e-3, 14.4e-3}, {1.2e-3, 0.85e-3, 0.6e-3}, 1e-3}, cache);
  compare_normal({6e-3, 5e-6, {4e-3, 5e-3, 6.4e-3}, {0.3e-3, 0.21e-3, 0.15e-3}, 0.3e-3}, cache);
}

// ------------------------------------------------------------------------------- creep forces

/// Adds creepages at the touch, in the contact frame, to a wheelset that rolls. Spin is about the
/// touch, not about the wheelset's centre: the wheel's speed makes up for the lever.
void add_creepage(const contact::Creepage& creepage, const profile::ContactPoint& touch,
                  WheelsetMotion& motion) {
  const auto frame = wheel_rail::ContactFrame::at(touch.angle);
  const double radius = touch.rolling_radius;
  const Eigen::Vector3d turn = creepage.spin * k_speed * frame.z;
  const Eigen::Vector3d lever(touch.position.x(), touch.position.y() - motion.pose.lateral, radius);
  const Eigen::Vector3d by_turn = turn.cross(lever);
  motion.velocity += creepage.lateral * k_speed * frame.y;
  motion.velocity.y() -= by_turn.y();
  motion.velocity.z() -= by_turn.z();
  motion.angular_velocity += turn;
  motion.angular_velocity.y() += (creepage.longitudinal * k_speed - by_turn.x()) / radius;
}

/// What creepages add to forces over what they add with half-spaces under the same load, of one
/// pose, along, across and by spin; and 1 + the force without creepage over the load.
std::array<double, 4> creep_ratios(const Touch& touch, const WheelsetMotion& pressed,
                                   ElasticContact& contact,
                                   wheel_rail::HalfSpacePatches& reference) {
  const double angle = touch.point.angle;
  const auto frame = wheel_rail::ContactFrame::at(angle);
  ElasticContactSolution solution;
  wheel_rail::PairForces exact;
  contact.evaluate(pressed, solution);
  const Eigen::Vector3d at_rest = solution.force;
  WheelsetMotion motion = pressed;
  motion.pose.vertical = root(
      [&](double vertical) {
        motion.pose.vertical = vertical;
        reference.evaluate(motion, exact);
        return frame.z.dot(exact.force - at_rest);
      },
      pressed.pose.vertical - 2e-6, pressed.pose.vertical + 8e-6);
  reference.evaluate(motion, exact);
  const Eigen::Vector3d exact_at_rest = exact.force;
  const double size =
      std::sqrt(exact.patches.front().semi_axis_x * exact.patches.front().semi_axis_y);
  const std::array<contact::Creepage, 3> creepages = {
      contact::Creepage{1e-4, 0, 0}, {0, 1e-4, 0}, {0, 0, 1e-4 / size}};
  std::array<double, 4> ratios{};
  ratios[3] =
      1 + (at_rest - exact_at_rest - frame.z * frame.z.dot(at_rest - exact_at_rest)).norm() /
              frame.z.dot(at_rest);
  for (std::size_t k = 0; k < 3; ++k) {
    WheelsetMotion elastic = pressed;
    WheelsetMotion half = motion;
    add_creepage(creepages[k], touch.point, elastic);
    add_creepage(creepages[k], touch.point, half);
    contact.evaluate(elastic, solution);
    reference.evaluate(half, exact);
    const Eigen::Vector3d& direction = k == 0 ? frame.x : frame.y;
    ratios[k] =
        direction.dot(solution.force - at_rest) / direction.dot(exact.force - exact_at_rest);
  }
  return ratios;
}

/// Means over neighbouring poses, and how much the single ones scatter.
void creep_study_of(const std::string& name, const Touch& touch, const std::vector<Block>& blocks,
                    const std::filesystem::path& cache) {
  constexpr double friction = 0.3;
  wheel_rail::HalfSpacePatches reference(touch.pair, half_space(friction));
  for (const Block& block : blocks) {
    ElasticContactSettings settings = frictionless();
    settings.friction = contact::CoulombFriction{friction, friction};
    settings.friction_kind = FrictionKind::stick_slip;
    ElasticContact contact(touch.pair, touch_pieces(touch, block, cache), settings);
    std::array<double, 4> sum{};
    std::array<double, 4> squares{};
    int n = 0;
    for (const double share : {0.7, 0.76, 0.82, 0.88, 0.94, 1.0}) {
      WheelsetMotion motion = touch.motion;
      motion.pose.vertical = touch.vertical + share * (motion.pose.vertical - touch.vertical);
      const auto ratios = creep_ratios(touch, motion, contact, reference);
      for (std::size_t k = 0; k < 4; ++k) {
        sum[k] += ratios[k] - 1;
        squares[k] += std::pow(ratios[k] - 1, 2);
      }
      ++n;
    }
    const auto cell = [&](std::size_t k) {
      const double mean = sum[k] / n;
      return fmt::format("{:+.1f} ± {:.1f} %", 1e2 * mean,
                         1e2 * std::sqrt(std::max(0.0, squares[k] / n - mean * mean)));
    };
    row("creep",
        fmt::format("{} | {} | {:.2f} | {} | {} | {} | {:.1f} %", name, name_of(block.order),
                    1e3 * block.fine_size, cell(0), cell(1), cell(2), 1e2 * sum[3] / n));
  }
}

void creep_study(const std::filesystem::path& cache) {
  const double approach = k_ball_contact * k_ball_contact / k_ball_radius;
  std::vector<Block> blocks;
  for (const double size : {2e-3, 1.4e-3, 1e-3, 0.7e-3}) {
    blocks.push_back(ball_block(k_ball_contact + 0.5e-3, 22e-3, size, ElementOrder::linear));
  }
  for (const double size : {4e-3, 2.8e-3, 2e-3}) {
    blocks.push_back(ball_block(k_ball_contact + 0.5e-3, 22e-3, size, ElementOrder::quadratic));
  }
  creep_study_of("ball", touch_of(ball_pair(k_ball_radius), 0, approach), blocks, cache);

  const Touch touch = touch_of(standard_pair(), 0, k_pair_approach);
  const Overlapping overlap = overlap_of(touch);
  blocks.clear();
  for (const double size : {1.2e-3, 0.85e-3, 0.6e-3}) {
    blocks.push_back(block_of(overlap, 14e-3, size, ElementOrder::linear));
  }
  blocks.push_back(block_of(overlap, 14e-3, 1.2e-3, ElementOrder::quadratic));
  creep_study_of("S1002", touch, blocks, cache);
}

}  // namespace
}  // namespace tread::bench

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  const std::filesystem::path cache = argc > 2 ? argv[2] : "";
  if (what.empty() || what == "ball") tread::bench::ball_study(cache);
  if (what.empty() || what == "pair") tread::bench::pair_study(cache);
  if (what.empty() || what == "creep") tread::bench::creep_study(cache);
  return 0;
}
