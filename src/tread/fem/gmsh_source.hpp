#pragma once

#include <limits>
#include <string>
#include <string_view>

#include "tread/fem/text_source.hpp"

namespace tread::fem {

/// The numbers of a Gmsh file, one after the other, whether they are written as text or as bytes.
class GmshSource {
 public:
  enum class Mode { text, binary };

  GmshSource(std::string_view text, std::string name) : text_(text, std::move(name)) {}

  /// For what is text in either mode: heads of sections, names.
  TextSource& text() { return text_; }
  void set_mode(Mode mode) { mode_ = mode; }

  /// An int of Gmsh, a size (count or tag, not negative), a number.
  int integer(std::string_view what, int least = std::numeric_limits<int>::min());
  long long size(std::string_view what, long long least);
  double number(std::string_view what);

  /// A count of things of so many sizes, ints and numbers each.
  struct Parts {
    std::size_t ints = 0;
    std::size_t sizes = 0;
    std::size_t numbers = 0;
  };
  long long count(std::string_view what, const Parts& parts);

  /// At the number that was read last.
  [[noreturn]] void refuse(std::string reason, std::string value = "", std::string hint = "") const;

 private:
  template <class Number>
  Number from_bytes(std::string_view what);

  TextSource text_;
  Mode mode_ = Mode::text;
};

}  // namespace tread::fem
