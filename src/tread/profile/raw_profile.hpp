#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tread/core/problem_text.hpp"
#include "tread/profile/profile_file.hpp"

namespace tread::profile {

/// What a file holds, in its own unit and orientation.
struct RawPoint {
  double y = 0;
  double z = 0;
  double weight = 1;
  int line = 0;
};

struct RawProfile {
  std::optional<ProfileKind> kind;
  std::string kind_source;  // "type = 1"
  std::string title;
  std::vector<RawPoint> points;
  std::optional<double> metres_per_unit;
  std::string unit_source;
  Mirror usual_mirror_y = Mirror::no;  // of rails whose shape does not tell
  double tape_circle = 0.07;           // m from the flange back, where y may count from there
  std::vector<std::string> done;
  std::vector<std::string> warnings;
  std::optional<double> flange_back_distance;  // m
  std::optional<double> flange_back_position;
  std::optional<double> gauge;
  std::optional<double> gauge_height;
};

struct FileLine {
  std::string_view text;  // without blanks around it
  int number = 0;         // from 1
};

/// All lines, empty ones too.
std::vector<FileLine> lines_of(std::string_view text);

/// Finds fault with a file, line by line.
class Complaints {
 public:
  explicit Complaints(std::string file_name) : file_name_(std::move(file_name)) {}

  void add(int line, std::string reason, std::string value = "", std::string hint = "");
  void add(int line, std::string key, std::string reason, std::string value, std::string hint);
  bool empty() const { return problems_.empty(); }
  void throw_if_any() const { problems_.throw_if_any(file_name_); }
  const std::string& file_name() const { return file_name_; }

  /// NaN, and a complaint, if it is none.
  double number(std::string_view item, const std::string& what, int line);

 private:
  std::string file_name_;
  ProblemList problems_;
};

/// The items of a line, at most `most` of them and one more.
std::vector<std::string_view> items_of(std::string_view line, std::size_t most);

/// Reads items[0] and [1] as y and z.
std::optional<RawPoint> point_of(std::string_view y, std::string_view z, int line,
                                 Complaints& complaints);

RawProfile read_simpack(std::string_view text, Complaints& complaints);
RawProfile read_miniprof(std::string_view text, Complaints& complaints);
RawProfile read_vampire(std::string_view text, Side side, Complaints& complaints);
RawProfile read_columns(std::string_view text, Complaints& complaints);

/// "12.34": mm of a length in m, for messages.
std::string mm_text(double length);

}  // namespace tread::profile
