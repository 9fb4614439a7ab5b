#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "tread/core/nearest.hpp"
#include "tread/core/text_items.hpp"
#include "tread/profile/raw_profile.hpp"

namespace tread::profile {
namespace {

/// Up to the first ! that is not in quotes.
std::string_view without_comment(std::string_view line) {
  bool is_quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\'') is_quoted = !is_quoted;
    if (line[i] == '!' && !is_quoted) return trimmed(line.substr(0, i));
  }
  return line;
}

std::string_view unquoted(std::string_view word) {
  if (word.size() >= 2 && word.front() == '\'' && word.back() == '\'') {
    return trimmed(word.substr(1, word.size() - 2));
  }
  return word;
}

enum class Section { none, header, spline, point };

const std::array<std::string, 14> k_numbers{
    "approx.smooth", "point.dist.min", "shift.y",     "shift.z",     "rotate",
    "bound.y.min",   "bound.y.max",    "bound.z.min", "bound.z.max", "mirror.y",
    "mirror.z",      "inversion",      "units.len.f", "units.ang.f"};
const std::array<std::string, 6> k_words{"file",      "file.mtime", "comment",
                                         "units.len", "units.ang",  "type"};

class SimpackReader {
 public:
  explicit SimpackReader(Complaints& complaints) : complaints_(complaints) {}

  RawProfile read(std::string_view text) && {
    for (const FileLine& line : lines_of(text))
      read_line({without_comment(line.text), line.number});
    if (!had_points_) {
      complaints_.add(0, "has no section point.begin ... point.end", "",
                      "profiles of Simpack have sections header, spline and point");
    } else if (section_ == Section::point) {
      complaints_.add(0, "ends before point.end", "", "was it written or copied completely?");
    }
    if (complaints_.empty()) apply_settings();
    return std::move(raw_);
  }

 private:
  void read_line(const FileLine& line) {
    if (line.text.empty() || opens_or_closes(line)) return;
    const std::size_t equals = line.text.find('=');
    if (equals != std::string_view::npos) {
      read_setting(trimmed(line.text.substr(0, equals)), trimmed(line.text.substr(equals + 1)),
                   line.number);
    } else if (section_ == Section::point) {
      read_point(line);
    } else {
      complaints_.add(line.number, "is neither key = value nor a section", quoted(line.text));
    }
  }

  bool opens_or_closes(const FileLine& line) {
    const auto is = [&](std::string_view word) { return line.text == word; };
    if (is("header.begin")) {
      section_ = Section::header;
    } else if (is("spline.begin") || is("point.end")) {
      section_ = Section::spline;
    } else if (is("point.begin")) {
      section_ = Section::point;
      had_points_ = true;
    } else if (is("header.end") || is("spline.end")) {
      section_ = Section::none;
    } else {
      return false;
    }
    return true;
  }

  void read_setting(std::string_view key, std::string_view value, int line) {
    const std::string name(key);
    if (section_ == Section::header) {
      if (name == "type") read_type(value, line);
      return;
    }
    if (std::ranges::find(k_words, name) != k_words.end()) {
      if (name == "comment") raw_.title = one_line(unquoted(value), 200);
      return;
    }
    if (std::ranges::find(k_numbers, name) == k_numbers.end()) {
      const std::string known = nearest(name, k_numbers);
      raw_.warnings.push_back(fmt::format("line {}: {} is not known and was left out{}", line,
                                          quoted(key),
                                          known.empty() ? "" : "; did you mean " + known + "?"));
      return;
    }
    settings_[name] = complaints_.number(value, name, line);
    lines_[name] = line;
  }

  void read_type(std::string_view value, int line) {
    if (value != "0" && value != "1") {
      complaints_.add(line, "type", "must be 0 (rail) or 1 (wheel)", quoted(value), "");
      return;
    }
    raw_.kind = value == "0" ? ProfileKind::rail : ProfileKind::wheel;
    raw_.kind_source = fmt::format("type = {}", value);
  }

  void read_point(const FileLine& line) {
    const auto items = items_of(line.text, 3);
    if (items.size() < 2 || items.size() > 3) {
      complaints_.add(line.number, "a point must be y z, or y z weight", quoted(line.text));
      return;
    }
    auto point = point_of(items[0], items[1], line.number, complaints_);
    if (!point) return;
    if (items.size() == 3) {
      point->weight = complaints_.number(items[2], "weight", line.number);
      if (point->weight < 0) {
        complaints_.add(line.number, "weight", "must be >= 0", one_line(items[2]), "");
      }
    }
    raw_.points.push_back(*point);
  }

