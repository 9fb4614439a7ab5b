#include "tread/view/overview.hpp"

#include <nlohmann/json.hpp>

#include "tread/core/errors.hpp"

namespace tread::view {
namespace {

using nlohmann::json;

/// Hears the words of a tree in their order.
class Listener {
 public:
  explicit Listener(Overview& overview) : overview_(overview) {}

  bool null() { return true; }
  bool number_integer(json::number_integer_t) { return true; }
  bool number_unsigned(json::number_unsigned_t) { return true; }
  bool number_float(json::number_float_t, const std::string&) { return true; }
  bool binary(json::binary_t&) { return true; }
  bool boolean(bool value) {
    if (depth_ == 1 && key_ == "ok") overview_.ok = value;
    return true;
  }
  bool string(std::string& value) {
    if (depth_ == 1 && key_ == "status") overview_.status = value;
    if (depth_ > 1 && key_ == "verdict" && value == "fail") ++overview_.failed_checks;
    if (depth_ > 1 && key_ == "array") overview_.arrays.insert(value);
    return true;
  }
  bool key(std::string& value) {
    key_ = value;
    return true;
  }
  bool start_object(std::size_t) { return deeper(); }
  bool start_array(std::size_t) { return deeper(); }
  bool end_object() { return higher(); }
  bool end_array() { return higher(); }
  bool parse_error(std::size_t, const std::string&, const json::exception&) { return false; }

 private:
  bool deeper() {
    ++depth_;
    key_.clear();
    return true;
  }
  bool higher() {
    --depth_;
    key_.clear();
    return true;
  }

  Overview& overview_;
  int depth_ = 0;
  std::string key_;
};

}  // namespace

Overview overview_of(std::string_view tree) {
  Overview overview;
  Listener listener(overview);
  if (!json::sax_parse(tree, &listener)) {
    throw IoError("the document of the result is not JSON: write the result anew");
  }
  return overview;
}

}  // namespace tread::view
