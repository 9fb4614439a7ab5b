#include "tread/core/errors.hpp"

#include <fmt/format.h>

namespace tread {
namespace {

std::string join(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    if (!text.empty()) text += '\n';
    text += problem.text();
  }
  return text;
}

}  // namespace

std::string Problem::text() const {
  std::string text = file;
  if (line > 0) text += fmt::format(":{}", line);
  if (!text.empty()) text += ": ";
  if (!key.empty()) text += key + ": ";
  text += reason;
  if (!value.empty()) text += ", got " + value;
  if (!hint.empty()) text += "\n  hint: " + hint;
  return text;
}

CaseError::CaseError(std::vector<Problem> problems)
    : Error(join(problems)), problems_(std::move(problems)) {}

}  // namespace tread
