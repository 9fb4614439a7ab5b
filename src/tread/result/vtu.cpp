#include "tread/result/vtu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "tread/core/as_size.hpp"
#include "tread/result/base64.hpp"
#include "tread/result/markup.hpp"

namespace tread::result {
namespace {

static_assert(std::endian::native == std::endian::little,
              "numbers are written as they lie in memory");

constexpr int k_vtk_vertex = 1;
constexpr int k_vtk_poly_line = 4;
constexpr int k_vtk_quad = 9;
constexpr int k_vtk_tetra = 10;
constexpr int k_vtk_quadratic_tetra = 24;

/// Bytes in, base64 text out to a file, a block at a time: a large field never exists twice in
/// memory.
class Base64Writer {
 public:
  explicit Base64Writer(OutputFile& file) : file_(file) { bytes_.reserve(k_block + 8); }

  template <class Number>
  void put(Number number) {
    const auto bytes = std::bit_cast<std::array<std::uint8_t, sizeof(Number)>>(number);
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    if (bytes_.size() >= k_block) flush(bytes_.size() / 3 * 3);
  }

  void finish() { flush(bytes_.size()); }

 private:
  static constexpr std::size_t k_block = 3 << 14;

  /// Only groups of three bytes can be followed by others.
  void flush(std::size_t n_bytes) {
    text_.clear();
    append_base64(text_, std::span(bytes_).first(n_bytes));
    file_.write(text_);
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(n_bytes));
  }

