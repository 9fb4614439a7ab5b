#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/interaction/bridge_system.hpp"
#include "tread/interaction/structure_memory.hpp"
#include "tread/structure/rigid_motions.hpp"

namespace tread::interaction {
namespace {

using structure::ElasticStructure;
using structure::LawSpring;
using structure::LineSegment;
using structure::SparseFactor;
using structure::SparseMatrix;

constexpr std::size_t k_max_factors = 4;        // of different steps, kept at a time
constexpr double k_max_column_bytes = 1 << 30;  // of responses along the load line
constexpr int k_block = 32;           // responses computed together: a third of the time of one
constexpr double k_long_step = 1e-2;  // c_x K / M above which positions are solved for
constexpr double k_substitution_cost = 6;       // a number of the factor, in one of a response
constexpr double k_massless_compliance = 1e-8;  // of K / M, where M alone has no factors

constexpr double k_singular = 1e-13;  // of a pivot: what rounding leaves of nothing

[[noreturn]] void refuse_loose(const ElasticStructure& structure, int unknown) {
  throw ModelError(fmt::format(
      "the structure can move without strain ({} is not held): a train cannot stand on it; give "
      "it supports, or start at touch",
      displacement_name(structure, unknown)));
}

class FullOrderBridge : public BridgeSystem {
 public:
  FullOrderBridge(std::shared_ptr<const ElasticStructure> structure,
                  std::shared_ptr<StructureMemory> memory)
      : structure_(std::move(structure)),
        memory_(memory ? std::move(memory) : std::make_shared<StructureMemory>()),
        stiffness_(structure::stiffness_with_laws(*structure_)) {
    check(*structure_);
    memory_->begin(structure_);
    kinks_ = structure_->line.kinks();
    for (const LineSegment& segment : structure_->line.segments()) add_column(segment.dofs);
    for (const LawSpring& spring : structure_->springs) {
      add_column(spring.dofs);
      reference_.push_back(structure::steepest(spring.law));
    }
    make_blocks();
  }

  const ElasticStructure& structure() const { return *structure_; }
  const SparseMatrix& stiffness() const { return stiffness_; }
  /// Unknowns of a column of the places.
  const std::vector<int>& unknowns(int piece) const { return columns_[as_size(piece)]; }
  int n_pieces() const { return static_cast<int>(columns_.size()); }
  /// Unknowns whose responses are computed together with that of one. Blocks are always the same:
  /// rounding of a response depends on those beside it, and must not on which came first.
  const std::vector<int>& block_of(int unknown) const {
    return blocks_[as_size(block_of_unknown_[as_size(unknown)])];
  }
  StructureMemory& memory() const { return *memory_; }

  int size() const override { return structure_->n_dofs(); }
  bool carries(double x) const override { return structure_->line.covers(x); }
  const std::vector<double>& kinks() const override { return kinks_; }

  void place(ShapeOrder order, WheelPlaces& places) const override {
    const auto n_on = static_cast<Eigen::Index>(places.on_bridge.size());
    const auto n_wheels = n_on - n_springs();
    places.pieces.assign(static_cast<std::size_t>(n_on), 0);
    places.shape.setZero(n_rows_, n_on);
    if (order >= ShapeOrder::slope) places.slope.setZero(n_rows_, n_on);
    if (order >= ShapeOrder::curvature) places.curvature.setZero(n_rows_, n_on);
    for (Eigen::Index i = 0; i < n_wheels; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const structure::LineWeights at = structure_->line.at(places.x(places.on_bridge[k]));
      const Eigen::Index n = at.shape.size();
      places.pieces[k] = at.segment;
      places.shape.col(i).head(n) = at.shape;
      if (order >= ShapeOrder::slope) places.slope.col(i).head(n) = at.slope;
      if (order >= ShapeOrder::curvature) places.curvature.col(i).head(n) = at.curvature;
    }
    for (int j = 0; j < n_springs(); ++j) {
      const LawSpring& spring = structure_->springs[as_size(j)];
      const Eigen::Index i = n_wheels + j;
      places.pieces[static_cast<std::size_t>(i)] = n_pieces() - n_springs() + j;
      for (std::size_t k = 0; k < spring.weights.size(); ++k) {
        places.shape(static_cast<Eigen::Index>(k), i) = -spring.weights[k];
      }
    }
  }

  double dot(const WheelPlaces& places, const Matrix& rows, Eigen::Index i,
             VectorIn q) const override {
    double sum = 0;
    Eigen::Index k = 0;
    for (const int unknown : unknowns(places.pieces[static_cast<std::size_t>(i)])) {
      sum += rows(k++, i) * q(unknown);
    }
    return sum;
  }
  void add(const WheelPlaces& places, Eigen::Index i, double force, VectorOut sum) const override {
    Eigen::Index k = 0;
    for (const int unknown : unknowns(places.pieces[static_cast<std::size_t>(i)])) {
      sum(unknown) += force * places.shape(k++, i);
    }
  }

