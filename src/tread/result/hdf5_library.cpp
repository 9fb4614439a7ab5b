#include "tread/result/hdf5_library.hpp"

#include <string_view>

namespace tread::result {
namespace {

std::mutex& library_mutex() {
  static std::mutex mutex;  // one library in the process, one lock
  return mutex;
}

/// What the system said is the best reason: "... error message = 'No space left on device', ...".
std::string system_reason(std::string_view text) {
  constexpr std::string_view k_before = "error message = '";
  const std::size_t begin = text.find(k_before);
  if (begin == std::string_view::npos) return {};
  const std::string_view rest = text.substr(begin + k_before.size());
  return std::string(rest.substr(0, rest.find('\'')));
}

herr_t remember_first(unsigned, const H5E_error2_t* error, void* data) {
  auto& reason = *static_cast<std::string*>(data);
  if (!reason.empty() || error->desc == nullptr) return 0;
  reason = system_reason(error->desc);
  if (reason.empty()) reason = error->desc;
  return 0;
}

}  // namespace

Hdf5Session::Hdf5Session() : lock_(library_mutex()) { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

std::string hdf5_reason() {
  std::string reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, remember_first, &reason);
  return reason.empty() ? "unknown" : reason;
}

}  // namespace tread::result
