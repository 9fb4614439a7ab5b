#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string_view>

#include "tread/casefile/keys.hpp"
#include "tread/core/errors.hpp"

namespace tread::casefile {

/// Where a file that a key names is sought from base_dir; "." would only disturb the reader of a
/// message.
inline std::filesystem::path path_from(const std::filesystem::path& base_dir,
                                       const std::string& file) {
  return base_dir == "." ? std::filesystem::path(file) : base_dir / file;
}

/// What is wrong inside a file is told with its lines; what is wrong with it as a whole (missing, a
/// pipe) at the key.
inline void report_file(Problem problem, const Problem& at_key, ProblemList& problems) {
  if (problem.line == 0) {
    problem.reason = fmt::format("{}: {}", problem.file, problem.reason);
    problem.file = at_key.file;
    problem.line = at_key.line;
    problem.key = at_key.key;
  }
  problems.add(std::move(problem));
}

/// Whether a key names a file that may be read; otherwise, if it was given, a problem.
inline bool names_a_file(std::string_view key, const std::string& file,
                         const std::filesystem::path& base_dir, const Reading& reading,
                         ProblemList& problems) {
  if (file.empty()) {
    const Given* given = reading.given(key);
    if (given != nullptr && given->value) problems.add(reading.problem(key, "must name a file"));
    return false;
  }
  if (!base_dir.empty()) return true;
  problems.add(reading.problem(key, "no files can be read here"));
  return false;
}

/// What read(path) makes of the file that a key names, sought from base_dir; none may be read if
/// that is empty. Nothing, and problems, if it cannot be had.
template <class Read>
auto read_named(std::string_view key, const std::string& file,
                const std::filesystem::path& base_dir, const Reading& reading,
                ProblemList& problems, Read read) -> std::optional<decltype(read({}))> {
  if (!names_a_file(key, file, base_dir, reading, problems)) return std::nullopt;
  try {
    return read(path_from(base_dir, file));
  } catch (const CaseError& error) {
    for (const Problem& problem : error.problems()) {
      report_file(problem, reading.problem(key, ""), problems);
    }
    return std::nullopt;
  }
}

}  // namespace tread::casefile
