#include "tread/sweep/finished_cases.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

#include "tread/casefile/named_files.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/word_digest.hpp"
#include "tread/result/output_file.hpp"
#include "tread/study/run_case.hpp"

namespace tread::sweep {
namespace {

namespace fs = std::filesystem;

constexpr int k_format = 1;
constexpr const char* k_identity_file = "study.json";
constexpr const char* k_cases_file = "cases.jsonl";
constexpr const char* k_lock_file = ".tread.lock";
constexpr double k_sync_interval = 1;  // s

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string reason() { return std::error_code(errno, std::generic_category()).message(); }

[[noreturn]] void refuse(const fs::path& folder, const std::string& why, const std::string& hint) {
  throw IoError(fmt::format("cannot keep the study in the folder '{}': {}\n  hint: {}",
                            folder.string(), why, hint));
}

/// Nothing of what is no file: a pipe would hang.
std::string bytes_of(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return "";
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return std::move(bytes).str();
}

bool is_empty_but_for_ours(const fs::path& folder) {
  return std::ranges::all_of(fs::directory_iterator(folder), [](const fs::directory_entry& entry) {
    const std::string name = entry.path().filename().string();
    return name == k_lock_file || name.ends_with(".part");
  });
}

void check_identity(const fs::path& folder, const std::string& identity) {
  constexpr const char* k_remedy =
      "choose another folder with --out, or forget its results with --fresh";
  const nlohmann::ordered_json found =
      nlohmann::ordered_json::parse(bytes_of(folder / k_identity_file), nullptr, false);
  if (found.is_discarded() || !found.is_object() || found.value("format", 0) != k_format) {
    refuse(folder, fmt::format("its {} cannot be read", k_identity_file), k_remedy);
  }
  if (found.value("identity", "") == identity) return;
  const std::string version = found.value("version", "");
  if (version != study::program_version()) {
    refuse(folder,
           fmt::format("it was made by tread {}, this is {}", version, study::program_version()),
           k_remedy);
  }
  refuse(folder,
         fmt::format("it holds another study ({}, {} cases)", found.value("study", ""),
                     found.value("cases", 0)),
         k_remedy);
}

void write_identity(const fs::path& folder, const casefile::StudyFile& study,
                    const std::string& identity) {
  const nlohmann::ordered_json root{{"format", k_format},
                                    {"identity", identity},
                                    {"version", study::program_version()},
                                    {"study", fs::path(study.path).filename().string()},
                                    {"title", study.input.title},
                                    {"cases", study.n_cases()}};
  result::OutputBatch batch(folder);
  batch.add(k_identity_file, [&](result::OutputFile& file) {
    file.write(root.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  });
  batch.commit();
}

}  // namespace

OpenFile::~OpenFile() {
  if (is_open()) ::close(descriptor_);
}

std::string identity_of(const casefile::StudyFile& study) {
  WordDigest digest;
  const auto add_file = [&](const std::string& name) {
    digest.add(std::string_view(bytes_of(casefile::path_from(study.base_dir, name))));
  };
  digest.add(std::string_view(study::program_version()));
  const auto is_file = [&](const std::string& name) {
    const casefile::KeyInfo* key = study.keys.find(name);
    return key != nullptr && key->kind == casefile::Kind::file;
  };
  for (const casefile::EchoEntry& entry : casefile::case_of_study(study, 0).echo) {
    digest.add(std::string_view(entry.key));
    digest.add(std::string_view(entry.value));
    if (is_file(entry.key)) add_file(entry.value);
  }
  for (const casefile::StudyVariation& variation : study.variations) {
    digest.add(std::string_view(variation.key));
    digest.add(static_cast<std::uint64_t>(variation.axis));
    for (const std::string& label : variation.labels) {
      digest.add(std::string_view(label));
      if (is_file(variation.key)) add_file(label);
    }
    for (const double number : variation.numbers) digest.add(number);
  }
  return digest.hex();
}

FinishedCases::FinishedCases(const casefile::StudyFile& study, fs::path folder, Start start)
    : folder_(std::move(folder)), identity_(identity_of(study)) {
  result::check_writable(folder_);
  std::error_code error;
  const bool is_known = fs::exists(folder_ / k_identity_file, error);
  if (!is_known && fs::exists(folder_, error) && !is_empty_but_for_ours(folder_)) {
    refuse(folder_, "it is not empty, and holds no study", "choose another folder with --out");
  }
  fs::create_directories(folder_, error);
  if (error) refuse(folder_, error.message(), "choose another folder with --out");
  const fs::path lock = folder_ / k_lock_file;
  lock_ = OpenFile(::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!lock_.is_open()) refuse(folder_, reason(), "choose another folder with --out");
  if (::flock(lock_.descriptor(), LOCK_EX | LOCK_NB) != 0) {
    refuse(folder_, "another tread is at work on it", "wait for it, or choose another with --out");
  }
  if (start == Start::afresh) {
    // Results of what is forgotten must not be taken for those of the new study.
    for (const char* name : {k_cases_file, "result.json", "report.html", "result.h5"}) {
      fs::remove(folder_ / name, error);
    }
  } else if (is_known) {
    check_identity(folder_, identity_);
  }
  if (start == Start::afresh || !is_known) write_identity(folder_, study, identity_);
  records_.resize(study.n_cases());
  read();
  const fs::path cases = folder_ / k_cases_file;
  if (fs::exists(cases, error) && !fs::is_regular_file(cases, error)) {
    refuse(folder_, fmt::format("its {} is no file", k_cases_file), "remove it");
  }
  file_ = OpenFile(::open(cases.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  if (!file_.is_open()) refuse(folder_, reason(), "make it writable");
}

FinishedCases::~FinishedCases() { ::fdatasync(file_.descriptor()); }

void FinishedCases::read() {
  const std::string text = bytes_of(folder_ / k_cases_file);
  std::string sound;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end;
    std::optional<CaseRecord> record = record_of(line, identity_);
    const bool is_new = record && record->i_case < records_.size() &&
                        records_[record->i_case].state == CaseRow::State::missing;
    if (!is_new) {
      ++n_damaged_;
      continue;
    }
    sound += line;
    ++n_finished_;
    records_[record->i_case] = std::move(*record);
  }
  if (n_damaged_ > 0) rewrite(sound);
}

void FinishedCases::rewrite(const std::string& text) {
  result::OutputBatch batch(folder_);
  batch.add(k_cases_file, [&](result::OutputFile& file) { file.write(text); });
  batch.commit();
}

void FinishedCases::add(CaseRecord record) {
  append(to_line(record, identity_));
  ++n_finished_;
  const std::size_t i_case = record.i_case;
  records_[i_case] = std::move(record);
}

void FinishedCases::append(const std::string& line) {
  for (std::size_t written = 0; written < line.size();) {
    const ssize_t n = ::write(file_.descriptor(), line.data() + written, line.size() - written);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      throw IoError(fmt::format(
          "cannot write '{}': {}\n  hint: {} of {} cases are finished and safe; make room and run "
          "the same command again",
          (folder_ / k_cases_file).string(), reason(), n_finished_, records_.size()));
    }
    written += static_cast<std::size_t>(n);
  }
  if (now() - last_sync_ < k_sync_interval) return;
  ::fdatasync(file_.descriptor());
  last_sync_ = now();
}

void FinishedCases::put_in_order() {
  std::string text;
  for (const CaseRecord& record : records_) {
    if (record.state != CaseRow::State::missing) text += to_line(record, identity_);
  }
  rewrite(text);
}

}  // namespace tread::sweep
