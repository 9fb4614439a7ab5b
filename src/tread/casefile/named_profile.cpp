#include "tread/casefile/named_profile.hpp"

#include "tread/casefile/text_file.hpp"

namespace tread::casefile {
namespace {

constexpr std::size_t k_max_profile_bytes = 16'000'000;

}  // namespace

profile::ReadProfile read_profile_file(const std::filesystem::path& path,
                                       const profile::ProfileReadOptions& options) {
  return profile::parse_profile(read_text_file(path, k_max_profile_bytes), path.string(), options);
}

}  // namespace tread::casefile
