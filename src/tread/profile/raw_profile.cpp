#include "tread/profile/raw_profile.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "tread/core/read_number.hpp"
#include "tread/core/text_items.hpp"

namespace tread::profile {

std::vector<FileLine> lines_of(std::string_view text) {
  text = without_byte_order_mark(text);
  std::vector<FileLine> lines;
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back({trimmed(text.substr(0, end)), ++number});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

void Complaints::add(int line, std::string reason, std::string value, std::string hint) {
  add(line, "", std::move(reason), std::move(value), std::move(hint));
}

void Complaints::add(int line, std::string key, std::string reason, std::string value,
                     std::string hint) {
  problems_.add(
      {file_name_, line, std::move(key), std::move(reason), std::move(value), std::move(hint)});
}

double Complaints::number(std::string_view item, const std::string& what, int line) {
  const NumberRead read = read_number(item);
  if (read.fault == NumberFault::none) return read.value;
  add(line, fmt::format("{} {}", what, wanted(read.fault)), shown(read.fault, item));
  return std::numeric_limits<double>::quiet_NaN();
}

std::vector<std::string_view> items_of(std::string_view line, std::size_t most) {
  std::vector<std::string_view> items;
  for_each_item(line, [&](std::string_view item) {
    items.push_back(item);
    return items.size() <= most;
  });
  return items;
}

std::optional<RawPoint> point_of(std::string_view y, std::string_view z, int line,
                                 Complaints& complaints) {
  const RawPoint point{complaints.number(y, "y", line), complaints.number(z, "z", line), 1, line};
  if (std::isnan(point.y) || std::isnan(point.z)) return std::nullopt;
  return point;
}

std::string mm_text(double length) {
  const double rounded = std::round(length * 1e7) / 1e4;
  return fmt::format("{:.6g}", rounded == 0 ? 0.0 : rounded);
}

}  // namespace tread::profile
