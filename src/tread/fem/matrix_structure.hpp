#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tread/fem/node_table.hpp"
#include "tread/structure/beam.hpp"
#include "tread/structure/elastic_structure.hpp"

namespace tread::fem {

/// A structure as another program knows it: matrices of its free displacements, a table that says
/// which rows belong to which node, and a load line. And the way back: a structure as files.

struct NamedMatrix {
  std::string name;  // of its file, for messages
  structure::SparseMatrix values;
};

struct MatrixStructure {
  NamedMatrix mass;       // kg
  NamedMatrix stiffness;  // N/m
  std::optional<NamedMatrix> damping;
  structure::RayleighDamping rayleigh;  // is added to the damping
  std::optional<NodeTable> nodes;
  structure::LoadLine line;  // load_line_over(nodes, ...) or parse_load_line(...)
};

/// Throws CaseError (with the file): matrices that are not square, of different sizes, not
/// symmetric to 1e-9 of the largest entry (which), a node table with more or fewer rows; and
/// ModelError for what structure::check finds. Halves that differ by less are made equal to their
/// mean. The structure has no supports and no springs with laws.
structure::ElasticStructure structure_of(MatrixStructure matrices);

/// A load line in full: a line for each displacement of each segment,
///
///   segment,start,length,dof,c0,c1,c2,c3
///
/// with the segment's number from 1, its start and length in m, the row of the matrices from 1,
/// and the weight c0 + c1 s + c2 s^2 + c3 s^3, s = (x - start)/length; positive down. Throws
/// CaseError with every line that is wrong, rows beyond n_rows among it.
structure::LoadLine parse_load_line(std::string_view text, const std::string& file_name,
                                    int n_rows);
std::string load_line_text(const structure::LoadLine& line);

/// The files of a structure; parse_matrix_market, parse_load_line and structure_of make the same
/// structure of them, to the bit. Support rows (what reactions are made of) are left out, and a
/// node table is a matter of its own (node_table_of, node_table_text).
struct StructureFiles {
  std::string mass;  // Matrix Market
  std::string damping;
  std::string stiffness;
  std::string load_line;
};

/// Throws ModelError for what these files cannot hold and the structure is not itself without:
/// springs with laws, supports that move.
StructureFiles files_of(const structure::ElasticStructure& structure);

}  // namespace tread::fem
