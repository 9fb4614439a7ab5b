#include "tread/view/open_run.hpp"

#include <fmt/format.h>

#include <atomic>
#include <mutex>

#include "tread/core/errors.hpp"
#include "tread/view/fair_mutex.hpp"

namespace tread::view {
namespace {

/// One for all runs: the HDF5 library knows one caller at a time.
FairMutex& turns() {
  static FairMutex mutex;
  return mutex;
}

std::uint64_t next_serial() {
  static std::atomic<std::uint64_t> next = 0;
  return next++;
}

}  // namespace

OpenRun::OpenRun(const std::filesystem::path& path, int descriptor)
    : serial_(next_serial()), file_(path, descriptor), overview_(overview_of(file_.tree())) {}

OpenRun::Info OpenRun::info(const std::string& path) const {
  const std::lock_guard turn(turns());
  return file_.info(path);
}

std::vector<double> OpenRun::numbers(const std::string& path, std::size_t first,
                                     std::size_t count) const {
  const std::lock_guard turn(turns());
  std::vector<double> values = file_.read_numbers(path, first, count);
  if (values.size() != count) throw IoError(fmt::format("{}: is cut off", path));
  return values;
}

}  // namespace tread::view
