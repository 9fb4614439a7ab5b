#include "tread/view/run_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "tread/view/refusal.hpp"

namespace tread::view {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr const char* k_file_name = "result.h5";
// What is open costs a file and its document, in memory. The one used last stays in any case.
constexpr std::size_t k_most_open = 32;
constexpr std::size_t k_most_document_bytes = 64 * 1024 * 1024;
// What kept a file from being read may pass without a trace on it: too many files open, say.
constexpr std::chrono::seconds k_try_again(1);
constexpr int k_successors = 5;  // of a file that are tried at one look

std::string name_of(const fs::path& folder) {
  std::error_code fault;
  const fs::path whole = fs::weakly_canonical(folder, fault);
  const std::string name = (fault ? folder : whole).filename().string();
  return name.empty() ? folder.string() : name;
}

/// Folders inside, links left out, that hold a result; in alphabetical order.
std::vector<fs::path> result_folders_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code fault;
  for (const auto& item : fs::directory_iterator(folder, fault)) {
    std::error_code unreadable;
    if (!fs::is_directory(item.symlink_status(unreadable))) continue;
    const fs::path file = item.path() / k_file_name;
    if (fs::is_regular_file(fs::symlink_status(file, unreadable))) found.push_back(item.path());
  }
  if (fault) {
    throw IoError(fmt::format("{}: cannot be read: {}", folder.string(), fault.message()));
  }
  std::sort(found.begin(), found.end());
  return found;
}

bool is_same(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

}  // namespace

bool RunList::Stamp::operator==(const Stamp& other) const {
  return device == other.device && inode == other.inode && n_bytes == other.n_bytes &&
         is_same(written, other.written) && is_same(changed, other.changed);
}

RunList::Stamp RunList::stamp_of(const struct stat& state) {
  return {state.st_dev, state.st_ino, state.st_size, state.st_mtim, state.st_ctim};
}

RunList::RunList(const std::vector<fs::path>& paths, const LargeRows::Patience& patience)
    : large_rows_(patience) {
  for (const fs::path& path : paths) add_all_of(path);
  const std::vector<Entry> found = entries();
  const bool none = std::none_of(found.begin(), found.end(),
                                 [](const Entry& entry) { return entry.error.empty(); });
  if (!none) return;
  throw IoError(found.empty() ? "no results to look at" : found.front().error);
}

void RunList::add_all_of(const fs::path& path) {
  std::error_code fault;
  const fs::file_status status = fs::status(path, fault);
  const bool is_folder = fs::is_directory(status);
  if (fs::exists(status) && !is_folder) {
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    return add(path, {folder, Links::follow, path.filename().string()});
  }
  if (is_folder && fs::exists(fs::symlink_status(path / k_file_name, fault))) {
    return add(path / k_file_name, {path});
  }
  const std::vector<fs::path> inside =
      is_folder ? result_folders_in(path) : std::vector<fs::path>();
  for (const fs::path& folder : inside) add(folder / k_file_name, {folder, Links::refuse});
  if (inside.empty()) result::ResultFile{path};  // says what is wrong with it
}

void RunList::add(const fs::path& file, RunFiles files) {
  const bool is_known = std::any_of(runs_.begin(), runs_.end(), [&](const auto& run) {
    std::error_code fault;
    return fs::equivalent(run->file, file, fault);
  });
  if (is_known) return;
  std::string name = name_of(files.folder);
  runs_.emplace_back(new Run{file, std::move(files), std::move(name)});
}

const RunList::Run& RunList::checked(std::size_t number) const {
  if (number >= runs_.size()) {
    throw Refusal(404, fmt::format("no run {}: there are {}", number, runs_.size()));
  }
  return *runs_[number];
}

const RunFiles& RunList::files(std::size_t number) const { return checked(number).files; }

std::vector<RunList::Entry> RunList::entries() {
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    const Found found = look_at(i, Want::entry);
    const Run& run = *runs_[i];
    const fs::path& path = run.files.only.empty() ? run.files.folder : run.file;
    entries.push_back(
        {run.name, path.string(), found.status, found.ok, found.failed_checks, found.error});
  }
  return entries;
}

std::shared_ptr<const OpenRun> RunList::open(std::size_t number) {
  checked(number);
  Found found = look_at(number, Want::open);
  if (!found.was_there) throw Refusal(410, fmt::format("the result is gone: {}", found.error));
  if (!found.open) throw Refusal(500, found.error);
  return std::move(found.open);
}

