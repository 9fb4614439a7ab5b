#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tread/result/units.hpp"

namespace tread::result {

/// What the pictures of svg.hpp are drawn with: an SVG under construction, and axes with ticks at
/// round numbers. Lengths are pixels, x to the right and y down.

enum class Anchor { start, middle, end };
enum class Turn { none, upwards };

class Canvas {
 public:
  static constexpr double k_font_size = 12;

  void text(double x, double y, Anchor anchor, std::string_view words, Turn turn = Turn::none);
  void heading(double x, double y, std::string_view words);
  void line(double x1, double y1, double x2, double y2, std::string_view attributes);
  void raw(std::string_view markup) { body_ += markup; }

  /// The finished document; `title` is what screen readers say.
  std::string finish(double width, double height, std::string_view title) const;

  /// Room that text of this size is expected to need.
  static double width_of(std::string_view words);

 private:
  std::string body_;
};

struct Tick {
  double value;
  std::string label;
};

/// About `wanted` round numbers (1, 2 or 5 times a power of ten apart) within [low, high].
std::vector<Tick> round_ticks(double low, double high, int wanted);

/// The powers of ten within [low, high].
std::vector<Tick> decade_ticks(double low, double high);

struct Interval {
  double low = 0;
  double high = 1;
  double span() const { return high - low; }
};

/// Smallest interval that holds all finite values; [0, 0] if there is none.
Interval range_of(std::span<const double> values);

/// "pressure [MPa]"
std::string label_with_unit(std::string_view label, const ScaledUnit& unit);

/// The unit for an axis that covers this interval.
ScaledUnit unit_for(const Interval& range, std::string_view si_unit);

}  // namespace tread::result
