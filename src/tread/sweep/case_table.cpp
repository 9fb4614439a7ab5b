#include "tread/sweep/case_table.hpp"

#include <algorithm>
#include <limits>

namespace tread::sweep {

double CaseTable::value(std::size_t i_row, std::string_view measure) const {
  const auto found = std::ranges::find(measures, measure, &Measure::name);
  const auto column = static_cast<std::size_t>(found - measures.begin());
  const std::vector<double>& values = rows[i_row].values;
  return column < values.size() ? values[column] : std::numeric_limits<double>::quiet_NaN();
}

const Varied* CaseTable::find_varied(std::string_view key) const {
  const auto found = std::ranges::find(varied, key, &Varied::key);
  return found == varied.end() ? nullptr : &*found;
}

}  // namespace tread::sweep
