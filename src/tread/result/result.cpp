#include "tread/result/result.hpp"

#include <algorithm>
#include <cmath>

namespace tread::result {

std::string_view name_of(Check::Verdict verdict) {
  switch (verdict) {
    case Check::Verdict::pass:
      return "pass";
    case Check::Verdict::fail:
      return "fail";
    case Check::Verdict::not_applicable:
      break;
  }
  return "not_applicable";
}

double Check::margin() const {
  if (verdict == Verdict::not_applicable) return 0;
  return bound == Bound::at_most ? 1 - value / limit : value / limit - 1;
}

bool is_extreme(std::string_view scalar_name) { return scalar_name.starts_with("max_"); }

double Evidence::Change::relative() const {
  const double difference = is_extreme(name) ? std::abs(varied) - std::abs(value) : varied - value;
  return std::abs(difference) / std::abs(value);
}

const Evidence::Change* Evidence::largest() const {
  const auto found = std::ranges::max_element(changes, {}, &Change::relative);
  return found == changes.end() ? nullptr : &*found;
}

bool CaseResult::no_contact() const {
  if (status == "no_contact") return true;
  const auto count = std::find_if(elements.begin(), elements.end(),
                                  [](const Count& c) { return c.name == "contact"; });
  return ok && count != elements.end() && count->value == 0;
}

bool Result::ok() const {
  return std::all_of(cases.begin(), cases.end(), [](const CaseResult& c) { return c.ok; });
}

std::string Result::status() const {
  const auto failed =
      std::find_if(cases.begin(), cases.end(), [](const CaseResult& c) { return !c.ok; });
  return failed == cases.end() ? "converged" : failed->status;
}

const Field* find_field(const FieldSet& set, std::string_view name) {
  const auto found = std::find_if(set.fields.begin(), set.fields.end(),
                                  [name](const Field& f) { return f.name == name; });
  return found == set.fields.end() ? nullptr : &*found;
}

std::string in_words(std::string_view name) {
  std::string words(name);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

}  // namespace tread::result
