#include "tread/casefile/fem_files.hpp"

#include "tread/casefile/text_file.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/letters.hpp"
#include "tread/core/text_items.hpp"
#include "tread/fem/gmsh_file.hpp"
#include "tread/fem/harwell_boeing.hpp"
#include "tread/fem/matrix_market.hpp"

namespace tread::casefile {
namespace {

bool is_matrix_market(std::string_view text) {
  constexpr std::string_view k_begin = "%%matrixmarket";
  return lower_case_of(without_byte_order_mark(text).substr(0, k_begin.size())) == k_begin;
}

}  // namespace

fem::Mesh read_mesh(const std::filesystem::path& path, double metres_per_unit) {
  return fem::parse_gmsh(read_text_file(path, k_max_mesh_bytes), path.string(), metres_per_unit);
}

fem::NamedMatrix read_matrix(const std::filesystem::path& path) {
  const std::string text = read_text_file(path, k_max_matrix_bytes);
  const std::string name = path.string();
  return {name, is_matrix_market(text) ? fem::parse_matrix_market(text, name)
                                       : fem::parse_harwell_boeing(text, name)};
}

fem::NodeTable read_node_table(const std::filesystem::path& path) {
  return fem::parse_node_table(read_text_file(path, k_max_table_bytes), path.string());
}

structure::ElasticStructure read_structure(const MatrixFiles& files) {
  fem::MatrixStructure matrices;
  matrices.rayleigh = files.rayleigh;
  // small files first: what is wrong with them is told before time is spent
  if (!files.nodes.empty()) matrices.nodes = read_node_table(files.nodes);
  if (files.load_line.empty() && matrices.nodes) {
    matrices.line =
        fem::load_line_over(*matrices.nodes, fem::line_nodes(*matrices.nodes), files.line_options);
  }
  matrices.mass = read_matrix(files.mass);
  if (!files.load_line.empty()) {
    matrices.line = fem::parse_load_line(read_text_file(files.load_line, k_max_table_bytes),
                                         files.load_line.string(),
                                         static_cast<int>(matrices.mass.values.rows()));
  }
  if (matrices.line.is_empty()) {
    throw CaseError(Problem{files.mass.string(), 0, "", "there is no load line for this matrix", "",
                            "give a node table with a column 'line', or a file of the load line"});
  }
  matrices.stiffness = read_matrix(files.stiffness);
  if (!files.damping.empty()) matrices.damping = read_matrix(files.damping);
  return fem::structure_of(std::move(matrices));
}

}  // namespace tread::casefile
