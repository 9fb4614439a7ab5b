// Any text at all must end in a study or in a tread::Error, and so must each of its first and last
// cases. No files are read.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tread/casefile/study_file.hpp"
#include "tread/core/errors.hpp"

namespace {

constexpr std::string_view k_base = R"(scenario = "moving_load"
[bridge]
length = 10
bending_stiffness = 2e9
mass_per_length = 8000
[train]
distances = [0, 3]
forces_kN = [100]
speed = 30
)";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const tread::casefile::StudyFile study =
        tread::casefile::parse_study_on(k_base, text, "fuzz.toml");
    tread::casefile::case_of_study(study, study.n_cases() - 1);
  } catch (const tread::Error&) {
  }
  return 0;
}
