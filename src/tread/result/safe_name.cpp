#include "tread/result/safe_name.hpp"

#include <algorithm>

namespace tread::result {
namespace {

// Not isalnum(), which asks the user's locale.
bool is_safe(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

}  // namespace

std::string safe_name(std::string_view text, std::string_view instead) {
  std::string safe(text.empty() ? instead : text);
  std::replace_if(
      safe.begin(), safe.end(), [](char c) { return !is_safe(c); }, '_');
  return safe;
}

}  // namespace tread::result
