#include "tread/differential/elastic_piece.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

#include "differential/small_pieces.hpp"
#include "tread/fem/solid_elements.hpp"

namespace tread::differential {
namespace {

constexpr double k_radius = 0.46;

profile::WheelRailPair standard_pair() {
  return {profile::s1002(), profile::rail_head(profile::RailHead::uic60, 0.025), {}, {}};
}

/// A real pair with large elements.
const ElasticPair& standard_pieces() {
  static const std::shared_ptr<const ElasticPair> pieces = [] {
    PieceSettings s;
    s.fine_size = 4e-3;
    s.radius_share = 1;
    s.zone_lowest_y = -0.034;
    return prepare_pair(standard_pair(), {k_steel, k_steel}, {s, s}, {});
  }();
  return *pieces;
}

/// A place of a piece as length along the tape circle (or x) and (y, z) of the profile.
Eigen::Vector3d straightened(const ElasticPiece& piece, const Eigen::Vector3d& place) {
  if (!std::isfinite(piece.radius)) return place;
  return {piece.radius * std::atan2(place.x(), place.z()), place.y(),
          std::hypot(place.x(), place.z()) - piece.radius};
}

Eigen::Vector3d double_area(const ContactSurface& surface, Eigen::Index face) {
  const auto corner = [&](int a) { return surface.nodes.col(surface.faces(face, a)); };
  return (corner(1) - corner(0)).cross(corner(2) - corner(0));
}

/// visit(profile, piece) of both.
template <class Visit>
void for_both(const ElasticPair& pieces, const Visit& visit) {
  const profile::WheelRailPair pair = standard_pair();
  visit(pair.wheel, pieces.wheel);
  visit(pair.rail, pieces.rail);
}

TEST(ElasticPiece, nodes_of_the_zone_lie_on_the_profile) {
  for_both(standard_pieces(), [](const profile::Profile& profile, const ElasticPiece& piece) {
    double farthest = 0;
    for (const auto node : piece.surface.nodes.colwise()) {
      const Eigen::Vector3d p = straightened(piece, node);
      const profile::ProfileSample there =
          profile.at(profile.place_of(std::clamp(p.y(), profile.lowest_y(), profile.highest_y())));
      // Along the normal: heights of steep places would magnify rounding of y.
      farthest = std::max(farthest, std::abs((p.z() - there.z) * there.slope_y -
                                             (p.y() - there.y) * there.slope_z));
    }
    EXPECT_LT(farthest, 1e-13);  // rounding of r - r0
  });
}

TEST(ElasticPiece, the_zone_reaches_where_it_was_asked_to) {
  for_both(standard_pieces(), [](const profile::Profile&, const ElasticPiece& piece) {
    double low = 1;
    double high = -1;
    double longest = 0;
    for (const auto node : piece.surface.nodes.colwise()) {
      const Eigen::Vector3d p = straightened(piece, node);
      low = std::min(low, p.y());
      high = std::max(high, p.y());
      longest = std::max(longest, std::abs(p.x()));
    }
    EXPECT_NEAR(low, piece.settings.zone_lowest_y, 1e-12);
    EXPECT_NEAR(high, piece.settings.zone_highest_y, 1e-12);
    EXPECT_NEAR(longest, piece.settings.zone_half_length, 1e-12);
  });
}

TEST(ElasticPiece, area_of_the_zone_is_that_of_the_surface_up_to_its_facets) {
  for_both(standard_pieces(), [](const profile::Profile& profile, const ElasticPiece& piece) {
    const PieceSettings& s = piece.settings;
    const double begin = profile.place_of(s.zone_lowest_y);
    const double end = profile.place_of(s.zone_highest_y);
    constexpr int n = 1000;
    double area = 0;
    for (int i = 0; i < n; ++i) {
      const double z = profile.at(begin + (end - begin) * (i + 0.5) / n).z;
      const double stretch = std::isfinite(piece.radius) ? 1 + z / piece.radius : 1;
      area += (end - begin) / n * 2 * s.zone_half_length * stretch;
    }
    double facets = 0;
    for (Eigen::Index i = 0; i < piece.surface.faces.rows(); ++i) {
      facets += double_area(piece.surface, i).norm() / 2;
    }
    EXPECT_LT(facets, area);  // chords
    // A chord h of an arc of radius R is shorter by (h/R)^2/24: 0.4 % of the 4 mm in the fillets
    // of 13 mm, which are a third of the zone.
    EXPECT_GT(facets, 0.997 * area);
  });
}

TEST(ElasticPiece, faces_are_right_handed_about_normals_that_leave_the_body) {
  for_both(standard_pieces(), [](const profile::Profile&, const ElasticPiece& piece) {
    // The fourth corner of the element behind each face is on the other side.
    const fem::ElementGroup& body = *fem::find_groups(piece.mesh, "body").front();
    std::map<std::tuple<int, int, int>, int> inner;
    for (Eigen::Index i = 0; i < body.nodes.rows(); ++i) {
      for (int left_out = 0; left_out < 4; ++left_out) {
        std::vector<int> face;
        for (int a = 0; a < 4; ++a) {
          if (a != left_out) face.push_back(body.nodes(i, a));
        }
        std::sort(face.begin(), face.end());
        inner[{face[0], face[1], face[2]}] = body.nodes(i, left_out);
      }
    }
    for (Eigen::Index i = 0; i < piece.surface.faces.rows(); ++i) {
      std::vector<int> face;
      for (int a = 0; a < 3; ++a) {
        face.push_back(
            piece.surface.mesh_nodes[static_cast<std::size_t>(piece.surface.faces(i, a))]);
      }
      const Eigen::Vector3d on_face = piece.mesh.nodes.col(face[0]);
      std::sort(face.begin(), face.end());
      ASSERT_TRUE(inner.contains({face[0], face[1], face[2]}));
      const Eigen::Vector3d inside = piece.mesh.nodes.col(inner[{face[0], face[1], face[2]}]);
      ASSERT_LT(double_area(piece.surface, i).dot(inside - on_face), 0);
    }
  });
}

TEST(ElasticPiece, edges_in_the_zone_are_as_long_as_asked_for) {
  for_both(standard_pieces(), [](const profile::Profile&, const ElasticPiece& piece) {
    int n = 0;
    int n_others = 0;
    for (const auto face : piece.surface.faces.rowwise()) {
      for (int a = 0; a < 3; ++a) {
        const double length =
            (piece.surface.nodes.col(face[a]) - piece.surface.nodes.col(face[(a + 1) % 3])).norm();
        ++n;
        if (std::abs(length / piece.settings.fine_size - 1) > 0.35) ++n_others;
      }
    }
    // A zone of 7 elements' width has its ends where elements must give way.
    EXPECT_LT(n_others, 0.02 * n);
  });
}

TEST(ElasticPiece, no_node_of_the_zone_is_held) {
  for_both(standard_pieces(), [](const profile::Profile&, const ElasticPiece& piece) {
    const std::vector<int> held = fem::nodes_of_group(piece.mesh, "cut");
    for (const int node : piece.surface.mesh_nodes) {
      ASSERT_FALSE(std::binary_search(held.begin(), held.end(), node));
    }
  });
}

TEST(ElasticPiece, held_are_the_ends_the_floor_and_sides_that_are_cut) {
  const profile::WheelRailPair pair = standard_pair();
  PairPieceSettings settings;
  settings.rail.fine_size = settings.wheel.fine_size = 5e-3;
  settings.rail.zone_lowest_y = settings.wheel.zone_lowest_y = -0.01;
  settings.rail.zone_highest_y = settings.wheel.zone_highest_y = 0.01;
  settings.rail.highest_y = 0.025;  // inside the profile; the other side is the rail's own
  const auto pieces = prepare_pair(pair, {k_steel, k_steel}, settings, {});
  const PieceSettings& s = settings.rail;
  const std::vector<int> held = fem::nodes_of_group(pieces->rail.mesh, "cut");
  for (int node = 0; node < pieces->rail.mesh.n_nodes(); ++node) {
    const Eigen::Vector3d p = pieces->rail.mesh.nodes.col(node);
    const bool is_cut = std::abs(p.x()) > s.half_length - 1e-9 || p.z() > s.depth - 1e-9 ||
                        p.y() > s.highest_y - 1e-9;
    EXPECT_EQ(std::binary_search(held.begin(), held.end(), node), is_cut) << p.transpose();
  }
}

TEST(ElasticPiece, volume_of_a_rail_is_its_section_times_its_length) {
  const ElasticPiece& rail = standard_pieces().rail;
  const profile::Profile profile = standard_pair().rail;
  double section = 0;
  constexpr int n = 2000;
  for (int i = 0; i < n; ++i) {
    const double s = profile.length() * (i + 0.5) / n;
    const profile::ProfileSample p = profile.at(s);
    section += (rail.settings.depth - p.z) * p.slope_y * profile.length() / n;
  }
  const fem::ElementGroup& body = *fem::find_groups(rail.mesh, "body").front();
  double volume = 0;
  for (const auto element : body.nodes.rowwise()) {
    Eigen::Matrix3d edges;
    for (int a = 0; a < 3; ++a) {
      edges.col(a) = rail.mesh.nodes.col(element[a + 1]) - rail.mesh.nodes.col(element[0]);
    }
    ASSERT_GT(edges.determinant(), 0);
    volume += edges.determinant() / 6;
  }
  // Chords over fillets of 13 mm: h^3/(12 R) a piece, 0.4 mm2 each of some ten in 3300 mm2.
  EXPECT_NEAR(volume / (2 * rail.settings.half_length * section), 1, 1.5e-3);
}

TEST(ElasticPiece, mesh_and_compliance_are_symmetric_about_the_middle) {
  const auto pieces = small_pieces();
  for (const ElasticPiece* piece : {&pieces->wheel, &pieces->rail}) {
    const Eigen::Matrix3Xd& nodes = piece->surface.nodes;
    const Eigen::Vector3d mirror(-1, 1, 1);
    std::vector<Eigen::Index> image;
    for (const auto node : nodes.colwise()) {
      Eigen::Index found = 0;
      const double distance =
          (nodes.colwise() - mirror.cwiseProduct(node)).colwise().norm().minCoeff(&found);
      ASSERT_LT(distance, 1e-15);
      image.push_back(found);
    }
    const double largest = piece->compliance.cwiseAbs().maxCoeff();
    for (std::size_t i = 0; i < image.size(); ++i) {
      for (std::size_t j = 0; j < image.size(); ++j) {
        const auto block = [&](std::size_t a, std::size_t b) -> Eigen::Matrix3d {
          return piece->compliance.block<3, 3>(3 * static_cast<Eigen::Index>(a),
                                               3 * static_cast<Eigen::Index>(b));
        };
        const Eigen::Matrix3d mirrored =
            mirror.asDiagonal() *
            block(static_cast<std::size_t>(image[i]), static_cast<std::size_t>(image[j])) *
            mirror.asDiagonal();
        // Rounding of the solution times the condition of the stiffness, about 1e3.
        ASSERT_LT((block(i, j) - mirrored).cwiseAbs().maxCoeff(), 1e-12 * largest);
      }
    }
  }
}

TEST(ElasticPiece, the_same_settings_give_the_same_bits) {
  const auto first = small_pieces();
  const auto second = small_pieces();
  EXPECT_EQ(first->wheel.mesh.nodes, second->wheel.mesh.nodes);
  EXPECT_EQ(first->rail.surface.faces, second->rail.surface.faces);
  EXPECT_EQ(first->wheel.compliance, second->wheel.compliance);
  EXPECT_EQ(first->rail.compliance, second->rail.compliance);
}

TEST(ElasticPiece, quadratic_elements_have_their_nodes_in_the_middle_of_straight_edges) {
  const auto pieces = small_pieces(ElementOrder::quadratic);
  for (const ElasticPiece* piece : {&pieces->wheel, &pieces->rail}) {
    ASSERT_EQ(piece->surface.faces.cols(), 6);
    for (const auto face : piece->surface.faces.rowwise()) {
      for (int a = 0; a < 3; ++a) {
        const Eigen::Vector3d middle =
            (piece->surface.nodes.col(face[a]) + piece->surface.nodes.col(face[(a + 1) % 3])) / 2;
        ASSERT_LT((piece->surface.nodes.col(face[3 + a]) - middle).norm(), 1e-15);
      }
    }
    const fem::ElementGroup& body = *fem::find_groups(piece->mesh, "body").front();
    ASSERT_EQ(body.shape, fem::ElementShape::tetrahedron_10);
    // Where Gmsh's order of nodes has them (its manual, "Node ordering").
    constexpr std::array<std::pair<int, int>, 6> edges{
        {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {2, 3}, {1, 3}}};
    for (const auto element : body.nodes.rowwise()) {
      for (std::size_t k = 0; k < edges.size(); ++k) {
        const Eigen::Vector3d middle = (piece->mesh.nodes.col(element[edges[k].first]) +
                                        piece->mesh.nodes.col(element[edges[k].second])) /
                                       2;
        const auto node = element[4 + static_cast<Eigen::Index>(k)];
        ASSERT_LT((piece->mesh.nodes.col(node) - middle).norm(), 1e-15);
      }
    }
  }
}

}  // namespace
}  // namespace tread::differential
