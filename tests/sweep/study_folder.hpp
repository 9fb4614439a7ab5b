#pragma once

#include <string>

#include "support/temporary_folder.hpp"
#include "tread/casefile/study_file.hpp"

namespace tread::sweep {

/// A small study on disk: bridge and axles whose crossing takes a millisecond.
class StudyFolder {
 public:
  explicit StudyFolder(const std::string& vary, const std::string& more = "") {
    folder_.write("base.toml", R"(scenario = "moving_load"
[bridge]
length = 10
bending_stiffness = 2e9
mass_per_length = 8000
damping_ratio = 0.02
modes = 2
[train]
distances = [0, 3]
forces = [1e5]
speed = 30
[time]
free_vibration = 0.1
)");
    folder_.write("study.toml", "base = \"base.toml\"\n" + more + "[vary]\n" + vary);
  }

  casefile::StudyFile read() const { return casefile::read_study(folder_.path() / "study.toml"); }
  std::filesystem::path out() const { return folder_.path() / "out"; }
  const testing_support::TemporaryFolder& folder() const { return folder_; }

 private:
  testing_support::TemporaryFolder folder_;
};

inline constexpr const char* k_small_grid =
    "train.forces = [[1e5], [2e5], [-1e5]]\ntrain.speed = { from = 20, to = 60, step = 10 }\n";

}  // namespace tread::sweep
