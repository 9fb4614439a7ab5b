#include "tread/casefile/profile_files.hpp"

#include "tread/casefile/text_file.hpp"

namespace tread::casefile {

profile::ReadProfile read_profile(const std::filesystem::path& path,
                                  const profile::ProfileReadOptions& options) {
  return profile::parse_profile(read_text_file(path, k_max_profile_bytes), path.string(), options);
}

}  // namespace tread::casefile
