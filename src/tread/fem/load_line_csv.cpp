#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>

#include "tread/core/errors.hpp"
#include "tread/core/problem_text.hpp"
#include "tread/core/read_number.hpp"
#include "tread/core/text_items.hpp"
#include "tread/fem/matrix_structure.hpp"

namespace tread::fem {
namespace {

using structure::LineSegment;
using structure::LoadLine;

constexpr std::string_view k_load_line_head = "segment,start,length,dof,c0,c1,c2,c3";
constexpr std::size_t k_n_load_line_columns = 8;
constexpr std::array<const char*, k_n_load_line_columns> k_columns{
    "segment", "start", "length", "dof", "c0", "c1", "c2", "c3"};

struct Weight {
  int dof = 0;
  Eigen::RowVector4d coefficients;
};

struct Part {
  double start = 0;
  double length = 0;
  std::vector<Weight> weights;
};

class LoadLineReader {
 public:
  LoadLineReader(const std::string& file_name, int n_rows)
      : file_name_(file_name), n_rows_(n_rows) {}

  LoadLine read(std::string_view text) && {
    bool has_head = false;
    for_each_line(text, [&](std::string_view line, int number) {
      number_ = number;
      if (!has_head && line != k_load_line_head) {
        complain(fmt::format("the first line must be {}", k_load_line_head), quoted(line));
      }
      if (has_head) read_line(line);
      has_head = true;
    });
    number_ = 0;
    if (!has_head) complain("is empty");
    if (problems_.empty() && parts_.empty()) complain("holds no segments");
    problems_.throw_if_any(file_name_);
    return line();
  }

 private:
  void complain(std::string reason, std::string value = "") {
    problems_.add({file_name_, number_, "", std::move(reason), std::move(value), ""});
  }

  void read_line(std::string_view line) {
    std::array<double, k_n_load_line_columns> values{};
    std::size_t n = 0;
    bool is_good = true;
    for_each_item(line, [&](std::string_view item) {
      if (n < k_n_load_line_columns) {
        const auto [value, fault] = read_number(item);
        values[n] = value;
        is_good = fault == NumberFault::none;
        if (!is_good) {
          complain(fmt::format("{} {}", k_columns[n], wanted(fault)), shown(fault, item));
        }
      }
      ++n;
      return is_good;
    });
    if (!is_good) return;
    if (n != k_n_load_line_columns) {
      complain(fmt::format("must have {} values", k_n_load_line_columns), fmt::format("{}", n));
      return;
    }
    add(values);
  }

  /// Whole numbers of an int are exact as doubles.
  bool is_whole(double value, double most) const {
    return value >= 1 && value <= most && value == std::floor(value);
  }

  void add(const std::array<double, k_n_load_line_columns>& values) {
    const auto [segment, start, length, dof, c0, c1, c2, c3] = values;
    if (!is_whole(segment, 1e9)) {
      complain("segment must be a whole number from 1", number_text(segment));
      return;
    }
    if (!is_whole(dof, n_rows_)) {
      complain(fmt::format("dof must be a row of the matrices, 1 to {}", n_rows_),
               number_text(dof));
      return;
    }
    const auto [place, is_new] = parts_.try_emplace(static_cast<int>(segment));
    Part& part = place->second;
    if (is_new) {
      part.start = start;
      part.length = length;
    } else if (part.start != start || part.length != length) {
      complain(fmt::format("segment {} has another start or length in a line before", segment),
               fmt::format("{}, {}", number_text(start), number_text(length)));
      return;
    }
    part.weights.push_back({static_cast<int>(dof) - 1, {c0, c1, c2, c3}});
  }

  LoadLine line() const {
    std::vector<LineSegment> segments;
    for (const auto& [number, part] : parts_) {
      LineSegment segment{part.start, part.length, {}, {}};
      segment.coefficients.resize(static_cast<Eigen::Index>(part.weights.size()), 4);
      for (const Weight& weight : part.weights) {
        segment.coefficients.row(static_cast<Eigen::Index>(segment.dofs.size())) =
            weight.coefficients;
        segment.dofs.push_back(weight.dof);
      }
      segments.push_back(std::move(segment));
    }
    try {
      return LoadLine(std::move(segments));
    } catch (const ModelError& error) {
      throw CaseError(Problem{file_name_, 0, "", error.what(), "", ""});
    }
  }

  const std::string& file_name_;
  int n_rows_;
  int number_ = 0;  // of the line
  std::map<int, Part> parts_;
  ProblemList problems_;
};

}  // namespace

LoadLine parse_load_line(std::string_view text, const std::string& file_name, int n_rows) {
  return LoadLineReader(file_name, n_rows).read(text);
}

std::string load_line_text(const LoadLine& line) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "{}\n", k_load_line_head);
  int number = 0;
  for (const LineSegment& segment : line.segments()) {
    ++number;
    for (std::size_t i = 0; i < segment.dofs.size(); ++i) {
      const auto c = segment.coefficients.row(static_cast<Eigen::Index>(i));
      fmt::format_to(out, "{},{},{},{},{},{},{},{}\n", number, segment.start, segment.length,
                     segment.dofs[i] + 1, c[0], c[1], c[2], c[3]);
    }
  }
  return fmt::to_string(text);
}

}  // namespace tread::fem
