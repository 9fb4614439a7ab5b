#include "tread/differential/piece_mesh.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/differential/gmsh_program.hpp"
#include "tread/differential/gmsh_script.hpp"
#include "tread/differential/surface_compliance.hpp"
#include "tread/fem/gmsh_file.hpp"
#include "tread/fem/solid_elements.hpp"

namespace tread::differential {
namespace {

class FlatElement : public ModelError {
 public:
  using ModelError::ModelError;
};

constexpr int k_most_attempts = 4;
constexpr double k_smaller = 0.98;  // elements of the next attempt

using fem::ElementShape;
using profile::Profile;
using profile::ProfileKind;

constexpr double k_metres_per_unit = 1e-3;  // of the script
constexpr double k_in_the_middle = 1e-9;    // m from x = 0
constexpr double k_gibibyte = 1024. * 1024 * 1024;
constexpr double k_most_memory = 4 * k_gibibyte;

/// All elements of a name and shape, in one.
Eigen::MatrixXi elements_of(const fem::Mesh& mesh, const std::string& name, ElementShape shape) {
  std::vector<Eigen::MatrixXi> parts;
  Eigen::Index n = 0;
  for (const fem::ElementGroup* group : fem::find_groups(mesh, name)) {
    if (group->shape != shape) continue;
    parts.push_back(group->nodes);
    n += group->nodes.rows();
  }
  Eigen::MatrixXi all(n, fem::n_nodes_of(shape));
  Eigen::Index row = 0;
  for (const Eigen::MatrixXi& part : parts) {
    all.middleRows(row, part.rows()) = part;
    row += part.rows();
  }
  return all;
}

/// Numbers of the nodes of a half, and of their images, in the whole.
struct Numbers {
  std::vector<int> own;
  std::vector<int> image;
  int n = 0;
};

Numbers number_nodes(const fem::Mesh& half, const Eigen::MatrixXi& tetrahedra) {
  Numbers numbers;
  numbers.own.assign(as_size(half.n_nodes()), -1);
  for (const int node : tetrahedra.reshaped()) numbers.own[as_size(node)] = 0;
  for (int& number : numbers.own) {
    if (number == 0) number = numbers.n++;
  }
  numbers.image = numbers.own;
  for (int node = 0; node < half.n_nodes(); ++node) {
    const bool is_shared = half.nodes(0, node) < k_in_the_middle;
    if (numbers.own[as_size(node)] >= 0 && !is_shared) numbers.image[as_size(node)] = numbers.n++;
  }
  return numbers;
}

fem::ElementGroup mirrored_group(const fem::Mesh& half, const Numbers& numbers,
                                 const std::string& name, ElementShape shape) {
  const Eigen::MatrixXi elements = elements_of(half, name, shape);
  fem::ElementGroup group{name, shape, Eigen::MatrixXi(2 * elements.rows(), elements.cols()), {}};
  for (Eigen::Index i = 0; i < elements.rows(); ++i) {
    for (Eigen::Index a = 0; a < elements.cols(); ++a) {
      // Two nodes change places: a mirror turns elements inside out.
      const Eigen::Index in_image = a == 0 ? 1 : (a == 1 ? 0 : a);
      group.nodes(i, a) = numbers.own[as_size(elements(i, a))];
      group.nodes(elements.rows() + i, a) = numbers.image[as_size(elements(i, in_image))];
    }
  }
  return group;
}

fem::Mesh with_mirror_image(const fem::Mesh& half) {
  const Numbers numbers =
      number_nodes(half, elements_of(half, "body", ElementShape::tetrahedron_4));
  fem::Mesh whole;
  whole.nodes.resize(3, numbers.n);
  for (int node = 0; node < half.n_nodes(); ++node) {
    const int own = numbers.own[as_size(node)];
    const int image = numbers.image[as_size(node)];
    if (own < 0) continue;
    Eigen::Vector3d place = half.nodes.col(node);
    if (own == image) place.x() = 0;
    whole.nodes.col(own) = place;
    place.x() = -place.x();
    whole.nodes.col(image) = place.x() == 0 ? Eigen::Vector3d(0, place.y(), place.z()) : place;
  }
  whole.groups = {mirrored_group(half, numbers, "body", ElementShape::tetrahedron_4),
                  mirrored_group(half, numbers, "contact", ElementShape::triangle_3),
                  mirrored_group(half, numbers, "cut", ElementShape::triangle_3)};
  return whole;
}

/// Straight piece to wheel: x becomes the length along the tape circle.
void bend(fem::Mesh& mesh, double radius) {
  for (auto place : mesh.nodes.colwise()) {
    const double angle = place.x() / radius;
    const double r = radius + place.z();
    place = Eigen::Vector3d(r * std::sin(angle), place.y(), r * std::cos(angle));
  }
}

/// Puts the nodes of the zone on the profile, and turns its faces so that their normals leave the
/// body. The mesh is still straight.
void fit_to_profile(const Profile& profile, const PieceSection& section, double fine_size,
                    fem::Mesh& mesh) {
  const NearestPlace nearest(profile, section.zone_begin, section.zone_end, fine_size / 4);
  for (const int node : fem::nodes_of_group(mesh, "contact")) {
    const profile::ProfileSample p = profile.at(nearest(mesh.nodes(1, node), mesh.nodes(2, node)));
    mesh.nodes(1, node) = p.y;
    mesh.nodes(2, node) = p.z;
  }
  const double outwards = profile.kind() == ProfileKind::wheel ? 1 : -1;
  for (fem::ElementGroup& group : mesh.groups) {
    if (group.name != "contact") continue;
    for (Eigen::Index i = 0; i < group.nodes.rows(); ++i) {
      const auto corner = [&](int a) { return mesh.nodes.col(group.nodes(i, a)); };
      const Eigen::Vector3d centre = (corner(0) + corner(1) + corner(2)) / 3;
      const profile::ProfileSample p = profile.at(nearest(centre.y(), centre.z()));
      const Eigen::Vector3d normal = outwards * Eigen::Vector3d(0, -p.slope_z, p.slope_y);
      if ((corner(1) - corner(0)).cross(corner(2) - corner(0)).dot(normal) < 0) {
        std::swap(group.nodes(i, 1), group.nodes(i, 2));
      }
    }
  }
}

/// Nodes in the middle of edges, each once.
class Middles {
 public:
  explicit Middles(int n_corners) : next_(n_corners) {}

