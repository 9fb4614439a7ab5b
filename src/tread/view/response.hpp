#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tread::view {

/// A body that is fetched while it is sent, so that no answer is in memory as a whole.
struct PiecewiseBody {
  std::size_t length = 0;
  /// Some bytes from `offset` < length on, at least one. Throws if they cannot be had any more.
  std::function<std::string(std::size_t offset)> bytes_from;
};

struct Response {
  int status = 200;  // of HTTP
  std::string content_type = "application/json";
  std::vector<std::pair<std::string, std::string>> headers{};
  std::string body{};
  std::optional<PiecewiseBody> pieces{};  // instead of body
};

}  // namespace tread::view
