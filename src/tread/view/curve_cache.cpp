#include "tread/view/curve_cache.hpp"

#include <algorithm>

namespace tread::view {
namespace {

constexpr std::size_t k_most_entries = 256;

}  // namespace

std::shared_ptr<const CurveIndex> CurveCache::get(const Key& key,
                                                  const std::function<CurveIndex()>& make) {
  const std::shared_ptr<Entry> entry = entry_of(key);
  const std::lock_guard making(entry->making);
  if (!entry->index) {
    entry->index = std::make_shared<const CurveIndex>(make());
    account_for(*entry, entry->index->n_bytes());
  }
  return entry->index;
}

std::shared_ptr<CurveCache::Entry> CurveCache::entry_of(const Key& key) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(recent_.begin(), recent_.end(),
                                  [&](const auto& entry) { return entry->key == key; });
  if (found != recent_.end()) {
    recent_.splice(recent_.begin(), recent_, found);
  } else {
    recent_.emplace_front(new Entry{key});
    if (recent_.size() > k_most_entries) recent_.pop_back();
  }
  return recent_.front();
}

void CurveCache::account_for(Entry& entry, std::size_t n_bytes) {
  const std::lock_guard lock(mutex_);
  entry.n_bytes = n_bytes;
  std::size_t sum = 0;
  for (auto it = recent_.begin(); it != recent_.end();) {
    sum += (*it)->n_bytes;
    it = it != recent_.begin() && sum > k_most_bytes ? recent_.erase(it) : std::next(it);
  }
}

}  // namespace tread::view
