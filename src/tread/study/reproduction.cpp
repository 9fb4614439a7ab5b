#include "tread/study/reproduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

namespace tread::study {
namespace {

nlohmann::ordered_json null_or(const std::optional<double>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json to_object(const ReproducedRow& row, std::string_view prefix) {
  const std::string unit = row.unit.empty() ? "" : fmt::format(" [{}]", row.unit);
  return {{"what", fmt::format("{}{}{}", prefix, row.what, unit)},
          {"paper", null_or(row.paper)},
          {"ours", row.ours},
          {"difference", null_or(row.difference())},
          {"why", row.why}};
}

std::string wrapped(const std::string& text, std::string_view indent, std::size_t width) {
  std::istringstream words(text);
  std::string lines;
  std::string line(indent);
  for (std::string word; words >> word;) {
    if (line.size() > indent.size() && line.size() + 1 + word.size() > width) {
      lines += line + '\n';
      line = indent;
    }
    if (line.size() > indent.size()) line += ' ';
    line += word;
  }
  return line.size() > indent.size() ? lines + line + '\n' : lines;
}

std::string number_or_dash(const std::optional<double>& value) {
  if (!value) return "-";
  const bool is_long = std::abs(*value) >= 1e5 && std::abs(*value) < 1e9;
  return is_long ? fmt::format("{:.0f}", *value) : fmt::format("{:.5g}", *value);
}

std::string percent_or_dash(const std::optional<double>& value) {
  return value ? fmt::format("{:+.2g} %", 100 * *value) : "-";
}

}  // namespace

Reproduction ended(SolveStatus status) {
  return {.name = {}, .title = {}, .status = status, .rows = {}, .curves = {}};
}

std::optional<double> ReproducedRow::difference() const {
  if (!paper || *paper == 0 || !std::isfinite(*paper) || !std::isfinite(ours)) return std::nullopt;
  return (ours - *paper) / std::abs(*paper);
}

std::string to_json(std::span<const ReproducedRow> rows) {
  auto array = nlohmann::ordered_json::array();
  for (const ReproducedRow& row : rows) array.push_back(to_object(row, ""));
  return array.dump(2);
}

std::string to_json(std::span<const Reproduction> reproductions) {
  auto array = nlohmann::ordered_json::array();
  for (const Reproduction& reproduction : reproductions) {
    for (const ReproducedRow& row : reproduction.rows) {
      array.push_back(to_object(row, reproduction.name + ": "));
    }
  }
  return array.dump(2);
}

std::string to_table(const Reproduction& reproduction, std::size_t width) {
  std::string text = fmt::format("{}: {}\n", reproduction.name, reproduction.title);
  if (reproduction.status != SolveStatus::converged) {
    return text + fmt::format("not reproduced: {}\n", to_string(reproduction.status));
  }
  std::size_t what_width = 0;
  for (const ReproducedRow& row : reproduction.rows) {
    what_width = std::max(what_width, row.what.size());
  }
  const auto line = [&](std::string_view what, std::string_view paper, std::string_view ours,
                        std::string_view unit, std::string_view difference) {
    return fmt::format("{:<{}}  {:>10}  {:>10} {:<4} {:>10}\n", what, what_width, paper, ours, unit,
                       difference);
  };
  text += line("", "paper", "ours", "", "difference");
  for (const ReproducedRow& row : reproduction.rows) {
    text += line(row.what, number_or_dash(row.paper), number_or_dash(row.ours), row.unit,
                 percent_or_dash(row.difference()));
    text += wrapped(row.why, "    ", width);
  }
  return text;
}

}  // namespace tread::study