  int between(int a, int b) {
    const auto [found, is_new] = numbers_.try_emplace(std::minmax(a, b), next_);
    if (is_new) {
      ++next_;
      edges_.emplace_back(a, b);
    }
    return found->second;
  }
  const std::vector<std::pair<int, int>>& edges() const { return edges_; }

 private:
  int next_;
  std::map<std::pair<int, int>, int> numbers_;
  std::vector<std::pair<int, int>> edges_;
};

using Edge = std::pair<int, int>;
const std::vector<Edge>& edges_of(ElementShape shape) {
  static const std::vector<Edge> triangle{{0, 1}, {1, 2}, {2, 0}};
  static const std::vector<Edge> tetrahedron{{0, 1}, {1, 2}, {2, 0}, {3, 0}, {2, 3}, {1, 3}};
  return shape == ElementShape::triangle_3 ? triangle : tetrahedron;
}

ContactSurface surface_of(const fem::Mesh& mesh) {
  ContactSurface surface;
  surface.mesh_nodes = fem::nodes_of_group(mesh, "contact");
  const auto n = static_cast<Eigen::Index>(surface.mesh_nodes.size());
  surface.nodes.resize(3, n);
  std::vector<int> number(as_size(mesh.n_nodes()), -1);
  for (Eigen::Index i = 0; i < n; ++i) {
    const int node = surface.mesh_nodes[static_cast<std::size_t>(i)];
    surface.nodes.col(i) = mesh.nodes.col(node);
    number[as_size(node)] = static_cast<int>(i);
  }
  surface.faces = fem::find_groups(mesh, "contact").front()->nodes.unaryExpr([&](int node) {
    return number[as_size(node)];
  });
  return surface;
}

void check_elements(const fem::Mesh& mesh, const char* name) {
  const fem::ElementGroup& body = *fem::find_groups(mesh, "body").front();
  Eigen::Matrix3Xd places(3, body.nodes.cols());
  for (Eigen::Index i = 0; i < body.nodes.rows(); ++i) {
    for (Eigen::Index a = 0; a < body.nodes.cols(); ++a) {
      places.col(a) = mesh.nodes.col(body.nodes(i, a));
    }
    const double worst = fem::worst_corner(body.shape, places);
    if (worst > 1e-3) continue;
    const Eigen::Vector3d centre = 1e3 * places.rowwise().mean();
    throw FlatElement(fmt::format(
        "the mesh of the {} has an element that is flat or inside out (quality {:.2g}) at x = "
        "{:.1f}, y = {:.1f}, z = {:.1f} mm: change the size of elements there, or of the piece, a "
        "little",
        name, worst, centre.x(), centre.y(), centre.z()));
  }
}

void check_memory(const ElementSizes& sizes, const PieceSettings& settings, const char* name) {
  const bool is_linear = settings.order == ElementOrder::linear;
  // Middles of sides: 6.4 for each corner inside, 2.9 on the surface.
  const double nodes = sizes.expected_nodes * (is_linear ? 1 : 7.4);
  const double zone_nodes = sizes.expected_zone_nodes * (is_linear ? 1 : 3.9);
  const PieceMemory memory = expected_memory(nodes, zone_nodes, settings.order);
  if (memory.factor + memory.compliance <= k_most_memory) return;
  throw ModelError(fmt::format(
      "elements of {} mm in the zone of the {} and {} mm at the cut would make about {:.0f} "
      "thousand nodes, {:.0f} of them in the zone: the factors of the stiffness would take {:.1f} "
      "GiB and the zone's compliance {:.1f} GiB, more than {:.0f} GiB together. Make the elements "
      "larger, or the zone or the piece smaller",
      1e3 * settings.fine_size, name, 1e3 * settings.coarse_size, nodes / 1e3, zone_nodes,
      memory.factor / k_gibibyte, memory.compliance / k_gibibyte, k_most_memory / k_gibibyte));
}

}  // namespace

fem::Mesh quadratic(const fem::Mesh& linear) {
  fem::Mesh mesh;
  Middles middles(linear.n_nodes());
  for (const fem::ElementGroup& group : linear.groups) {
    const std::vector<Edge>& edges = edges_of(group.shape);
    const Eigen::Index n_corners = group.nodes.cols();
    fem::ElementGroup fuller{group.name,
                             group.shape == ElementShape::triangle_3 ? ElementShape::triangle_6
                                                                     : ElementShape::tetrahedron_10,
                             {},
                             {}};
    fuller.nodes.resize(group.nodes.rows(), n_corners + static_cast<Eigen::Index>(edges.size()));
    fuller.nodes.leftCols(n_corners) = group.nodes;
    for (Eigen::Index i = 0; i < group.nodes.rows(); ++i) {
      Eigen::Index column = n_corners;
      for (const auto& [a, b] : edges) {
        fuller.nodes(i, column++) = middles.between(group.nodes(i, a), group.nodes(i, b));
      }
    }
    mesh.groups.push_back(std::move(fuller));
  }
  const auto n_middles = static_cast<Eigen::Index>(middles.edges().size());
  mesh.nodes.resize(3, linear.nodes.cols() + n_middles);
  mesh.nodes.leftCols(linear.nodes.cols()) = linear.nodes;
  for (Eigen::Index i = 0; i < n_middles; ++i) {
    const auto& [a, b] = middles.edges()[static_cast<std::size_t>(i)];
    mesh.nodes.col(linear.nodes.cols() + i) = (linear.nodes.col(a) + linear.nodes.col(b)) / 2;
  }
  return mesh;
}

void check_piece(const Profile& profile, const PieceSettings& settings) {
  const PieceSection section = piece_section(profile, settings);
  check_memory(element_sizes(profile, section, settings), settings, name_of(profile));
}

namespace {

PieceMesh meshed(const Profile& profile, double radius, const PieceSettings& settings,
                 const PieceSection& section, const ElementSizes& sizes, Observer* observer) {
  const char* name = name_of(profile);
  const GmshJob job{gmsh_script(profile, section, settings), {{k_sizes_file, sizes_text(sizes)}}};
  const std::string file = run_gmsh(job, observer);
  fem::Mesh mesh = with_mirror_image(
      fem::parse_gmsh(file, fmt::format("mesh of the {}", name), k_metres_per_unit));
  fit_to_profile(profile, section, settings.fine_size, mesh);
  if (std::isfinite(radius)) bend(mesh, radius);
  if (settings.order == ElementOrder::quadratic) mesh = quadratic(mesh);
  check_elements(mesh, name);
  ContactSurface surface = surface_of(mesh);
  return {std::move(mesh), std::move(surface)};
}

}  // namespace

/// Gmsh leaves a flat element now and then, and seldom again with slightly smaller ones.
PieceMesh piece_mesh(const Profile& profile, double radius, const PieceSettings& settings,
                     Observer* observer) {
  const PieceSection section = piece_section(profile, settings);
  ElementSizes sizes = element_sizes(profile, section, settings);
  for (int attempt = 1;; ++attempt) {
    try {
      return meshed(profile, radius, settings, section, sizes, observer);
    } catch (const FlatElement&) {
      if (attempt == k_most_attempts) throw;
    }
    for (double& size : sizes.values) size *= k_smaller;
  }
}

}  // namespace tread::differential
