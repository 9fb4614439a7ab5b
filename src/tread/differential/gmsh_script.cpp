#include "tread/differential/gmsh_script.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace tread::differential {
namespace {

/// A section of the piece is a loop of curves through corners, all of it three times along x: in
/// the middle of the piece, at the zone's end and at the piece's.
constexpr int k_n_layers = 3;

enum class CurveKind { profile, zone, side, floor };

struct SectionCurve {
  CurveKind kind;
  bool is_cut;
  std::vector<profile::ProfilePoint> points;  // both ends included; 2: a straight line
};

std::vector<profile::ProfilePoint> along_profile(const profile::Profile& profile, double begin,
                                                 double end, double step) {
  const int n = std::max(2, static_cast<int>(std::ceil((end - begin) / step)));
  std::vector<profile::ProfilePoint> points;
  for (int i = 0; i <= n; ++i) {
    const profile::ProfileSample p = profile.at(i == n ? end : begin + (end - begin) * i / n);
    points.push_back({p.y, p.z});
  }
  return points;
}

std::vector<SectionCurve> curves_of(const profile::Profile& profile, const PieceSection& section,
                                    double fine_size) {
  using Side = PieceSection::Side;
  std::vector<SectionCurve> curves;
  const auto add = [&](CurveKind kind, double begin, double end) {
    if (begin == end) return;
    curves.push_back({kind, false, along_profile(profile, begin, end, fine_size / 2)});
  };
  add(CurveKind::profile, section.begin, section.zone_begin);
  add(CurveKind::zone, section.zone_begin, section.zone_end);
  add(CurveKind::profile, section.zone_end, section.end);
  const profile::ProfilePoint first = curves.front().points.front();
  const profile::ProfilePoint last = curves.back().points.back();
  const profile::ProfilePoint below_last{last.y, section.floor};
  const profile::ProfilePoint below_first{first.y, section.floor};
  curves.push_back({CurveKind::side, section.end_side == Side::cut, {last, below_last}});
  curves.push_back({CurveKind::floor, true, {below_last, below_first}});
  curves.push_back({CurveKind::side, section.begin_side == Side::cut, {below_first, first}});
  return curves;
}

/// Writes entities, numbered from 1 in each dimension.
class Script {
 public:
  Script(const std::vector<SectionCurve>& curves, const PieceSettings& settings)
      : curves_(curves), n_(static_cast<int>(curves.size())) {
    const std::array<double, k_n_layers> x{0, settings.zone_half_length, settings.half_length};
    for (int layer = 0; layer < k_n_layers; ++layer)
      add_section(k_mm * x[static_cast<std::size_t>(layer)]);
    for (int slab = 0; slab + 1 < k_n_layers; ++slab) add_slab(slab);
    add_groups();
  }

  const std::string& text() const { return text_; }

 private:
  template <class... Values>
  void line(fmt::format_string<Values...> format, Values&&... values) {
    text_ += fmt::format(format, std::forward<Values>(values)...);
    text_ += '\n';
  }

  int corner(int layer, int i) const {
    return corners_[static_cast<std::size_t>(layer * n_ + i % n_)];
  }
  int curve(int layer, int i) const { return 1 + layer * n_ + i; }
  int edge(int slab, int i) const { return 1 + k_n_layers * n_ + slab * n_ + i % n_; }
  int cross_section(int layer) const { return 1 + layer; }
  int strip(int slab, int i) const { return 1 + k_n_layers + slab * n_ + i; }

  int add_point(double x, const profile::ProfilePoint& p) {
    line("Point({}) = {{{:.17g}, {:.17g}, {:.17g}}};", ++n_points_, x, k_mm * p.y, k_mm * p.z);
    return n_points_;
  }

