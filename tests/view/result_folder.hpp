#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "support/temporary_folder.hpp"
#include "tread/result/result.hpp"
#include "tread/result/result_file.hpp"

namespace tread::view {

using testing_support::TemporaryFolder;

inline constexpr std::size_t k_frames = 3;

/// A table, a history of 3 frames of 2 x 2 cells (0, 1, 2, ...), and one of `n_cells` cells a side.
inline result::Result small_result(int n_cells = 2) {
  result::CaseResult c;
  c.title = "small";
  c.status = "converged";
  c.ok = true;
  c.tables.push_back(
      {"curve", "a curve", {{"time", "s", {0, 1, 2, 3}}, {"height", "m", {5, 4, 3, 7}}}});
  result::FieldHistory history;
  history.name = "pressure_history";
  history.title = "pressure";
  history.grid = {n_cells, n_cells, 0, 0, 1, 1};
  history.times = {0, 0.5, 1};
  result::Field pressure{"pressure", "Pa", "pressure", {}};
  const std::size_t n_values = k_frames * static_cast<std::size_t>(n_cells * n_cells);
  for (std::size_t i = 0; i < n_values; ++i) pressure.values.push_back(static_cast<double>(i));
  history.fields.push_back(pressure);
  c.histories.push_back(history);
  result::Result whole;
  whole.program_version = "0.1.0";
  whole.case_file = "small.toml";
  whole.cases.push_back(c);
  return whole;
}

inline void write_text(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

/// A folder with result.h5.
inline std::filesystem::path write_result_folder(const std::filesystem::path& folder,
                                                 int n_cells = 2) {
  std::filesystem::create_directories(folder);
  write_hdf5(small_result(n_cells), folder / "result.h5");
  return folder;
}

}  // namespace tread::view
