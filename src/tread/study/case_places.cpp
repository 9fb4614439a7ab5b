#include "tread/study/case_places.hpp"

#include <fmt/format.h>

namespace tread::study {

CasePlaces::CasePlaces(const casefile::CaseFile& file, std::size_t index)
    : file_name_(file.path), places_(nullptr) {
  const casefile::ContactCase& contact_case = file.drop           ? file.drop->surfaces
                                              : file.train_bridge ? file.train_bridge->surfaces
                                                                  : file.cases[index];
  places_ = &contact_case.places;
  // The line may be one that several cases share.
  if (file.cases.size() > 1) title_ = contact_case.title;
}

void CasePlaces::refuse(Keys keys, std::string reason, std::string value, std::string hint) const {
  Problem problem;
  problem.file = file_name_;
  for (const std::string_view key : keys) {
    const auto place = places_->find(std::string(key));
    if (place == places_->end()) continue;
    problem.line = place->second.line;
    problem.key = key;
    break;
  }
  problem.reason = title_.empty() ? reason : fmt::format("{}: {}", title_, reason);
  problem.value = std::move(value);
  problem.hint = std::move(hint);
  throw CaseError(std::move(problem));
}

}  // namespace tread::study
