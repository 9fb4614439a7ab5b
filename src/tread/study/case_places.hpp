#pragma once

#include <cstddef>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

#include "tread/casefile/case_file.hpp"
#include "tread/core/errors.hpp"

namespace tread::study {

/// Tells what is wrong with one case of a file at the line of the key that it is about: what a
/// reader cannot see because it shows only when the model is built or solved.
class CasePlaces {
 public:
  /// Keys that may be the cause, in TOML and .inp; the first that was written takes the blame.
  using Keys = std::initializer_list<std::string_view>;

  /// Of the contact case with that index, or the one case of another scenario.
  CasePlaces(const casefile::CaseFile& file, std::size_t index);

  /// @param title of one case among several, told with the reason; empty: the only one
  CasePlaces(std::string file_name, const std::map<std::string, casefile::Place>& places,
             std::string title)
      : file_name_(std::move(file_name)), places_(&places), title_(std::move(title)) {}

  [[noreturn]] void refuse(Keys keys, std::string reason, std::string value,
                           std::string hint) const;

  /// Does the work; a ModelError from it becomes a CaseError at one of the keys.
  template <class Work>
  decltype(auto) blame(Keys keys, std::string_view hint, Work&& work) const {
    try {
      return work();
    } catch (const ModelError& error) {
      refuse(keys, error.what(), "", std::string(hint));
    }
  }

 private:
  std::string file_name_;
  const std::map<std::string, casefile::Place>* places_;
  std::string title_;
};

}  // namespace tread::study
