#include "tread/study/case_places.hpp"

#include <fmt/format.h>

namespace tread::study {

void CasePlaces::refuse(Keys keys, std::string reason, std::string value, std::string hint) const {
  const casefile::ContactCase& contact_case = file_.drop           ? file_.drop->surfaces
                                              : file_.train_bridge ? file_.train_bridge->surfaces
                                                                   : file_.cases[index_];
  Problem problem;
  problem.file = file_.path;
  for (const std::string_view key : keys) {
    const auto place = contact_case.places.find(std::string(key));
    if (place == contact_case.places.end()) continue;
    problem.line = place->second.line;
    problem.key = key;
    break;
  }
  // The line may be one that several cases share.
  const bool is_one_of_many = file_.cases.size() > 1;
  problem.reason = is_one_of_many ? fmt::format("{}: {}", contact_case.title, reason) : reason;
  problem.value = std::move(value);
  problem.hint = std::move(hint);
  throw CaseError(std::move(problem));
}

}  // namespace tread::study