  void internal_force(VectorIn q, VectorIn velocity, VectorOut force) const override {
    force.noalias() = stiffness_ * q;
    if (is_damped()) force.noalias() += structure_->damping * velocity;
  }
  void apply_mass(VectorIn a, VectorOut force) const override {
    force.noalias() = structure_->mass * a;
  }

  void external_force(double time, VectorOut force) const override {
    force.setZero();
    const structure::SupportRows& supports = structure_->supports;
    if (supports.motions.empty()) return;
    const auto n = static_cast<Eigen::Index>(supports.motions.size());
    Vector displacement = Vector::Zero(n), velocity = displacement, acceleration = displacement;
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto& motion = supports.motions[static_cast<std::size_t>(i)];
      if (!motion) continue;
      const structure::SupportMotion at = motion(time);
      displacement(i) = at.displacement;
      velocity(i) = at.velocity;
      acceleration(i) = at.acceleration;
    }
    force -= supports.stiffness.transpose() * displacement;
    force -= supports.damping.transpose() * velocity;
    force -= supports.mass.transpose() * acceleration;
  }

  double kinetic_energy(VectorIn velocity) const override {
    return velocity.dot(structure_->mass * velocity) / 2;
  }
  double strain_energy(VectorIn q) const override {
    double energy = q.dot(stiffness_ * q) / 2;
    for (int j = 0; j < n_springs(); ++j) energy += spring(j, elongation(j, q)).integral;
    return energy;
  }

  int n_springs() const override { return static_cast<int>(structure_->springs.size()); }
  PiecewiseLinear::At spring(int i, double elongation) const override {
    const double stiffness = reference_[as_size(i)];
    PiecewiseLinear::At at = structure_->springs[as_size(i)].law.at(elongation);
    at.value -= stiffness * elongation;
    at.slope -= stiffness;
    at.integral -= stiffness * elongation * elongation / 2;
    return at;
  }

  Matrix static_compliance(const WheelPlaces& places) const override {
    const auto n_on = static_cast<Eigen::Index>(places.on_bridge.size());
    Matrix right = Matrix::Zero(size(), n_on);
    for (Eigen::Index i = 0; i < n_on; ++i) add(places, i, 1, right.col(i));
    const Matrix response = static_factor().solve_all(right);
    Matrix compliance(n_on, n_on);
    for (Eigen::Index i = 0; i < n_on; ++i) {
      for (Eigen::Index j = 0; j < n_on; ++j) {
        compliance(i, j) = dot(places, places.shape, i, response.col(j));
      }
    }
    return compliance;
  }
  Vector static_response(VectorIn force) const override { return static_factor().solve(force); }

  Vector reactions(const WheelPlaces& places, const Vector& forces, VectorIn q, VectorIn velocity,
                   VectorIn acceleration) const override {
    const structure::SupportRows& supports = structure_->supports;
    if (supports.names.empty()) return {};
    Vector reactions =
        supports.stiffness * q + supports.damping * velocity + supports.mass * acceleration;
    const std::size_t n_wheels = places.on_bridge.size() - as_size(n_springs());
    for (std::size_t i = 0; i < n_wheels; ++i) {
      const int wheel = places.on_bridge[i];
      const LineSegment& segment = structure_->line.segments()[as_size(places.pieces[i])];
      if (segment.supports.empty()) continue;
      const double s = (places.x(wheel) - segment.start) / segment.length;
      const Vector weights = segment.support_coefficients * Eigen::Vector4d(1, s, s * s, s * s * s);
      for (std::size_t j = 0; j < segment.supports.size(); ++j) {
        reactions(segment.supports[j]) -= forces(wheel) * weights(static_cast<Eigen::Index>(j));
      }
    }
    return reactions;
  }

  std::unique_ptr<BridgeStage> stage() const override;
  bool is_costly_to_factorise() const override { return true; }
  int n_factorisations() const override { return n_factorisations_; }
  void count_factorisation() const { ++n_factorisations_; }

  bool is_damped() const { return structure_->damping.nonZeros() > 0; }

 private:
  void add_column(const std::vector<int>& unknowns) {
    columns_.push_back(unknowns);
    n_rows_ = std::max(n_rows_, static_cast<Eigen::Index>(unknowns.size()));
  }

  /// Neighbours along the line, then the springs.
  void make_blocks() {
    block_of_unknown_.assign(as_size(size()), -1);
    for (const std::vector<int>& column : columns_) {
      for (const int unknown : column) {
        if (block_of_unknown_[as_size(unknown)] >= 0) continue;
        if (blocks_.empty() || blocks_.back().size() == k_block) blocks_.emplace_back();
        blocks_.back().push_back(unknown);
        block_of_unknown_[as_size(unknown)] = static_cast<int>(blocks_.size()) - 1;
      }
    }
  }

