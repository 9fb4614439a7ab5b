#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tread::view {

/// What a request asks for, taken apart and decoded: "/api/runs/0/array?path=%2Fcases" has the
/// segments api, runs, 0, array and the query path = /cases.
class Target {
 public:
  /// Throws Refusal (400) for what no page of ours asks: segments that are empty, "." or "..",
  /// slashes that are encoded, control characters, a query that names a thing twice.
  explicit Target(std::string_view raw);

  const std::vector<std::string>& segments() const { return segments_; }

  /// Throws Refusal (400) if the query has anything else.
  void expect_only(std::initializer_list<std::string_view> names) const;

  std::optional<std::string> find(std::string_view name) const;
  std::string get(std::string_view name) const;  // throws Refusal (400) where it is missing

  /// A whole number from `least` on; throws Refusal (400) for anything else.
  std::optional<std::size_t> find_count(std::string_view name, std::size_t least) const;
  std::optional<double> find_number(std::string_view name) const;  // finite

 private:
  void read_query(std::string_view query);

  std::vector<std::string> segments_;
  std::vector<std::pair<std::string, std::string>> query_;
};

}  // namespace tread::view
