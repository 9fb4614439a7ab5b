#include "tread/study/factor_size.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tread/core/as_size.hpp"

namespace tread::study {
namespace {

using structure::SparseMatrix;

/// Numbers of displacements at growing distance from one, as far as it is connected.
std::vector<std::vector<int>> levels_from(const SparseMatrix& matrix, int first,
                                          std::vector<int>& mark, int color) {
  std::vector<std::vector<int>> levels{{first}};
  mark[as_size(first)] = color;
  while (true) {
    std::vector<int> next;
    for (const int i : levels.back()) {
      for (SparseMatrix::InnerIterator it(matrix, i); it; ++it) {
        const auto j = static_cast<std::size_t>(it.row());
        if (mark[j] == color) continue;
        mark[j] = color;
        next.push_back(static_cast<int>(it.row()));
      }
    }
    if (next.empty()) return levels;
    levels.push_back(std::move(next));
  }
}

/// Entries of the factor of one connected part.
double entries_of_part(const std::vector<std::vector<int>>& levels) {
  double banded = 0;
  double n = 0;
  double before = 0;
  for (const std::vector<int>& level : levels) {
    const auto width = static_cast<double>(level.size());
    banded += width * (width / 2 + before);
    before = width;
    n += width;
  }
  // Nested dissection of a cube of elements with three displacements a node: about 15 n^(4/3).
  return std::min(banded, 15 * std::pow(n, 4.0 / 3));
}

}  // namespace

double estimated_factor_bytes(const SparseMatrix& matrix) {
  const auto n = static_cast<int>(matrix.rows());
  std::vector<int> mark(as_size(n), -1);
  double entries = 0;
  int color = 0;
  for (int i = 0; i < n; ++i) {
    if (mark[as_size(i)] >= 0) continue;
    // From anywhere to what is farthest: levels from there are the narrowest.
    const std::vector<std::vector<int>> first = levels_from(matrix, i, mark, color++);
    entries += entries_of_part(levels_from(matrix, first.back().front(), mark, color++));
  }
  return entries * sizeof(double);
}

std::optional<double> available_memory() {
  std::ifstream file("/proc/meminfo");
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string name;
    double kilobytes = 0;
    if (words >> name >> kilobytes && name == "MemAvailable:") return 1024 * kilobytes;
  }
  return std::nullopt;
}

}  // namespace tread::study