  double elongation(int j, VectorIn q) const {
    const LawSpring& spring = structure_->springs[as_size(j)];
    double sum = 0;
    for (std::size_t k = 0; k < spring.dofs.size(); ++k)
      sum += spring.weights[k] * q(spring.dofs[k]);
    return sum;
  }

  const SparseFactor& static_factor() const {
    std::unique_ptr<SparseFactor>& factor = memory_->at_rest;  // made when a train first stands
    if (factor) return *factor;
    try {
      factor = std::make_unique<SparseFactor>(stiffness_);
    } catch (const structure::NotPositiveDefinite& error) {
      refuse_loose(*structure_, error.unknown());
    }
    const SparseFactor::Pivot weakest = factor->weakest_pivot();
    if (weakest.ratio >= k_singular) return *factor;
    factor.reset();
    refuse_loose(*structure_, weakest.unknown);
  }

  std::shared_ptr<const ElasticStructure> structure_;
  std::shared_ptr<StructureMemory> memory_;
  SparseMatrix stiffness_;
  std::vector<std::vector<int>> columns_;  // unknowns of pieces of the line, then of springs
  std::vector<double> kinks_;              // of the load line
  std::vector<double> reference_;          // stiffness of springs in K
  std::vector<std::vector<int>> blocks_;
  std::vector<int> block_of_unknown_;  // -1: no wheel or spring acts on it
  Eigen::Index n_rows_ = 0;
  mutable int n_factorisations_ = 0;
};

/// Section 4 of the vehicle-structure paper: the large block is factorised once a step length; what
/// a force anywhere on the load line moves is computed once, when wheels first come there. A step
/// is then one substitution, and small sums for every wheel.
class FullOrderStage : public BridgeStage {
 public:
  explicit FullOrderStage(const FullOrderBridge& bridge)
      : bridge_(bridge), stages_(bridge.memory().stages) {}

  void factorise(const Weights& weights) override {
    const auto found = std::ranges::find(stages_, weights, &StageFactors::weights);
    if (found != stages_.end()) {
      current_ = static_cast<std::size_t>(found - stages_.begin());
    } else {
      if (stages_.size() == k_max_factors) {
        stages_.erase(std::ranges::min_element(stages_, {}, &StageFactors::n_uses));
      }
      stages_.push_back(factors_for(weights));
      current_ = stages_.size() - 1;
    }
    ++now().n_uses;
  }

  void solve(VectorIn right, VectorIn x, VectorIn v, double force_weight, VectorOut a) override {
    const structure::ElasticStructure& structure = bridge_.structure();
    const Weights& weights = now().weights;
    if (!now().solves_for_position) {
      Vector force(bridge_.size());
      bridge_.internal_force(x, v, force);
      a = now().factor.solve(right - force_weight * force);
      if (weights.stiffness == 0) drop_massless(a);
      return;
    }
    // For the position: M has far fewer entries than K, whose product with x cancels.
    const double position_weight = weights.stiffness / force_weight;
    Vector sum = right + weights.mass / position_weight * (structure.mass * x);
    if (bridge_.is_damped()) {
      const double ratio = weights.damping / weights.stiffness;
      sum -= force_weight * (structure.damping * (v - ratio * x));
    }
    a = now().factor.solve(sum) - x / position_weight;
  }

  Matrix compliance(const WheelPlaces& places, const Matrix& rows) override {
    prepare(places);
    const auto n_on = static_cast<Eigen::Index>(places.on_bridge.size());
    Matrix sums = Matrix::Zero(n_on, n_on);
    for (Eigen::Index j = 0; j < n_on; ++j) {
      Eigen::Index k = 0;
      for (const int unknown : unknowns(places, j)) {
        const double weight = places.shape(k++, j);
        if (weight == 0) continue;
        const Vector& response = now().responses[as_size(unknown)];
        for (Eigen::Index i = 0; i < n_on; ++i) {
          sums(i, j) += weight * bridge_.dot(places, rows, i, response);
        }
      }
    }
    return sums;
  }

  void add_response(const WheelPlaces& places, const Vector& forces, VectorOut a) override {
    if (is_cheaper_to_solve(places)) {
      Vector load = Vector::Zero(bridge_.size());
      for (Eigen::Index j = 0; j < forces.size(); ++j) bridge_.add(places, j, forces(j), load);
      a += now().factor.solve(load);
      return;
    }
    prepare(places);
    for (Eigen::Index j = 0; j < forces.size(); ++j) {
      Eigen::Index k = 0;
      for (const int unknown : unknowns(places, j)) {
        const double force = forces(j) * places.shape(k++, j);
        if (force != 0) a += force * now().responses[as_size(unknown)];
      }
    }
  }

