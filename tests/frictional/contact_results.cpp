#include "frictional/contact_results.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "contact/problems.hpp"

namespace tread::contact::test {
namespace {

constexpr double k_mm = 1e-3;
constexpr double k_mpa = 1e6;  // N/mm²

std::vector<std::string> lines_of(const std::string& file) {
  std::ifstream in(std::string(TREAD_TEST_DATA) + "/" + file);
  EXPECT_TRUE(in) << file;
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  }
  return lines;
}

}  // namespace

std::vector<std::vector<double>> numbers_of(const std::string& file) {
  std::vector<std::vector<double>> rows;
  for (const std::string& line : lines_of(file)) {
    std::istringstream words(line);
    rows.emplace_back();
    for (double value = 0; words >> value;) rows.back().push_back(value);
  }
  return rows;
}

ContactResult contact_result(const std::string& name, CreepUnit unit) {
  ContactResult r;
  for (const std::string& line : lines_of("contact_results.txt")) {
    std::istringstream words(line);
    std::string here;
    words >> here;
    if (here != name) continue;
    words >> r.creepage.longitudinal >> r.creepage.lateral >> r.creepage.spin >> r.normal_force >>
        r.forces.longitudinal >> r.forces.lateral >> r.forces.spin_moment >> r.approach >>
        r.n_contact >> r.n_adhesion >> r.n_slip >> r.frictional_power;
    EXPECT_TRUE(words) << line;
    if (unit == CreepUnit::length) {
      r.creepage.longitudinal *= k_mm;
      r.creepage.lateral *= k_mm;
    } else {
      r.creepage.spin /= k_mm;
    }
    r.forces.spin_moment *= k_mm;
    r.approach *= k_mm;
    return r;
  }
  ADD_FAILURE() << "no result " << name;
  return r;
}

ContactFields contact_fields(const std::string& name) {
  ContactFields fields;
  const std::vector<std::string> lines = lines_of("contact_fields.txt");
  std::size_t at = 0;
  std::vector<std::string> names;
  for (; at < lines.size(); ++at) {
    std::istringstream words(lines[at]);
    std::string word;
    words >> word;
    if (word != "case") continue;
    words >> word;
    if (word != name) continue;
    words >> fields.nx >> fields.ny;
    while (words >> word) names.push_back(word);
    break;
  }
  EXPECT_LT(at, lines.size()) << "no fields " << name;
  if (at == lines.size()) return fields;
  for (int j = 0; j < fields.ny; ++j) {
    for (const char state : lines[++at]) {
      fields.states.push_back(state == '0'   ? CellState::outside
                              : state == '1' ? CellState::adhesion
                                             : CellState::slip);
    }
  }
  const std::size_t n = std::stoul(lines[++at].substr(6));
  for (std::size_t k = 0; k < n; ++k) {
    std::istringstream words(lines[++at]);
    std::size_t i = 0;
    std::size_t j = 0;
    words >> i >> j;
    fields.cells.push_back(i + as_size(fields.nx) * j);
    for (const std::string& field : names) {
      double value = 0;
      words >> value;
      const double unit = field[0] == 'p' ? k_mpa : field[0] == 'u' ? k_mm : 1;
      fields.field[field].push_back(unit * value);
    }
    EXPECT_TRUE(words) << lines[at];
  }
  return fields;
}

}  // namespace tread::contact::test
