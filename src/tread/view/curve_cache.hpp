#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "tread/view/curve_index.hpp"

namespace tread::view {

/// Indexes of the curves that were looked at last, as many as fit into some memory.
class CurveCache {
 public:
  /// A run as it was opened, and the paths of two of its columns.
  struct Key {
    std::uint64_t run = 0;
    std::string x;
    std::string y;
    bool operator==(const Key&) const = default;
  };

  /// Made if there is none; who wants the same one in the meantime waits for it. Throws what `make`
  /// throws.
  std::shared_ptr<const CurveIndex> get(const Key& key, const std::function<CurveIndex()>& make);

  static constexpr std::size_t k_most_bytes = 48 * 1024 * 1024;

 private:
  struct Entry {
    Key key;
    std::mutex making{};
    std::shared_ptr<const CurveIndex> index{};  // belongs to who holds `making`
    std::size_t n_bytes = 0;                    // belongs to who holds the cache
  };

  std::shared_ptr<Entry> entry_of(const Key& key);
  void account_for(Entry& entry, std::size_t n_bytes);

  std::mutex mutex_;
  std::list<std::shared_ptr<Entry>> recent_;  // the last one used in front
};

}  // namespace tread::view
