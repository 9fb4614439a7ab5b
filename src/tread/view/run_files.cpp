#include "tread/view/run_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "tread/view/refusal.hpp"

namespace tread::view {
namespace {

constexpr std::size_t k_piece_bytes = 256 * 1024;

class OpenFile {
 public:
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}
  ~OpenFile() { ::close(descriptor_); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

std::string bytes_of(const OpenFile& file, std::size_t offset, std::size_t count) {
  std::string bytes(count, '\0');
  const ssize_t n = ::pread(file.descriptor(), bytes.data(), count, static_cast<off_t>(offset));
  if (n <= 0) throw IoError("the file became shorter while it was read");
  bytes.resize(static_cast<std::size_t>(n));
  return bytes;
}

}  // namespace

std::vector<RunFiles::Entry> RunFiles::list() const {
  std::vector<Entry> entries;
  std::error_code fault;
  for (const auto& item : std::filesystem::directory_iterator(folder, fault)) {
    const std::string name = item.path().filename().string();
    std::error_code unreadable;
    const bool is_regular =
        std::filesystem::is_regular_file(item.symlink_status(unreadable)) && !unreadable;
    if (!is_regular || (!only.empty() && name != only)) continue;
    const std::uintmax_t n_bytes = item.file_size(unreadable);
    if (!unreadable) entries.push_back({name, static_cast<std::size_t>(n_bytes)});
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.name < b.name; });
  return entries;
}

PiecewiseBody RunFiles::open(std::string_view name) const {
  const std::vector<Entry> entries = list();
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const Entry& entry) { return entry.name == name; });
  if (found == entries.end()) {
    throw Refusal(404, fmt::format("no file '{}' in this result: see its list of files", name));
  }
  // Between list and open somebody may have put a link or a pipe in its place.
  const int descriptor =
      ::open((folder / found->name).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) {
    throw Refusal(500, fmt::format("cannot open '{}': {}", name, std::strerror(errno)));
  }
  const auto file = std::make_shared<OpenFile>(descriptor);
  struct stat state {};
  if (::fstat(descriptor, &state) != 0 || !S_ISREG(state.st_mode)) {
    throw Refusal(404, fmt::format("'{}' is no regular file any more", name));
  }
  const auto length = static_cast<std::size_t>(state.st_size);
  return {length, [file, length](std::size_t offset) {
            return bytes_of(*file, offset, std::min(k_piece_bytes, length - offset));
          }};
}

}  // namespace tread::view
