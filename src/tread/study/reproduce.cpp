#include "tread/study/reproduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "tread/core/errors.hpp"

namespace tread::study {
namespace {

/// Fewest insertions, deletions and replacements that turn one word into the other.
std::size_t n_edits(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (const char letter : from) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j < row.size(); ++j) {
      const std::size_t replaced = diagonal + (to[j - 1] == letter ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

[[noreturn]] void throw_unknown(std::string_view name) {
  const auto entries = catalogue();
  const auto nearest = std::ranges::min_element(
      entries, {}, [&](const CatalogueEntry& entry) { return n_edits(name, entry.name); });
  throw ModelError(
      fmt::format("no table or figure is called '{}'; the nearest name is '{}', and the list "
                  "(tread reproduce --list) has all of them",
                  name, nearest->name));
}

[[noreturn]] void throw_not_built(const CatalogueEntry& entry) {
  if (entry.kind == EntryKind::result) {
    throw ModelError(
        fmt::format("'{}' ({}) is not built yet: this version cannot compute it; the list (tread "
                    "reproduce --list) marks what it can",
                    entry.name, entry.title));
  }
  throw ModelError(fmt::format("'{}' ({}) is an {}: there is nothing to compute", entry.name,
                               entry.title, to_string(entry.kind)));
}

}  // namespace

Reproduction reproduce(std::string_view name, Observer& observer) {
  const auto entries = catalogue();
  const auto entry = std::ranges::find(entries, name, &CatalogueEntry::name);
  if (entry == entries.end()) throw_unknown(name);
  if (!entry->built()) throw_not_built(*entry);
  Reproduction reproduction = entry->run(observer);
  reproduction.name = entry->name;
  reproduction.title = entry->title;
  return reproduction;
}

}  // namespace tread::study
