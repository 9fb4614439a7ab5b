#include "tread/fem/supported.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/fem/displacements.hpp"
#include "tread/structure/matrix_parts.hpp"
#include "tread/structure/rigid_motions.hpp"

namespace tread::fem {
namespace {

/// Forces of a rigid motion over the sum of the terms they are made of: rounding leaves 1e-15 or so
/// a displacement, a spring that holds anything far more.
constexpr double k_no_resistance = 1e-11;
constexpr double k_aligned = 1e-6;

using Motions = Eigen::Matrix<double, 6, Eigen::Dynamic>;  // x y z, rx ry rz x size; a column each

/// Rigid motions of a part about its centre, rotations in units of 1 / size.
struct RigidBody {
  Eigen::Vector3d centre;
  double size;
  Eigen::Matrix<double, Eigen::Dynamic, 6> displacements;  // a motion a column
};

RigidBody rigid_body(const Model& model, const std::vector<int>& raw) {
  Eigen::Matrix3Xd places(3, static_cast<Eigen::Index>(raw.size()));
  for (std::size_t i = 0; i < raw.size(); ++i) {
    places.col(static_cast<Eigen::Index>(i)) = model.mesh.nodes.col(raw[i] / k_components);
  }
  RigidBody body;
  body.centre = places.rowwise().mean();
  const double extent = (places.rowwise().maxCoeff() - places.rowwise().minCoeff()).norm();
  body.size = extent > 0 ? extent : 1;
  body.displacements.setZero(places.cols(), 6);
  for (Eigen::Index i = 0; i < places.cols(); ++i) {
    const int component = raw[static_cast<std::size_t>(i)] % k_components;
    if (component >= 3) {
      body.displacements(i, component) = 1 / body.size;
      continue;
    }
    body.displacements(i, component) = 1;
    const Eigen::Vector3d arm = (places.col(i) - body.centre) / body.size;
    for (int axis = 0; axis < 3; ++axis) {
      body.displacements(i, 3 + axis) = Eigen::Vector3d::Unit(axis).cross(arm)[component];
    }
  }
  return body;
}

/// Columns of an upper triangle that is left of a tall matrix: its singular vectors are cheap.
Eigen::MatrixXd triangle_of(const Eigen::MatrixXd& tall) {
  if (tall.rows() <= tall.cols()) return tall;
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(tall);
  return qr.matrixQR().topRows(tall.cols()).triangularView<Eigen::Upper>();
}

/// Motions that move something and meet no resistance.
Motions free_motions(const structure::SparseMatrix& stiffness, const RigidBody& body) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> moved(triangle_of(body.displacements),
                                                Eigen::ComputeFullV);
  const Eigen::VectorXd& amounts = moved.singularValues();
  const auto n_moving = (amounts.array() > k_aligned * amounts[0]).count();
  const Motions basis = moved.matrixV().leftCols(n_moving);
  const Eigen::VectorXd amplitudes = body.displacements.cwiseAbs().rowwise().sum();
  const Eigen::VectorXd terms = stiffness.cwiseAbs() * amplitudes;
  Eigen::MatrixXd forces = stiffness * (body.displacements * basis);
  for (Eigen::Index i = 0; i < forces.rows(); ++i) {
    if (terms[i] > 0) forces.row(i) /= terms[i];
  }
  const Eigen::JacobiSVD<Eigen::MatrixXd> resisted(triangle_of(forces), Eigen::ComputeFullV);
  const auto n_held = (resisted.singularValues().array() > k_no_resistance).count();
  return basis * resisted.matrixV().rightCols(n_moving - n_held);
}

/// A basis of the same space with as many zeros as elimination gives.
Eigen::MatrixXd reduced(Eigen::MatrixXd columns) {
  Eigen::Index done = 0;
  for (Eigen::Index row = 0; row < columns.rows() && done < columns.cols(); ++row) {
    Eigen::Index pivot = 0;
    const double largest = columns.row(row).tail(columns.cols() - done).cwiseAbs().maxCoeff(&pivot);
    if (largest < k_aligned) continue;
    columns.col(done).swap(columns.col(done + pivot));
    columns.col(done) /= columns(row, done);
    for (Eigen::Index other = 0; other < columns.cols(); ++other) {
      if (other != done) columns.col(other) -= columns(row, other) * columns.col(done);
    }
    ++done;
  }
  return columns.leftCols(done);
}

std::string axis_name(const Eigen::Vector3d& direction) {
  const Eigen::Vector3d unit = direction.normalized();
  for (const auto& [axis, name] : {std::pair{0, "x"}, {1, "y"}, {2, "z"}}) {
    if (std::abs(std::abs(unit[axis]) - 1) < k_aligned) return name;
  }
  return fmt::format("({:.3g}, {:.3g}, {:.3g})", unit[0], unit[1], unit[2]);
}

/// Rounding is not shown.
std::string point_name(const Eigen::Vector3d& point, double size) {
  const double unit = 1e-6 * size;
  const Eigen::Array3d shown = (point.array() / unit).round() * unit + 0.0;
  return fmt::format("({:.4g}, {:.4g}, {:.4g})", shown[0], shown[1], shown[2]);
}

std::string joined(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, " and "));
}

