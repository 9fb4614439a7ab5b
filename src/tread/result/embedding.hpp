#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tread/result/document.hpp"

namespace tread::result {

/// A document inside an HTML page: the tree as JSON that no parser of HTML stumbles over, the
/// arrays as base64 in script elements that no browser runs.
///
/// Up to 1000 values are 8-byte numbers, longer arrays 4-byte ones. What does not fit the budget is
/// thinned, the largest first: frames of histories and animations, rows of long tables. What is too
/// large even so is left out. The tree says so in `embedding_note`, and has the shapes of what is
/// there; arrays that were thinned tell their `rows_in_full`. Texts of files are empty.
struct EmbeddedDocument {
  std::string tree;
  std::string arrays;
};

/// Bytes of base64.
inline constexpr std::size_t k_embedding_budget = 6'000'000;

EmbeddedDocument embed(const Document& document, std::size_t budget = k_embedding_budget);

/// JSON with `<`, `>` and `&` in strings written as \u003c and so on.
std::string safe_in_script(std::string_view json);

}  // namespace tread::result
