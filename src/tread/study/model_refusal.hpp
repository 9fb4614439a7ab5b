#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "tread/casefile/place.hpp"
#include "tread/core/errors.hpp"

namespace tread::study {

/// A word in what a model says, and the key that it is then most likely about.
struct Clue {
  std::string_view word;
  std::string_view key;
};

/// What a model refuses, told at the key of the first clue that fits, else at `otherwise`.
CaseError refusal(const std::string& file, const std::map<std::string, casefile::Place>& places,
                  const ModelError& error, std::span<const Clue> clues, std::string_view otherwise);

}  // namespace tread::study
