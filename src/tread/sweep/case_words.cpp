#include "tread/sweep/case_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tread/result/result.hpp"
#include "tread/result/units.hpp"

namespace tread::sweep {
namespace {

bool is_speed(const Varied& varied) {
  return varied.unit == "m/s" && !varied.numbers.empty() && last_part(varied.key) == "speed";
}

const Varied* speed_key(const CaseTable& table) {
  const Varied* train = table.find_varied("train.speed");
  if (train != nullptr && is_speed(*train)) return train;
  const auto found = std::ranges::find_if(table.varied, is_speed);
  return found == table.varied.end() ? nullptr : &*found;
}

std::size_t choice_of(const CaseTable& table, const CaseRow& row, const Varied& varied) {
  return row.choices[static_cast<std::size_t>(&varied - table.varied.data())];
}

/// A train or a file speaks for itself; other words need the name of their key.
std::string words_of_label(const Varied& varied, const std::string& label) {
  const std::string name = last_part(varied.key);
  const bool is_plain = name == "type" || name == "name" || name == "file";
  return is_plain ? label : fmt::format("{} {}", words_of_key(varied.key), label);
}

std::string joined(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string last_part(std::string_view key) {
  const std::size_t dot = key.rfind('.');
  return std::string(dot == std::string_view::npos ? key : key.substr(dot + 1));
}

std::string words_of_key(std::string_view key) { return result::in_words(last_part(key)); }

std::optional<double> speed_of(const CaseTable& table, const CaseRow& row) {
  const Varied* speed = speed_key(table);
  if (speed == nullptr) return std::nullopt;
  return speed->numbers[choice_of(table, row, *speed)];
}

std::string words_of_case(const CaseTable& table, const CaseRow& row) {
  const Varied* speed = speed_key(table);
  std::vector<std::string> words;
  std::vector<std::string> numbers;
  for (const Varied& varied : table.varied) {
    if (&varied == speed) continue;
    const std::size_t choice = choice_of(table, row, varied);
    if (varied.numbers.empty()) {
      words.push_back(words_of_label(varied, varied.labels[choice]));
    } else {
      numbers.push_back(fmt::format("{} {}", words_of_key(varied.key),
                                    result::format_si(varied.numbers[choice], varied.unit)));
    }
  }
  std::string text = joined(words);
  if (speed != nullptr) {
    fmt::format_to(std::back_inserter(text), "{}at {:.6g} km/h", text.empty() ? "" : " ",
                   k_km_h * speed->numbers[choice_of(table, row, *speed)]);
  }
  if (!text.empty() && !numbers.empty()) text += ", ";
  return text + joined(numbers);
}

}  // namespace tread::sweep
