#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tread::casefile {

/// A field of numbers from a text file: one line per row of cells, lowest y first; in a line one
/// value per cell, lowest x first, separated by commas, semicolons, tabs or blanks. Empty lines and
/// lines that start with # do not count.
struct HeightTable {
  int n_columns = 0;           // cells along x
  int n_rows = 0;              // cells along y
  std::vector<double> values;  // x fastest, in the unit of the file
};

inline constexpr std::size_t k_max_heights_bytes = 200'000'000;

/// Throws CaseError that tells every line that is no number, not finite, or has more or fewer
/// values than the first.
HeightTable parse_heights_csv(std::string_view text, const std::string& file_name);

/// The same for a regular file of at most k_max_heights_bytes.
HeightTable read_heights_csv(const std::filesystem::path& path);

}  // namespace tread::casefile
