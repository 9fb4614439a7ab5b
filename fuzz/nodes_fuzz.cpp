#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tread/core/errors.hpp"
#include "tread/fem/matrix_structure.hpp"
#include "tread/fem/node_table.hpp"

/// Any bytes are read as a node table, and its load line drawn, or refused with a tread::Error; the
/// same as a file of a load line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tread::fem;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const NodeTable table = parse_node_table(text, "fuzz.csv");
    for (const auto interpolation :
         {Interpolation::linear, Interpolation::smooth, Interpolation::hermite}) {
      LineOptions options;
      options.interpolation = interpolation;
      load_line_over(table, line_nodes(table), options);
    }
  } catch (const tread::Error&) {
  }
  try {
    parse_load_line(text, "fuzz.csv", 100);
  } catch (const tread::Error&) {
  }
  return 0;
}
