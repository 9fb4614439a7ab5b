#include "tread/structure/structures_in_a_row.hpp"

#include <fmt/format.h>

#include <cassert>
#include <numeric>

#include "tread/core/as_size.hpp"

namespace tread::structure {
namespace {

/// Puts a block of each span below and right of those before.
template <class Block>
SparseMatrix joined(const std::vector<ElasticStructure>& spans, const Block& block) {
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::Index n_rows = 0;
  Eigen::Index n_columns = 0;
  for (const ElasticStructure& span : spans) {
    const SparseMatrix& matrix = block(span);
    for (int column = 0; column < matrix.outerSize(); ++column) {
      for (SparseMatrix::InnerIterator it(matrix, column); it; ++it) {
        entries.emplace_back(static_cast<int>(n_rows + it.row()),
                             static_cast<int>(n_columns + it.col()), it.value());
      }
    }
    n_rows += matrix.rows();
    n_columns += span.n_dofs();
  }
  SparseMatrix result(n_rows, n_columns);
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

}  // namespace

ElasticStructure in_a_row(const std::vector<ElasticStructure>& spans) {
  assert(!spans.empty());
  if (spans.size() == 1) return spans.front();
  ElasticStructure row;
  row.mass = joined(
      spans, [](const auto& s) -> const auto& { return s.mass; });
  row.damping = joined(
      spans, [](const auto& s) -> const auto& { return s.damping; });
  row.stiffness = joined(
      spans, [](const auto& s) -> const auto& { return s.stiffness; });
  row.supports.mass = joined(
      spans, [](const auto& s) -> const auto& { return s.supports.mass; });
  row.supports.damping = joined(
      spans, [](const auto& s) -> const auto& { return s.supports.damping; });
  row.supports.stiffness = joined(
      spans, [](const auto& s) -> const auto& { return s.supports.stiffness; });
  std::vector<LineSegment> segments;
  double end = spans.front().line.start();
  int first = 0;
  int number = 0;
  for (const ElasticStructure& span : spans) {
    ++number;
    std::vector<int> numbers(as_size(span.n_dofs()));
    std::iota(numbers.begin(), numbers.end(), first);
    const LoadLine line = span.line.renumbered(numbers).shifted(end - span.line.start());
    segments.insert(segments.end(), line.segments().begin(), line.segments().end());
    end = line.end();
    for (LawSpring spring : span.springs) {
      for (int& dof : spring.dofs) dof += first;
      row.springs.push_back(std::move(spring));
    }
    for (const std::string& name : span.dof_names) {
      row.dof_names.push_back(fmt::format("{} of span {}", name, number));
    }
    for (const std::string& name : span.supports.names) {
      row.supports.names.push_back(fmt::format("{} of span {}", name, number));
    }
    row.supports.motions.insert(row.supports.motions.end(), span.supports.motions.begin(),
                                span.supports.motions.end());
    first += span.n_dofs();
  }
  row.line = LoadLine(std::move(segments));
  return row;
}

}  // namespace tread::structure
