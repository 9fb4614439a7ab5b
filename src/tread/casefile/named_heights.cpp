#include "tread/casefile/named_heights.hpp"

#include "tread/casefile/named_files.hpp"

namespace tread::casefile {

std::optional<HeightTable> named_heights(std::string_view key, const std::string& file,
                                         const std::filesystem::path& base_dir,
                                         const Reading& reading, ProblemList& problems) {
  return read_named(key, file, base_dir, reading, problems,
                    [](const std::filesystem::path& path) { return read_heights_csv(path); });
}

}  // namespace tread::casefile
