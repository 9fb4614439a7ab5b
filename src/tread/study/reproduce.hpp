#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tread/core/observer.hpp"
#include "tread/study/reproduction.hpp"
#include "tread/study/shared_work.hpp"

namespace tread::study {

/// Every table and figure of the four documents that tread implements, and what is computed again
/// of them. docs/reproduction.md names the documents and tells how names are made.

enum class EntryKind {
  result,        // computed by the document: we compute it again
  input,         // a table of parameters: nothing to compute
  illustration,  // a drawing or a table of words: nothing to compute
};

std::string_view to_string(EntryKind kind);

enum class Effort { seconds, minutes };  // of one core

/// What computes an entry: on its own, or with work that other entries share.
struct EntryRun {
  using Alone = Reproduction (*)(Observer&);
  using Sharing = Reproduction (*)(SharedWork&, Observer&);

  constexpr EntryRun() = default;
  constexpr EntryRun(Alone run) : alone(run) {}
  constexpr EntryRun(Sharing run) : sharing(run) {}

  Alone alone = nullptr;
  Sharing sharing = nullptr;
};

struct CatalogueEntry {
  std::string_view name;   // thesis-table-10.3, wiggles-fig-1
  std::string_view title;  // one line, for people
  EntryKind kind = EntryKind::result;
  EntryRun run = {};  // empty: nothing to compute
  Effort effort = Effort::seconds;

  bool built() const { return run.alone || run.sharing; }
};

/// In the order of the documents; names are unique.
std::span<const CatalogueEntry> catalogue();

/// A line an entry: name, state (built, or its kind if there is nothing to compute), title.
std::string catalogue_table();

/// Computes one entry. Throws ModelError for an unknown name (with the nearest known one) and for
/// an entry with nothing to compute.
/// @param shared what entries computed before have left, and this one leaves
Reproduction reproduce(std::string_view name, SharedWork& shared, Observer& observer);
Reproduction reproduce(std::string_view name, Observer& observer);

}  // namespace tread::study
