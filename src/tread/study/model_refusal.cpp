#include "tread/study/model_refusal.hpp"

#include <algorithm>

namespace tread::study {

CaseError refusal(const std::string& file, const std::map<std::string, casefile::Place>& places,
                  const ModelError& error, std::span<const Clue> clues,
                  std::string_view otherwise) {
  const std::string text = error.what();
  const auto clue = std::ranges::find_if(
      clues, [&](const Clue& c) { return text.find(c.word) != std::string::npos; });
  const std::string key(clue == clues.end() ? otherwise : clue->key);
  const auto place = places.find(key);
  const int line = place == places.end() ? 0 : place->second.line;
  return CaseError(Problem{file, line, key, text, "", ""});
}

}  // namespace tread::study
