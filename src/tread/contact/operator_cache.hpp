#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace tread::contact {

/// Keeps the operators of the boxes used last, and the kernel tables they share.
///
/// Operators has the nested types Table and Shape, a constructor (nx, ny, Table&) and nx(), ny(),
/// shape(); a Table has a constructor (Shape), shape() and grow(nx, ny).
template <class Operators>
class OperatorCache {
 public:
  using Shape = typename Operators::Shape;
  using Table = typename Operators::Table;

  Operators& get(int nx, int ny, const Shape& shape) {
    const auto found = std::find_if(boxes_.begin(), boxes_.end(), [&](const auto& box) {
      return box->nx() == nx && box->ny() == ny && box->shape() == shape;
    });
    if (found != boxes_.end()) {
      std::rotate(found, found + 1, boxes_.end());
      return *boxes_.back();
    }
    Table& table = table_for(shape, nx, ny);
    boxes_.push_back(std::make_unique<Operators>(nx, ny, table));
    forget_oldest();
    return *boxes_.back();
  }

 private:
  /// Boxes are kept up to this many times the cells of the largest: enough for all nested grids of
  /// one problem and the boxes of a few neighbouring ones. At least two are kept, which a solve
  /// uses side by side.
  static constexpr std::size_t k_max_kept = 6;
  static constexpr std::size_t k_max_boxes = 24;
  static constexpr std::size_t k_max_tables = 16;

  Table& table_for(const Shape& shape, int nx, int ny) {
    const auto found = std::find_if(tables_.begin(), tables_.end(),
                                    [&](const auto& table) { return table->shape() == shape; });
    if (found != tables_.end()) {
      (*found)->grow(nx, ny);
      return **found;
    }
    if (tables_.size() == k_max_tables) {
      boxes_.clear();  // they refer to the tables
      tables_.clear();
    }
    tables_.push_back(std::make_unique<Table>(shape));
    tables_.back()->grow(nx, ny);
    return *tables_.back();
  }

  void forget_oldest() {
    const auto cells = [](const Operators& box) {
      return static_cast<std::size_t>(box.nx()) * static_cast<std::size_t>(box.ny());
    };
    for (;;) {
      std::size_t sum = 0;
      std::size_t largest = 0;
      for (const auto& box : boxes_) {
        sum += cells(*box);
        largest = std::max(largest, cells(*box));
      }
      if (boxes_.size() <= 2 || (sum <= k_max_kept * largest && boxes_.size() <= k_max_boxes)) {
        return;
      }
      boxes_.erase(boxes_.begin());
    }
  }

  std::vector<std::unique_ptr<Table>> tables_;
  std::vector<std::unique_ptr<Operators>> boxes_;  // the one used last comes last
};

}  // namespace tread::contact