 private:
  StageFactors& now() { return stages_[current_]; }

  const std::vector<int>& unknowns(const WheelPlaces& places, Eigen::Index i) const {
    return bridge_.unknowns(places.pieces[static_cast<std::size_t>(i)]);
  }

  /// Many wheels on a slender structure: a substitution reads less than the responses of all their
  /// unknowns. Where only M counts, at the start and at impacts, responses are not used again.
  bool is_cheaper_to_solve(const WheelPlaces& places) {
    if (now().weights.stiffness == 0) return true;
    std::size_t n_columns = 0;
    for (const int piece : places.pieces) n_columns += bridge_.unknowns(piece).size();
    return static_cast<double>(n_columns) * bridge_.size() >
           k_substitution_cost * static_cast<double>(now().factor.n_nonzeros());
  }

  StageFactors factors_for(const Weights& weights) const {
    const structure::ElasticStructure& structure = bridge_.structure();
    SparseMatrix matrix = weights.mass * structure.mass;
    if (weights.stiffness != 0) matrix += weights.stiffness * bridge_.stiffness();
    if (weights.damping != 0 && bridge_.is_damped()) matrix += weights.damping * structure.damping;
    bridge_.count_factorisation();
    StageFactors factors;
    factors.weights = weights;
    factors.responses.resize(as_size(bridge_.size()));
    const Vector stiffness = bridge_.stiffness().diagonal();
    const Vector mass = structure.mass.diagonal();
    const double ratio = stiffness.sum() / mass.sum();
    factors.solves_for_position = weights.stiffness * ratio > k_long_step * weights.mass;
    try {
      factors.factor = SparseFactor(matrix);
    } catch (const structure::NotPositiveDefinite&) {
      if (weights.stiffness != 0) throw;
      matrix += k_massless_compliance / ratio * bridge_.stiffness();
      factors.factor = SparseFactor(matrix);
    }
    return factors;
  }

  /// What has no mass has no acceleration of its own.
  void drop_massless(VectorOut a) const {
    const Vector mass = bridge_.structure().mass.diagonal();
    for (Eigen::Index i = 0; i < a.size(); ++i) {
      if (mass(i) == 0) a(i) = 0;
    }
  }

  /// Responses to forces on the unknowns below the wheels, and on their neighbours.
  void prepare(const WheelPlaces& places) {
    std::vector<const std::vector<int>*> missing;
    for (const int piece : places.pieces) {
      for (const int unknown : bridge_.unknowns(piece)) {
        if (now().responses[as_size(unknown)].size() > 0) continue;
        const std::vector<int>* block = &bridge_.block_of(unknown);
        if (std::ranges::find(missing, block) == missing.end()) missing.push_back(block);
      }
    }
    if (missing.empty()) return;
    const double bytes = 8.0 * k_block * bridge_.size();
    const bool is_full = bytes * (static_cast<double>(now().n_responses) / k_block +
                                  static_cast<double>(missing.size())) >
                         k_max_column_bytes;
    if (is_full && now().n_responses > 0) {
      for (Vector& response : now().responses) response.resize(0);
      now().n_responses = 0;
      prepare(places);  // also those that were there
      return;
    }
    for (const std::vector<int>* block : missing) compute(*block);
  }

  void compute(const std::vector<int>& block) {
    StageFactors& factors = now();
    const auto n = static_cast<Eigen::Index>(block.size());
    Matrix right = Matrix::Zero(bridge_.size(), n);
    for (Eigen::Index i = 0; i < n; ++i) right(block[static_cast<std::size_t>(i)], i) = 1;
    const Matrix responses = factors.factor.solve_all(right);
    for (Eigen::Index i = 0; i < n; ++i) {
      factors.responses[as_size(block[static_cast<std::size_t>(i)])] = responses.col(i);
    }
    factors.n_responses += n;
  }

  const FullOrderBridge& bridge_;
  std::vector<StageFactors>& stages_;
  std::size_t current_ = 0;
};

std::unique_ptr<BridgeStage> FullOrderBridge::stage() const {
  return std::make_unique<FullOrderStage>(*this);
}

}  // namespace

std::shared_ptr<StructureMemory> make_structure_memory() {
  return std::make_shared<StructureMemory>();
}

std::unique_ptr<BridgeSystem> full_order_bridge(
    std::shared_ptr<const structure::ElasticStructure> structure,
    std::shared_ptr<StructureMemory> memory) {
  return std::make_unique<FullOrderBridge>(std::move(structure), std::move(memory));
}

}  // namespace tread::interaction
