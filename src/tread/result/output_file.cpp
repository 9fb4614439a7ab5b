#include "tread/result/output_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "tread/core/errors.hpp"

namespace tread::result {
namespace {

namespace fs = std::filesystem;

std::string reason_of(int error_number) {
  return std::error_code(error_number, std::generic_category()).message();
}

[[noreturn]] void fail_to_write(const fs::path& path, const std::string& reason) {
  throw IoError(fmt::format("cannot write '{}': {}", path.string(), reason));
}

[[noreturn]] void refuse_folder(const fs::path& folder, const std::string& reason) {
  throw IoError(
      fmt::format("cannot write results to the folder '{}': {}\n"
                  "  hint: choose another output folder, or make this one writable",
                  folder.string(), reason));
}

fs::path or_here(const fs::path& folder) { return folder.empty() ? fs::path(".") : folder; }

// The folder itself if it exists, otherwise the nearest one above it that does.
fs::path nearest_existing(const fs::path& folder) {
  fs::path path = fs::absolute(folder).lexically_normal();
  std::error_code error;
  while (!fs::exists(path, error) && path.has_relative_path()) path = path.parent_path();
  return path;
}

fs::path temporary_name(const fs::path& folder, const std::string& name) {
  return folder / fmt::format(".{}.{}.part", name, ::getpid());
}

void try_a_file(const fs::path& folder, const fs::path& wanted) {
  const HeldSignals held_signals;
  const fs::path trial = temporary_name(folder, "tread");
  std::FILE* file = std::fopen(trial.c_str(), "wb");
  if (file == nullptr) refuse_folder(wanted, reason_of(errno));
  std::fclose(file);
  std::error_code error;
  fs::remove(trial, error);
}

}  // namespace

OutputFile::OutputFile(fs::path temporary)
    : path_(std::move(temporary)), file_(std::fopen(path_.c_str(), "wb")) {
  if (!file_) fail_to_write(path_, reason_of(errno));
}

void OutputFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
    fail_to_write(path_, reason_of(errno));
  }
}

void OutputFile::close() {
  if (std::fclose(file_.release()) != 0) fail_to_write(path_, reason_of(errno));
}

OutputBatch::OutputBatch(fs::path folder, NameCheck check_name)
    : folder_(or_here(folder)), check_name_(std::move(check_name)) {
  check_writable(folder_);
  const fs::path existing = nearest_existing(folder_);
  for (fs::path path = fs::absolute(folder_).lexically_normal();
       path != existing && path.has_relative_path(); path = path.parent_path()) {
    folders_made_.insert(folders_made_.begin(), path);
  }
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) {
    remove_folders_made();
    refuse_folder(folder_, error.message());
  }
}

OutputBatch::~OutputBatch() {
  if (committed_) return;
  std::error_code error;
  for (const Entry& entry : entries_) fs::remove(entry.temporary, error);
  remove_folders_made();
}

// Only those that are empty go: what someone else put there meanwhile stays.
void OutputBatch::remove_folders_made() {
  for (auto path = folders_made_.rbegin(); path != folders_made_.rend(); ++path) {
    ::rmdir(path->c_str());
  }
}

fs::path OutputBatch::reserve(const std::string& name) {
  if (check_name_) check_name_(folder_ / name);
  entries_.push_back({temporary_name(folder_, name), folder_ / name});
  return entries_.back().temporary;
}

void OutputBatch::check_obstacles() const {
  for (const Entry& entry : entries_) {
    std::error_code error;
    if (fs::is_directory(entry.final, error)) fail_to_write(entry.final, "a folder has this name");
  }
}

void OutputBatch::commit() {
  check_obstacles();
  for (const Entry& entry : entries_) {
    std::error_code error;
    fs::rename(entry.temporary, entry.final, error);
    if (error) fail_to_write(entry.final, error.message());
  }
  committed_ = true;
}

void check_writable(const fs::path& folder) {
  const fs::path wanted = or_here(folder);
  const fs::path existing = nearest_existing(wanted);
  std::error_code error;
  if (!fs::is_directory(existing, error)) {
    refuse_folder(wanted, fmt::format("'{}' is not a folder", existing.string()));
  }
  // A trial file tells the truth where permission bits do not: full or read-only disks, network
  // shares, root.
  try_a_file(existing, wanted);
}

}  // namespace tread::result
