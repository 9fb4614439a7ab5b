#include "tread/view/run_list.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "tread/view/refusal.hpp"

namespace tread::view {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_file_name = "result.h5";
constexpr std::size_t k_most_open = 8;

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
    if (fs::is_regular_file(item.path() / k_file_name, unreadable)) found.push_back(item.path());
  }
  if (fault) {
    throw IoError(fmt::format("{}: cannot be read: {}", folder.string(), fault.message()));
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

RunList::RunList(const std::vector<fs::path>& paths) {
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
    return add(path, {folder, path.filename().string()});
  }
  if (is_folder && fs::exists(path / k_file_name, fault)) return add(path / k_file_name, {path});
  const std::vector<fs::path> inside =
      is_folder ? result_folders_in(path) : std::vector<fs::path>();
  for (const fs::path& folder : inside) add(folder / k_file_name, {folder});
  if (inside.empty()) result::ResultFile{path};  // says what is wrong with it
}

void RunList::add(const fs::path& file, RunFiles files) {
  const bool is_known = std::any_of(runs_.begin(), runs_.end(), [&](const Run& run) {
    std::error_code fault;
    return fs::equivalent(run.file, file, fault);
  });
  if (is_known) return;
  Entry entry{name_of(files.folder), files.only.empty() ? files.folder.string() : file.string(), "",
              false};
  runs_.push_back({file, std::move(files), std::move(entry)});
}

bool RunList::read_stamp(const fs::path& file, Stamp& stamp) {
  struct stat state {};
  if (::stat(file.c_str(), &state) != 0) return false;
  stamp = {state.st_dev, state.st_ino, state.st_size, state.st_mtim.tv_sec, state.st_mtim.tv_nsec};
  return true;
}

const RunList::Run& RunList::checked(std::size_t number) const {
  if (number >= runs_.size()) {
    throw Refusal(404, fmt::format("no run {}: there are {}", number, runs_.size()));
  }
  return runs_[number];
}

const RunFiles& RunList::files(std::size_t number) const { return checked(number).files; }

std::vector<RunList::Entry> RunList::entries() {
  const std::lock_guard lock(mutex_);
  std::vector<Entry> found;
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    Stamp stamp;
    if (!read_stamp(runs_[i].file, stamp)) {
      Run& run = runs_[i];
      run.entry = {run.entry.name, run.entry.path, "", false,
                   fmt::format("{}: {}", run.file.string(), std::strerror(errno))};
      run.was_looked_at = false;
    } else if (!runs_[i].was_looked_at || stamp != runs_[i].stamp) {
      look_at(i, stamp);
    }
    found.push_back(runs_[i].entry);
  }
  return found;
}

std::shared_ptr<const OpenRun> RunList::open(std::size_t number) {
  checked(number);
  const std::lock_guard lock(mutex_);
  Run& run = runs_[number];
  Stamp stamp;
  if (!read_stamp(run.file, stamp)) {
    throw Refusal(410, fmt::format("{} is gone: {}", run.file.string(), std::strerror(errno)));
  }
  const bool is_same = run.was_looked_at && stamp == run.stamp;
  std::shared_ptr<const OpenRun> open = is_same ? run.open : nullptr;
  if (is_same && !run.entry.error.empty()) throw Refusal(500, run.entry.error);
  if (!open) open = look_at(number, stamp);
  if (!open) throw Refusal(500, run.entry.error);
  keep_open(number);
  return open;
}

/// Null if it cannot be read, and the entry tells why.
std::shared_ptr<const OpenRun> RunList::look_at(std::size_t number, const Stamp& stamp) {
  Run& run = runs_[number];
  run.open.reset();
  run.stamp = stamp;
  run.was_looked_at = true;
  run.entry.error.clear();
  run.entry.status.clear();
  run.entry.ok = false;
  try {
    result::ResultFile file(run.file);
    Overview overview = overview_of(file.tree());
    run.entry.status = overview.status;
    run.entry.ok = overview.ok;
    run.open = std::make_shared<const OpenRun>(OpenRun{std::move(file), std::move(overview)});
    keep_open(number);
  } catch (const std::exception& error) {
    run.entry.error = error.what();
  }
  return run.open;
}

void RunList::keep_open(std::size_t number) {
  std::erase(recent_, number);
  recent_.push_front(number);
  if (recent_.size() <= k_most_open) return;
  runs_[recent_.back()].open.reset();
  recent_.pop_back();
}

}  // namespace tread::view