  OutputFile& file_;
  std::vector<std::uint8_t> bytes_;
  std::string text_;
};

template <class Number>
constexpr std::string_view k_vtk_type = "";
template <>
constexpr std::string_view k_vtk_type<double> = "Float64";
template <>
constexpr std::string_view k_vtk_type<std::int32_t> = "Int32";
template <>
constexpr std::string_view k_vtk_type<std::uint8_t> = "UInt8";

/// One DataArray of `count` numbers, which `fill` puts one by one.
template <class Number, class Fill>
void write_array(OutputFile& file, std::string_view name, int n_components, std::size_t count,
                 Fill&& fill) {
  file.write(
      fmt::format(R"(<DataArray type="{}" Name="{}" NumberOfComponents="{}" format="binary">)",
                  k_vtk_type<Number>, escape_markup(name), n_components));
  Base64Writer out(file);
  out.put(static_cast<std::uint64_t>(count * sizeof(Number)));
  fill([&out](Number number) { out.put(number); });
  out.finish();
  file.write("</DataArray>\n");
}

void begin_piece(std::size_t n_points, std::size_t n_cells, OutputFile& file) {
  file.write(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n<UnstructuredGrid>\n");
  file.write(fmt::format("<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n<Points>\n", n_points,
                         n_cells));
}

constexpr std::string_view k_end_of_piece = "</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";

/// Of cells that are all alike.
void write_offsets_and_types(std::size_t n_cells, int n_nodes, int type, OutputFile& file) {
  write_array<std::int32_t>(file, "offsets", 1, n_cells, [=](auto&& put) {
    for (std::size_t k = 1; k <= n_cells; ++k) {
      put(static_cast<std::int32_t>(as_size(n_nodes) * k));
    }
  });
  write_array<std::uint8_t>(file, "types", 1, n_cells, [=](auto&& put) {
    for (std::size_t k = 0; k < n_cells; ++k) put(static_cast<std::uint8_t>(type));
  });
}

void write_numbers(std::string_view name, int n_components, const std::vector<double>& values,
                   OutputFile& file) {
  write_array<double>(file, name, n_components, values.size(), [&values](auto&& put) {
    for (const double value : values) put(value);
  });
}

void write_points(const Grid& grid, std::size_t n_points, OutputFile& file) {
  write_array<double>(file, "Points", 3, 3 * n_points, [&grid](auto&& put) {
    for (int j = 0; j <= grid.ny; ++j) {
      for (int i = 0; i <= grid.nx; ++i) {
        put(grid.x0 + (i - 0.5) * grid.dx);
        put(grid.y0 + (j - 0.5) * grid.dy);
        put(0.0);
      }
    }
  });
}

void write_quads(const Grid& grid, OutputFile& file) {
  const std::size_t n_cells = grid.n_cells();
  write_array<std::int32_t>(file, "connectivity", 1, 4 * n_cells, [&grid](auto&& put) {
    const std::int32_t row = grid.nx + 1;
    for (std::int32_t j = 0; j < grid.ny; ++j) {
      for (std::int32_t i = 0; i < grid.nx; ++i) {
        const std::int32_t corner = i + row * j;
        for (const std::int32_t point : {corner, corner + 1, corner + 1 + row, corner + row}) {
          put(point);
        }
      }
    }
  });
  write_offsets_and_types(n_cells, 4, k_vtk_quad, file);
}

/// Gmsh and VTK count the middles of edges alike but for the last two.
void write_tetrahedra(const SolidFields& solid, std::size_t n_cells, OutputFile& file) {
  const std::size_t n = as_size(solid.nodes_per_cell);
  const bool is_quadratic = n == 10;
  write_array<std::int32_t>(file, "connectivity", 1, solid.cells.size(), [&](auto&& put) {
    for (std::size_t k = 0; k < n_cells; ++k) {
      const auto cell = std::span(solid.cells).subspan(k * n, n);
      for (const int node : cell.first(is_quadratic ? 8 : n)) put(node);
      if (!is_quadratic) continue;
      put(cell[9]);
      put(cell[8]);
    }
  });
  write_offsets_and_types(n_cells, solid.nodes_per_cell,
                          is_quadratic ? k_vtk_quadratic_tetra : k_vtk_tetra, file);
}

/// Deflection of the line at any place: linear in between, none beside the bridge.
double deflection_at(const BridgeAnimation& animation, const BridgeAnimation::Frame& frame,
                     double x) {
  const std::vector<double>& places = animation.places;
  const auto above = std::upper_bound(places.begin(), places.end(), x);
  if (above == places.begin()) return 0;
  if (above == places.end()) return x == places.back() ? frame.deflections.back() : 0;
  const auto i = static_cast<std::size_t>(above - places.begin());
  const double share = (x - places[i - 1]) / (places[i] - places[i - 1]);
  return (1 - share) * frame.deflections[i - 1] + share * frame.deflections[i];
}

/// One line through the first points, then a vertex for each of the rest.
void write_line_and_vertices(std::size_t n_line, std::size_t n_points, OutputFile& file) {
  const std::size_t n_cells = 1 + n_points - n_line;
  write_array<std::int32_t>(file, "connectivity", 1, n_points, [=](auto&& put) {
    for (std::size_t i = 0; i < n_points; ++i) put(static_cast<std::int32_t>(i));
  });
  write_array<std::int32_t>(file, "offsets", 1, n_cells, [=](auto&& put) {
    for (std::size_t i = n_line; i <= n_points; ++i) put(static_cast<std::int32_t>(i));
  });
  write_array<std::uint8_t>(file, "types", 1, n_cells, [=](auto&& put) {
    put(static_cast<std::uint8_t>(k_vtk_poly_line));
    for (std::size_t i = n_line; i < n_points; ++i) put(static_cast<std::uint8_t>(k_vtk_vertex));
  });
}

}  // namespace

void write_vtu(const FieldSet& set, OutputFile& file) {
  const Grid& grid = set.grid;
  assert(grid.n_cells() <= k_max_cells);  // keeps all indices within Int32
  const std::size_t n_points =
      (static_cast<std::size_t>(grid.nx) + 1) * (static_cast<std::size_t>(grid.ny) + 1);
  begin_piece(n_points, grid.n_cells(), file);
  write_points(grid, n_points, file);
  file.write("</Points>\n<Cells>\n");
  write_quads(grid, file);
  file.write("</Cells>\n<CellData>\n");
  for (const Field& field : set.fields) {
    assert(field.values.size() == grid.n_cells());
    write_numbers(field.name, 1, field.values, file);
  }
  file.write("</CellData>\n");
  file.write(k_end_of_piece);
}

void write_vtu(const SolidFields& solid, OutputFile& file) {
  assert(solid.nodes_per_cell == 4 || solid.nodes_per_cell == 10);
  assert(solid.cells.size() <= std::numeric_limits<std::int32_t>::max());
  const std::size_t n_points = solid.points.size() / 3;
  const std::size_t n_cells = solid.cells.size() / as_size(solid.nodes_per_cell);
  begin_piece(n_points, n_cells, file);
  write_numbers("Points", 3, solid.points, file);
  file.write("</Points>\n<Cells>\n");
  write_tetrahedra(solid, n_cells, file);
  file.write("</Cells>\n<PointData>\n");
  for (const SolidFields::PointField& field : solid.fields) {
    assert(field.values.size() == n_points * as_size(field.n_components));
    write_numbers(field.name, field.n_components, field.values, file);
  }
  file.write("</PointData>\n");
  file.write(k_end_of_piece);
}

void write_vtu(const BridgeAnimation& animation, const BridgeAnimation::Frame& frame,
               OutputFile& file) {
  assert(frame.deflections.size() == animation.places.size());
  std::vector<double> points;
  std::vector<double> deflections = frame.deflections;
  std::vector<double> displacements;
  for (const double x : animation.places) points.insert(points.end(), {x, 0, 0});
  for (const double x : frame.wheels) {
    points.insert(points.end(), {x, 0, 0});
    deflections.push_back(deflection_at(animation, frame, x));
  }
  for (const double deflection : deflections) {
    displacements.insert(displacements.end(), {0, 0, -deflection});
  }
  const std::size_t n_line = animation.places.size();
  const std::size_t n_points = deflections.size();
  begin_piece(n_points, 1 + n_points - n_line, file);
  write_numbers("Points", 3, points, file);
  file.write("</Points>\n<Cells>\n");
  write_line_and_vertices(n_line, n_points, file);
  file.write("</Cells>\n<PointData>\n");
  write_numbers("deflection", 1, deflections, file);
  write_numbers("displacement", 3, displacements, file);
  file.write("</PointData>\n<CellData>\n");
  write_array<std::int32_t>(file, "vehicle", 1, 1 + n_points - n_line, [&](auto&& put) {
    put(-1);
    for (const int vehicle : animation.vehicle_of_wheel) put(vehicle);
  });
  file.write("</CellData>\n");
  file.write(k_end_of_piece);
}

}  // namespace tread::result