/// "move along x and turn about y".
std::string describe(const Motions& motions, const RigidBody& body) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> turning(motions.bottomRows<3>(), Eigen::ComputeFullV);
  const auto n_turning = (turning.singularValues().array() > k_aligned).count();
  const Eigen::MatrixXd ordered = motions * turning.matrixV();
  const Eigen::MatrixXd shifts = reduced(ordered.topRows(3).rightCols(ordered.cols() - n_turning));
  std::vector<std::string> texts;
  if (shifts.cols() > 0) {
    std::vector<std::string> along;
    for (const auto& shift : shifts.colwise()) along.push_back(axis_name(shift));
    texts.push_back("move along " + joined(along));
  }
  // Rotations first, so that they are what is made simple.
  Eigen::MatrixXd turns(6, n_turning);
  turns << ordered.bottomRows(3).leftCols(n_turning), ordered.topRows(3).leftCols(n_turning);
  turns = reduced(turns);
  std::vector<std::string> about;
  for (const auto& turn : turns.colwise()) {
    const Eigen::Vector3d axis = turn.head<3>();
    about.push_back(axis_name(axis));
    if (shifts.cols() > 0 || turns.cols() > 1) continue;
    const Eigen::Vector3d shift = turn.tail<3>();
    const Eigen::Vector3d pivot = body.centre + body.size * axis.cross(shift) / axis.squaredNorm();
    about.back() += " through " + point_name(pivot, body.size);
  }
  if (!about.empty()) texts.push_back("turn about " + joined(about));
  return joined(texts);
}

std::string name_of_part(const Mesh& mesh, const std::vector<int>& raw) {
  std::vector<long long> labels;
  for (const int one : raw) labels.push_back(label_of_node(mesh, one / k_components));
  std::ranges::sort(labels);
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  const auto n = static_cast<long long>(labels.size());
  if (n == 1) return fmt::format("node {}", labels.front());
  if (labels.back() - labels.front() == n - 1) {
    return fmt::format("the part with nodes {} to {}", labels.front(), labels.back());
  }
  return fmt::format("the part with {} nodes between {} and {}", n, labels.front(), labels.back());
}

}  // namespace

void check_supported(const Model& model, const structure::ElasticStructure& structure) {
  const Displacements displacements(model);
  const structure::SparseMatrix stiffness = structure::stiffness_with_laws(structure);
  std::vector<std::string> problems;
  for (const std::vector<int>& part : structure::connected_parts({&stiffness})) {
    std::vector<int> raw;
    for (const int dof : part) raw.push_back(displacements.raw_of(dof));
    const RigidBody body = rigid_body(model, raw);
    const Motions motions = free_motions(structure::part_of(stiffness, part), body);
    if (motions.cols() == 0) continue;
    problems.push_back(
        fmt::format("{} can {}", name_of_part(model.mesh, raw), describe(motions, body)));
  }
  if (problems.empty()) return;
  constexpr std::size_t k_most = 5;
  const std::size_t n = problems.size();
  if (n > k_most) problems.resize(k_most);
  throw ModelError(fmt::format(
      "the structure is not held: {}{}; add supports or springs to the ground, or join it to the "
      "rest",
      fmt::join(problems, "; "), n > k_most ? fmt::format(" and {} more", n - k_most) : ""));
}

}  // namespace tread::fem
