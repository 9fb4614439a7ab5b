#include "tread/study/case_facts.hpp"

#include <algorithm>
#include <charconv>

namespace tread::study {

const casefile::BridgeInput* bridge_of(const casefile::CaseFile& file) {
  if (file.moving_load) return &file.moving_load->bridge;
  if (file.train_bridge && file.train_bridge->bridge) return &*file.train_bridge->bridge;
  return nullptr;
}

const casefile::EchoEntry* told(const casefile::CaseFile& file, std::string_view key) {
  const auto found = std::ranges::find(file.echo, key, &casefile::EchoEntry::key);
  return found == file.echo.end() ? nullptr : &*found;
}

std::optional<double> told_number(const casefile::CaseFile& file, std::string_view key) {
  const casefile::EchoEntry* entry = told(file, key);
  if (entry == nullptr) return std::nullopt;
  const char* const end = entry->value.data() + entry->value.size();
  double value = 0;
  const auto [stop, error] = std::from_chars(entry->value.data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

}  // namespace tread::study
