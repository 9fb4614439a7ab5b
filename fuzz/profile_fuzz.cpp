#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tread/core/errors.hpp"
#include "tread/profile/profile_file.hpp"
#include "tread/profile/smooth_profile.hpp"

/// Any bytes are read as a profile, whatever the file is called, its curve drawn and smoothed, or
/// refused with a tread::Error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tread::profile;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const char* name : {"fuzz.prw", "fuzz.ban", "fuzz.whl", "fuzz.rai", "fuzz.txt"}) {
    for (const auto kind : {ProfileKind::wheel, ProfileKind::rail}) {
      ProfileReadOptions options;
      options.kind = kind;
      try {
        const ReadProfile read = parse_profile(text, name, options);
        simpack_text(read.profile());
        smoothed(read.points, 0.002, read.weights);
      } catch (const tread::Error&) {
      }
    }
  }
  return 0;
}