  void add_section(double x) {
    const int layer = static_cast<int>(corners_.size()) / n_;
    for (const SectionCurve& one : curves_) corners_.push_back(add_point(x, one.points.front()));
    std::vector<int> loop;
    for (int i = 0; i < n_; ++i) {
      const SectionCurve& one = curves_[static_cast<std::size_t>(i)];
      std::vector<int> points{corner(layer, i)};
      for (std::size_t k = 1; k + 1 < one.points.size(); ++k) {
        points.push_back(add_point(x, one.points[k]));
      }
      points.push_back(corner(layer, i + 1));
      line("{}({}) = {{{}}};", points.size() > 2 ? "Spline" : "Line", curve(layer, i),
           fmt::join(points, ", "));
      loop.push_back(curve(layer, i));
    }
    line("Curve Loop({}) = {{{}}};", cross_section(layer), fmt::join(loop, ", "));
    line("Plane Surface({0}) = {{{0}}};", cross_section(layer));
  }

  void add_slab(int slab) {
    for (int i = 0; i < n_; ++i) {
      line("Line({}) = {{{}, {}}};", edge(slab, i), corner(slab, i), corner(slab + 1, i));
    }
    std::vector<int> shell{cross_section(slab), cross_section(slab + 1)};
    for (int i = 0; i < n_; ++i) {
      line("Curve Loop({}) = {{{}, {}, {}, {}}};", strip(slab, i), curve(slab, i),
           edge(slab, i + 1), -curve(slab + 1, i), -edge(slab, i));
      const bool is_plane = curves_[static_cast<std::size_t>(i)].points.size() == 2;
      line("{0}Surface({1}) = {{{1}}};", is_plane ? "Plane " : "", strip(slab, i));
      shell.push_back(strip(slab, i));
    }
    line("Surface Loop({}) = {{{}}};", slab + 1, fmt::join(shell, ", "));
    line("Volume({0}) = {{{0}}};", slab + 1);
  }

  void add_groups() {
    std::vector<int> contact;
    std::vector<int> cut{cross_section(k_n_layers - 1)};
    for (int slab = 0; slab + 1 < k_n_layers; ++slab) {
      for (int i = 0; i < n_; ++i) {
        const SectionCurve& one = curves_[static_cast<std::size_t>(i)];
        if (one.is_cut) cut.push_back(strip(slab, i));
        if (one.kind == CurveKind::zone && slab == 0) contact.push_back(strip(slab, i));
      }
    }
    line("Physical Volume(\"body\", 1) = {{1, 2}};");
    line("Physical Surface(\"contact\", 2) = {{{}}};", fmt::join(contact, ", "));
    line("Physical Surface(\"cut\", 3) = {{{}}};", fmt::join(cut, ", "));
  }

  const std::vector<SectionCurve>& curves_;
  int n_;  // of curves, and of corners
  int n_points_ = 0;
  std::vector<int> corners_;
  std::string text_;
};

constexpr const char* k_options = R"(
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm = 6;
Mesh.Algorithm3D = 1;
Mesh.ElementOrder = 1;
Mesh.Optimize = 1;
Mesh.RandomSeed = 1;
Mesh.Binary = 1;
Mesh.MshFileVersion = 4.1;
General.NumThreads = 1;
)";

}  // namespace

std::string gmsh_script(const profile::Profile& profile, const PieceSection& section,
                        const PieceSettings& settings) {
  const std::vector<SectionCurve> curves = curves_of(profile, section, settings.fine_size);
  return Script(curves, settings).text() +
         fmt::format(
             "Field[1] = Structured;\n"
             "Field[1].FileName = \"{}\";\n"
             "Field[1].TextFormat = 1;\n"
             "Background Field = 1;\n",
             k_sizes_file) +
         k_options;
}

std::string sizes_text(const ElementSizes& sizes) {
  const double step = k_mm * sizes.spacing;
  std::string text =
      fmt::format("0 {} {}\n{} {} {}\n{} {} {}\n", k_mm * sizes.y_origin, k_mm * sizes.z_origin,
                  step, step, step, sizes.n_x, sizes.n_y, sizes.n_z);
  for (const double value : sizes.values) text += fmt::format("{:.6g}\n", k_mm * value);
  return text;
}

}  // namespace tread::differential
