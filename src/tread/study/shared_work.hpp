#pragma once

#include <any>
#include <map>
#include <memory>
#include <string>

namespace tread::study {

/// What several tables and figures need and is expensive: made when it is asked for first, and kept
/// for those that come after it in the same call.
class SharedWork {
 public:
  /// @param make returns a T; called unless something of that name is there already
  template <class T, class Make>
  std::shared_ptr<const T> get(const std::string& name, Make make) {
    std::any& kept = kept_[name];
    if (!kept.has_value()) kept = std::shared_ptr<const T>(std::make_shared<T>(make()));
    return std::any_cast<std::shared_ptr<const T>>(kept);
  }

 private:
  std::map<std::string, std::any> kept_;
};

}  // namespace tread::study
