#pragma once

#include <any>
#include <memory>
#include <string>
#include <utility>

namespace tread::study {

/// What one case after another has in common and is expensive: kept until something else is asked
/// for. One thread at a time.
class KeptWork {
 public:
  /// @param key everything that the work depends on, in words; @param make returns a T; called
  /// unless the work before had the same key
  template <class T, class Make>
  std::shared_ptr<const T> get(const std::string& key, Make make) {
    if (!work_.has_value() || key != key_) {
      work_.reset();  // two at once may be too large
      work_ = std::shared_ptr<const T>(std::make_shared<T>(make()));
      key_ = key;
    }
    return std::any_cast<std::shared_ptr<const T>>(work_);
  }

 private:
  std::string key_;
  std::any work_;
};

}  // namespace tread::study
