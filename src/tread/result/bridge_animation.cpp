#include "tread/result/bridge_animation.hpp"

#include <fmt/format.h>

namespace tread::result {

Table animation_table(const BridgeAnimation& animation) {
  Table table{"animation", "Instants of the moving picture", {{"time", "s", {}}}};
  for (const double x : animation.places) {
    table.columns.push_back({fmt::format("deflection_at_{:g}_m", x), "m", {}});
  }
  for (std::size_t i = 0; i < animation.vehicle_of_wheel.size(); ++i) {
    table.columns.push_back({fmt::format("axle_{}_x", i + 1), "m", {}});
  }
  for (const auto& frame : animation.frames) {
    std::size_t column = 0;
    table.columns[column++].values.push_back(frame.time);
    for (const double w : frame.deflections) table.columns[column++].values.push_back(w);
    for (const double x : frame.wheels) table.columns[column++].values.push_back(x);
  }
  return table;
}

}  // namespace tread::result
