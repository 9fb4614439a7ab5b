#include <fmt/format.h>

#include <cmath>

#include "tread/core/text_items.hpp"
#include "tread/profile/millimetre.hpp"
#include "tread/profile/raw_profile.hpp"

namespace tread::profile {
namespace {

constexpr double k_inch = 25.4;  // mm

std::string_view data_of_vampire_line(std::string_view line) {
  return trimmed(line.substr(0, line.find_first_of("\"!%")));
}

/// What follows a keyword that must open a line; nothing, and a complaint, if another word does.
std::optional<std::string_view> after(const FileLine& line, std::string_view keyword,
                                      Complaints& complaints) {
  if (line.text.starts_with(keyword)) return trimmed(line.text.substr(keyword.size()));
  complaints.add(line.number, fmt::format("must begin with {}", keyword), quoted(line.text));
  return std::nullopt;
}

/// A length in mm that has a name, or CUSTOM and a number.
struct NamedLength {
  std::string_view name;
  double mm;
};
constexpr NamedLength k_treads[] = {
    {"EUROPEAN", 70}, {"US1", (2 + 27.0 / 32) * k_inch}, {"US2", (3 + 1.0 / 16) * k_inch}};
constexpr NamedLength k_gauge_points[] = {{"EUROPEAN", 14}, {"US", 5.0 / 8 * k_inch}};

double length_mm(std::string_view word, std::span<const NamedLength> known, const FileLine& line,
                 Complaints& complaints) {
  constexpr std::string_view k_custom = "CUSTOM";
  if (word.starts_with(k_custom)) {
    return complaints.number(trimmed(word.substr(k_custom.size())), "CUSTOM", line.number);
  }
  std::vector<std::string> names{"CUSTOM and a length in mm"};
  for (const NamedLength& length : known) {
    if (word == length.name) return length.mm;
    names.insert(names.end() - 1, std::string(length.name));
  }
  complaints.add(line.number, "must be " + either(names), quoted(word));
  return 0;
}

/// Rows of four numbers; those of one side, as a right one.
void read_points(const std::vector<FileLine>& lines, Side side, RawProfile& raw,
                 Complaints& complaints) {
  bool differ = false;
  for (std::size_t i = 4; i < lines.size(); ++i) {
    const std::string_view data = data_of_vampire_line(lines[i].text);
    if (data.empty()) continue;
    const int number = lines[i].number;
    const auto items = items_of(data, 4);
    if (items.size() != 4) {
      complaints.add(number, "must have 4 values: y and z of the left, y and z of the right side",
                     quoted(data));
      continue;
    }
    auto left = point_of(items[0], items[1], number, complaints);
    const auto right = point_of(items[2], items[3], number, complaints);
    if (!left || !right) continue;
    left->y = -left->y;
    differ = differ || std::abs(left->y - right->y) > 1e-6 || std::abs(left->z - right->z) > 1e-6;
    raw.points.push_back(side == Side::left ? *left : *right);
  }
  if (differ) {
    raw.done.push_back(fmt::format("left and right differ: the {} side was taken",
                                   side == Side::left ? "left" : "right"));
  }
}

}  // namespace

RawProfile read_vampire(std::string_view text, Side side, Complaints& complaints) {
  RawProfile raw;
  const auto lines = lines_of(text);
  if (lines.size() < 4 || (lines[0].text != "WHEELPROFILE" && lines[0].text != "RAILPROFILE")) {
    complaints.add(1, "must be WHEELPROFILE or RAILPROFILE, and three more lines must follow",
                   lines.empty() ? "" : quoted(lines[0].text),
                   "a title, then TREADDATUM and FLANGEBACK, or GAUGEPOINT and GAUGE");
    return raw;
  }
  raw.kind_source = std::string(lines[0].text);
  raw.title = one_line(lines[1].text, 200);
  raw.metres_per_unit = k_mm;
  raw.unit_source = "Vampire's files are";
  read_points(lines, side, raw, complaints);
  if (lines[0].text == "WHEELPROFILE") {
    raw.kind = ProfileKind::wheel;
    const auto tread = after(lines[2], "TREADDATUM", complaints);
    const auto back = after(lines[3], "FLANGEBACK", complaints);
    if (!tread || !back) return raw;
    const double tape_circle = length_mm(*tread, k_treads, lines[2], complaints);
    const double distance = complaints.number(*back, "FLANGEBACK", lines[3].number);
    raw.flange_back_position = -tape_circle * k_mm;
    raw.flange_back_distance = distance * k_mm;
    for (RawPoint& point : raw.points) point.y -= distance / 2 + tape_circle;
    raw.done.push_back(
        fmt::format("y moved by {} mm: it was counted from the middle of the wheelset",
                    mm_text(-(distance / 2 + tape_circle) * k_mm)));
  } else {
    raw.kind = ProfileKind::rail;
    const auto point = after(lines[2], "GAUGEPOINT", complaints);
    const auto gauge = after(lines[3], "GAUGE", complaints);
    if (!point || !gauge) return raw;
    raw.gauge_height = length_mm(*point, k_gauge_points, lines[2], complaints) * k_mm;
    raw.gauge = complaints.number(*gauge, "GAUGE", lines[3].number) * k_mm;
  }
  return raw;
}

}  // namespace tread::profile
