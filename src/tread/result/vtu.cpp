#include "tread/result/vtu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <string>

#include "tread/result/markup.hpp"

namespace tread::result {
namespace {

static_assert(std::endian::native == std::endian::little,
              "numbers are written as they lie in memory");

constexpr int k_vtk_quad = 9;

/// Bytes in, base64 text out to a file, a block at a time: a large field never exists twice in
/// memory.
class Base64Writer {
 public:
  explicit Base64Writer(OutputFile& file) : file_(file) { text_.reserve(k_block + 4); }

  template <class Number>
  void put(Number number) {
    const auto bytes = std::bit_cast<std::array<std::uint8_t, sizeof(Number)>>(number);
    for (const std::uint8_t byte : bytes) put_byte(byte);
  }

  void finish() {
    if (n_pending_ > 0) {
      const int n = n_pending_;
      while (n_pending_ != 0) put_byte(0);
      // The sextets made of padding alone become '='.
      std::fill(text_.end() - (3 - n), text_.end(), '=');
    }
    flush();
  }

 private:
  static constexpr std::size_t k_block = 1 << 16;
  static constexpr std::string_view k_alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  void put_byte(std::uint8_t byte) {
    pending_ = (pending_ << 8) | byte;
    if (++n_pending_ < 3) return;
    for (int shift = 18; shift >= 0; shift -= 6) text_ += k_alphabet[(pending_ >> shift) & 63];
    pending_ = 0;
    n_pending_ = 0;
    if (text_.size() >= k_block) flush();
  }

  void flush() {
    file_.write(text_);
    text_.clear();
  }

  OutputFile& file_;
  std::string text_;
  std::uint32_t pending_ = 0;
  int n_pending_ = 0;
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

void write_cells(const Grid& grid, OutputFile& file) {
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
  write_array<std::int32_t>(file, "offsets", 1, n_cells, [n_cells](auto&& put) {
    for (std::size_t k = 1; k <= n_cells; ++k) put(static_cast<std::int32_t>(4 * k));
  });
  write_array<std::uint8_t>(file, "types", 1, n_cells, [n_cells](auto&& put) {
    for (std::size_t k = 0; k < n_cells; ++k) put(std::uint8_t{k_vtk_quad});
  });
}

}  // namespace

void write_vtu(const FieldSet& set, OutputFile& file) {
  const Grid& grid = set.grid;
  assert(grid.n_cells() <= k_max_cells);  // keeps all indices within Int32
  const std::size_t n_points =
      (static_cast<std::size_t>(grid.nx) + 1) * (static_cast<std::size_t>(grid.ny) + 1);
  file.write(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n<UnstructuredGrid>\n");
  file.write(fmt::format("<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n<Points>\n", n_points,
                         grid.n_cells()));
  write_points(grid, n_points, file);
  file.write("</Points>\n<Cells>\n");
  write_cells(grid, file);
  file.write("</Cells>\n<CellData>\n");
  for (const Field& field : set.fields) {
    assert(field.values.size() == grid.n_cells());
    write_array<double>(file, field.name, 1, field.values.size(), [&field](auto&& put) {
      for (const double value : field.values) put(value);
    });
  }
  file.write("</CellData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n");
}

}  // namespace tread::result
