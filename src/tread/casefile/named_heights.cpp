#include "tread/casefile/named_heights.hpp"

#include <fmt/format.h>

#include "tread/core/errors.hpp"

namespace tread::casefile {
namespace {

void report(const CaseError& error, const Problem& at_key, ProblemList& problems) {
  for (Problem problem : error.problems()) {
    if (problem.line == 0) {
      problem.reason = fmt::format("{}: {}", problem.file, problem.reason);
      problem.file = at_key.file;
      problem.line = at_key.line;
      problem.key = at_key.key;
    }
    problems.add(std::move(problem));
  }
}

}  // namespace

std::optional<HeightTable> named_heights(std::string_view key, const std::string& file,
                                         const std::filesystem::path& base_dir,
                                         const Reading& reading, ProblemList& problems) {
  if (file.empty()) {
    const Given* given = reading.given(key);
    if (given != nullptr && given->value) problems.add(reading.problem(key, "must name a file"));
    return std::nullopt;
  }
  if (base_dir.empty()) {
    problems.add(reading.problem(key, "no files can be read here"));
    return std::nullopt;
  }
  try {
    // "." would only disturb the reader of a message
    return read_heights_csv(base_dir == "." ? std::filesystem::path(file) : base_dir / file);
  } catch (const CaseError& error) {
    report(error, reading.problem(key, ""), problems);
    return std::nullopt;
  }
}

}  // namespace tread::casefile
