#include "tread/study/reproduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tread/core/errors.hpp"
#include "tread/core/nearest.hpp"

namespace tread::study {
namespace {

constexpr std::size_t k_any_number_of_edits = 1000;

[[noreturn]] void throw_unknown(std::string_view name) {
  std::vector<std::string> names;
  for (const CatalogueEntry& entry : catalogue()) names.emplace_back(entry.name);
  throw ModelError(
      fmt::format("no table or figure is called '{}'; the nearest name is '{}', and the list "
                  "(tread reproduce --list) has all of them",
                  name, nearest(name, names, k_any_number_of_edits)));
}

[[noreturn]] void throw_nothing_to_compute(const CatalogueEntry& entry) {
  throw ModelError(fmt::format("'{}' ({}) is an {}: there is nothing to compute", entry.name,
                               entry.title, to_string(entry.kind)));
}

}  // namespace

Reproduction reproduce(std::string_view name, SharedWork& shared, Observer& observer) {
  const auto entries = catalogue();
  const auto entry = std::ranges::find(entries, name, &CatalogueEntry::name);
  if (entry == entries.end()) throw_unknown(name);
  if (!entry->built()) throw_nothing_to_compute(*entry);
  Reproduction reproduction =
      entry->run.alone ? entry->run.alone(observer) : entry->run.sharing(shared, observer);
  reproduction.name = entry->name;
  reproduction.title = entry->title;
  return reproduction;
}

Reproduction reproduce(std::string_view name, Observer& observer) {
  SharedWork shared;
  return reproduce(name, shared, observer);
}

}  // namespace tread::study
