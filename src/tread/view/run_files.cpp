#include "tread/view/run_files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "tread/view/refusal.hpp"

namespace tread::view {
namespace {

constexpr std::size_t k_file_piece_bytes = 256 * 1024;
// A pipe in the place of a file must not make the server wait for its writer.
constexpr int k_how_to_open = O_RDONLY | O_CLOEXEC | O_NONBLOCK;

std::string bytes_of_file(const Descriptor& file, std::size_t offset, std::size_t count) {
  std::string bytes(count, '\0');
  const ssize_t n = ::pread(file.number(), bytes.data(), count, static_cast<off_t>(offset));
  if (n <= 0) throw IoError("the file became shorter while it was read");
  bytes.resize(static_cast<std::size_t>(n));
  return bytes;
}

/// Calls back with the name of everything in the folder.
template <class Visit>
void for_each_name(Descriptor folder, Visit&& visit) {
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(folder.number()), ::closedir);
  if (!stream) return;
  folder.release();
  while (const dirent* item = ::readdir(stream.get())) visit(::dirfd(stream.get()), item->d_name);
}

}  // namespace

Descriptor RunFiles::open_folder() const {
  const int link = links == Links::refuse ? O_NOFOLLOW : 0;
  return Descriptor(::open(folder.c_str(), k_how_to_open | O_DIRECTORY | link));
}

const std::string& RunFiles::name_of_result() const {
  static const std::string name = "result.h5";
  return only.empty() ? name : only;
}

std::vector<RunFiles::Entry> RunFiles::list() const {
  std::vector<Entry> entries;
  for_each_name(open_folder(), [&](int where, const char* name) {
    struct stat state {};
    const bool is_regular =
        ::fstatat(where, name, &state, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(state.st_mode);
    if (!is_regular || (!only.empty() && name != only)) return;
    entries.push_back({name, static_cast<std::size_t>(state.st_size)});
  });
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
  const auto file = std::make_shared<const Descriptor>(
      ::openat(open_folder().number(), found->name.c_str(), k_how_to_open | O_NOFOLLOW));
  if (!file->is_open()) {
    throw Refusal(500, fmt::format("cannot open '{}': {}", name, std::strerror(errno)));
  }
  struct stat state {};
  if (::fstat(file->number(), &state) != 0 || !S_ISREG(state.st_mode)) {
    throw Refusal(404, fmt::format("'{}' is no regular file any more", name));
  }
  const auto length = static_cast<std::size_t>(state.st_size);
  return {length, [file, length](std::size_t offset) {
            return bytes_of_file(*file, offset, std::min(k_file_piece_bytes, length - offset));
          }};
}

Descriptor RunFiles::open_result() const {
  const int link = only.empty() ? O_NOFOLLOW : 0;
  Descriptor where = open_folder();
  if (!where.is_open()) return where;
  return Descriptor(::openat(where.number(), name_of_result().c_str(), k_how_to_open | link));
}

std::string RunFiles::look_for_result(struct stat& state) const {
  // By name, though not as safe as open_result(): a result is not gone when too many files are
  // open.
  if (::fstatat(AT_FDCWD, folder.c_str(), &state,
                links == Links::refuse ? AT_SYMLINK_NOFOLLOW : 0) != 0) {
    return std::strerror(errno);
  }
  if (!S_ISDIR(state.st_mode)) return "its folder is a folder no more";
  const int link = only.empty() ? AT_SYMLINK_NOFOLLOW : 0;
  if (::fstatat(AT_FDCWD, (folder / name_of_result()).c_str(), &state, link) != 0) {
    return std::strerror(errno);
  }
  if (S_ISLNK(state.st_mode)) return "it is a link, which is not followed: name the file itself";
  return S_ISREG(state.st_mode) ? "" : "it is not a regular file";
}

}  // namespace tread::view