RunList::Found RunList::look_at(std::size_t number, Want want) {
  Run& run = *runs_[number];
  const std::lock_guard looking(run.looking);
  struct stat state {};
  const std::string missing = run.files.look_for_result(state);
  Found found;
  if (missing.empty()) {
    if (std::optional<Found> same = known(number, stamp_of(state), want)) return *std::move(same);
    remember(number, {});  // closes it: the library takes a file that is open for the same one
    found = read(run);
    // A file that was replaced while it was opened: its successor is the result.
    for (int n = 0; n < k_successors && !found.error.empty(); ++n) {
      if (!run.files.look_for_result(state).empty() || stamp_of(state) == found.stamp) break;
      found = read(run);
    }
  } else {
    found.error = fmt::format("{}: {}", run.file.string(), missing);
  }
  remember(number, found);
  return found;
}

/// What was found at the last look, if that is still true.
std::optional<RunList::Found> RunList::known(std::size_t number, const Stamp& stamp, Want want) {
  std::vector<std::shared_ptr<const OpenRun>> closed;  // after the lock
  const std::lock_guard lock(mutex_);
  const Found& found = runs_[number]->found;
  if (!found.was_there || !(found.stamp == stamp)) return std::nullopt;
  if (!found.error.empty()) {
    return Clock::now() - found.when < k_try_again ? std::optional(found) : std::nullopt;
  }
  if (want == Want::entry) return found;
  if (!found.open) return std::nullopt;
  closed = most_recent_first(number);
  return found;
}

RunList::Found RunList::read(const Run& run) {
  Found found;
  found.was_there = true;
  found.when = Clock::now();
  try {
    const Descriptor file = run.files.open_result();
    struct stat state {};
    if (!file.is_open() || ::fstat(file.number(), &state) != 0) {
      const int fault = errno;
      run.files.look_for_result(state);
      found.stamp = stamp_of(state);
      throw IoError(fmt::format("cannot read '{}': {}", run.file.string(), std::strerror(fault)));
    }
    found.stamp = stamp_of(state);
    found.open = std::make_shared<const OpenRun>(run.file, file.number());
    found.status = found.open->overview().status;
    found.ok = found.open->overview().ok;
    found.failed_checks = found.open->overview().failed_checks;
  } catch (const std::bad_alloc&) {
    found.error = fmt::format("cannot read '{}': not enough memory", run.file.string());
  } catch (const std::exception& error) {
    found.error = error.what();
  }
  return found;
}

void RunList::remember(std::size_t number, Found found) {
  std::vector<std::shared_ptr<const OpenRun>> closed;  // after the lock, as the old one in `found`
  const std::lock_guard lock(mutex_);
  std::swap(runs_[number]->found, found);
  if (runs_[number]->found.open) {
    closed = most_recent_first(number);
  } else {
    std::erase(recent_, number);
  }
}

/// Puts the run in front. Returns those that are open no longer, for the caller to close.
std::vector<std::shared_ptr<const OpenRun>> RunList::most_recent_first(std::size_t number) {
  std::erase(recent_, number);
  recent_.push_front(number);
  const auto open_of = [&](std::size_t place) -> std::shared_ptr<const OpenRun>& {
    return runs_[recent_[place]]->found.open;
  };
  std::size_t n_kept = 1;
  std::size_t n_bytes = open_of(0)->tree().size();
  for (; n_kept < std::min(recent_.size(), k_most_open); ++n_kept) {
    n_bytes += open_of(n_kept)->tree().size();
    if (n_bytes > k_most_document_bytes) break;
  }
  std::vector<std::shared_ptr<const OpenRun>> closed;
  for (std::size_t i = n_kept; i < recent_.size(); ++i) closed.push_back(std::move(open_of(i)));
  recent_.resize(n_kept);
  return closed;
}

void RunList::close_deleted() {
  std::unique_lock lock(mutex_);
  const std::deque<std::size_t> open = recent_;
  lock.unlock();
  for (const std::size_t i : open) {
    Run& run = *runs_[i];
    const std::unique_lock looking(run.looking, std::try_to_lock);
    struct stat state {};
    if (looking && !run.files.look_for_result(state).empty()) remember(i, {});
  }
}

}  // namespace tread::view