  double setting(const std::string& name, double otherwise) const {
    const auto found = settings_.find(name);
    return found == settings_.end() ? otherwise : found->second;
  }

  bool is_on(const std::string& name) {
    const double value = setting(name, 0);
    if (value != 0 && value != 1) {
      complaints_.add(lines_[name], name, "must be 0 or 1", number_text(value), "");
    }
    return value == 1;
  }

  void check_factor(const std::string& name) {
    if (!(setting(name, 1) > 0)) {
      complaints_.add(lines_[name], name, "must be > 0", number_text(setting(name, 1)), "");
    }
  }

  template <class Drop>
  void drop_points(const std::string& why, Drop drop) {
    const std::size_t n = std::erase_if(raw_.points, drop);
    if (n > 0) raw_.done.push_back(fmt::format("{} points dropped: {}", n, why));
  }

  /// In the order in which Simpack counts them.
  void apply_settings() {
    check_factor("units.len.f");
    check_factor("units.ang.f");
    thin_out();
    move_and_turn();
    cut("y", &RawPoint::y);
    cut("z", &RawPoint::z);
    const bool mirrors_y = is_on("mirror.y");
    const bool mirrors_z = is_on("mirror.z");
    for (RawPoint& point : raw_.points) {
      if (mirrors_y) point.y = -point.y;
      if (mirrors_z) point.z = -point.z;
    }
    if (mirrors_y) raw_.done.emplace_back("mirrored in y, as mirror.y says");
    if (mirrors_z) raw_.done.emplace_back("mirrored in z, as mirror.z says");
    if (is_on("inversion")) {
      std::ranges::reverse(raw_.points);
      raw_.done.emplace_back("order reversed, as inversion says");
    }
    if (settings_.contains("units.len.f")) {
      raw_.metres_per_unit = 1 / setting("units.len.f", 1);
      raw_.unit_source = fmt::format("units.len.f = {}", number_text(setting("units.len.f", 1)));
    }
    if (setting("approx.smooth", 0) != 0) {
      raw_.warnings.push_back(
          fmt::format("approx.smooth = {} is not applied: smoothing has a key of its own",
                      number_text(setting("approx.smooth", 0))));
    }
  }

  void thin_out() {
    const double least = setting("point.dist.min", 0);
    if (!(least > 0) || raw_.points.empty()) return;
    double last = raw_.points.front().y;
    bool is_first = true;
    drop_points("nearer than point.dist.min", [&](const RawPoint& point) {
      if (!is_first && std::abs(point.y - last) <= least) return true;
      is_first = false;
      last = point.y;
      return false;
    });
  }

  void move_and_turn() {
    const double dy = setting("shift.y", 0);
    const double dz = setting("shift.z", 0);
    const double angle = setting("rotate", 0) / setting("units.ang.f", 1);
    if (dy != 0 || dz != 0) {
      raw_.done.push_back(fmt::format("moved by ({}, {}), as shift.y and shift.z say",
                                      number_text(dy), number_text(dz)));
    }
    if (angle != 0) {
      raw_.done.push_back(fmt::format("turned by {:.6g} rad, as rotate says", angle));
    }
    for (RawPoint& point : raw_.points) {
      const double y = point.y + dy;
      const double z = point.z + dz;
      point.y = std::cos(angle) * y - std::sin(angle) * z;
      point.z = std::sin(angle) * y + std::cos(angle) * z;
    }
  }

  void cut(const std::string& axis, double RawPoint::*coordinate) {
    const double least = setting("bound." + axis + ".min", 1);
    const double most = setting("bound." + axis + ".max", 0);
    if (!(least < most)) return;  // how Simpack switches bounds off
    drop_points(fmt::format("beyond bound.{}.min and bound.{}.max", axis, axis),
                [&](const RawPoint& point) {
                  return point.*coordinate < least || point.*coordinate > most;
                });
  }

  Complaints& complaints_;
  RawProfile raw_;
  Section section_ = Section::none;
  bool had_points_ = false;
  std::map<std::string, double> settings_;
  std::map<std::string, int> lines_;
};

}  // namespace

RawProfile read_simpack(std::string_view text, Complaints& complaints) {
  return SimpackReader(complaints).read(text);
}

}  // namespace tread::profile
