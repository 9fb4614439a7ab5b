#include "tread/core/read_number.hpp"
#include "tread/core/text_items.hpp"
#include "tread/profile/raw_profile.hpp"

namespace tread::profile {

RawProfile read_columns(std::string_view text, Complaints& complaints) {
  RawProfile raw;
  bool is_first = true;
  for (const FileLine& line : lines_of(text)) {
    const std::string_view data = trimmed(line.text.substr(0, line.text.find_first_of("#!%")));
    if (data.empty()) continue;
    const auto items = items_of(data, 2);
    const bool is_head = is_first && read_number(items.front()).fault == NumberFault::not_a_number;
    is_first = false;
    if (is_head) continue;
    if (items.size() != 2) {
      complaints.add(line.number, "must have two values: y and z", quoted(data));
      continue;
    }
    const auto point = point_of(items[0], items[1], line.number, complaints);
    if (point) raw.points.push_back(*point);
  }
  return raw;
}

}  // namespace tread::profile
