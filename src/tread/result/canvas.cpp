#include "tread/result/canvas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "tread/result/markup.hpp"

namespace tread::result {
namespace {

std::string_view anchor_name(Anchor anchor) {
  return anchor == Anchor::start ? "start" : anchor == Anchor::middle ? "middle" : "end";
}

// A true minus sign, as wide as the digits.
std::string with_minus(std::string number) {
  if (number.starts_with('-')) number.replace(0, 1, "−");
  return number;
}

std::string power_of_ten(int exponent) {
  constexpr std::array<std::string_view, 10> superscripts = {"⁰", "¹", "²", "³", "⁴",
                                                             "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string label = exponent < 0 ? "10⁻" : "10";
  for (const char digit : std::to_string(std::abs(exponent))) {
    label += superscripts[static_cast<std::size_t>(digit - '0')];
  }
  return label;
}

double round_step(double rough) {
  const double decade = std::pow(10.0, std::floor(std::log10(rough)));
  const double mantissa = rough / decade;
  return decade * (mantissa <= 1.4 ? 1 : mantissa <= 3.2 ? 2 : mantissa <= 7.1 ? 5 : 10);
}

}  // namespace

void Canvas::text(double x, double y, Anchor anchor, std::string_view words, Turn turn) {
  const std::string rotation =
      turn == Turn::upwards ? fmt::format(R"svg( transform="rotate(-90 {:.1f} {:.1f})")svg", x, y)
                            : "";
  fmt::format_to(std::back_inserter(body_),
                 R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}"{}>{}</text>)", x, y,
                 anchor_name(anchor), rotation, escape_markup(words));
  body_ += '\n';
}

void Canvas::heading(double x, double y, std::string_view words) {
  if (words.empty()) return;
  fmt::format_to(std::back_inserter(body_),
                 R"(<text x="{:.1f}" y="{:.1f}" font-size="13" font-weight="600">{}</text>)", x, y,
                 escape_markup(words));
  body_ += '\n';
}

void Canvas::line(double x1, double y1, double x2, double y2, std::string_view attributes) {
  fmt::format_to(std::back_inserter(body_),
                 R"(<path d="M{:.1f} {:.1f}L{:.1f} {:.1f}" fill="none" stroke="currentColor" {}/>)",
                 x1, y1, x2, y2, attributes);
  body_ += '\n';
}

std::string Canvas::finish(double width, double height, std::string_view title) const {
  return fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0:.0f}" height="{1:.0f}" )"
      R"(viewBox="0 0 {0:.0f} {1:.0f}" role="img" color="#1f2328" )"
      R"(font-family="system-ui,'Helvetica Neue',Arial,sans-serif" font-size="{2:.0f}" fill="currentColor">)"
      "\n<title>{3}</title>\n{4}</svg>\n",
      width, height, k_font_size, escape_markup(title), body_);
}

double Canvas::width_of(std::string_view words) {
  const auto n = std::count_if(words.begin(), words.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  });
  return 0.58 * k_font_size * static_cast<double>(n);
}

std::vector<Tick> round_ticks(double low, double high, int wanted) {
  std::vector<Tick> ticks;
  if (!(high > low)) return {{low, with_minus(format_number(low))}};
  const double step = round_step((high - low) / wanted);
  const double slack = 1e-9 * (high - low);
  const auto first = static_cast<long long>(std::ceil((low - slack) / step));
  const auto last = static_cast<long long>(std::floor((high + slack) / step));
  const double largest = std::max(std::abs(low), std::abs(high));
  const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
  const bool fixed = largest < 1e6 && decimals <= 6;
  for (long long k = first; k <= last; ++k) {
    const double value = static_cast<double>(k) * step;
    ticks.push_back({value, with_minus(fixed ? fmt::format("{:.{}f}", value, decimals)
                                             : format_number(value))});
  }
  return ticks;
}

std::vector<Tick> decade_ticks(double low, double high) {
  const int first = static_cast<int>(std::ceil(std::log10(low) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(high) + 1e-9));
  const int stride = 1 + (last - first) / 10;
  std::vector<Tick> ticks;
  for (int k = first; k <= last; k += stride) ticks.push_back({std::pow(10.0, k), power_of_ten(k)});
  return ticks;
}

Interval range_of(std::span<const double> values) {
  bool found = false;
  Interval range{0, 0};
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    range = found ? Interval{std::min(range.low, value), std::max(range.high, value)}
                  : Interval{value, value};
    found = true;
  }
  return range;
}

std::string label_with_unit(std::string_view label, const ScaledUnit& unit) {
  return unit.symbol.empty() ? std::string(label) : fmt::format("{} [{}]", label, unit.symbol);
}

ScaledUnit unit_for(const Interval& range, std::string_view si_unit) {
  return scaled_unit(std::max(std::abs(range.low), std::abs(range.high)), si_unit);
}

}  // namespace tread::result
