#pragma once

#include <map>
#include <string>
#include <vector>

#include "tread/contact/frictional.hpp"

/// Results of the program CONTACT, version 25.2 (open source, revision 2707), from the files in
/// tests/frictional/data, in SI units.
namespace tread::contact::test {

struct ContactResult {
  Creepage creepage;  // in a shift m and rad
  double normal_force = 0;
  CreepForces forces;
  double approach = 0;
  std::size_t n_contact = 0;
  std::size_t n_adhesion = 0;
  std::size_t n_slip = 0;
  double frictional_power = 0;
};

enum class CreepUnit { none, length };  // of the file: creepage, or shift in mm

/// By the name in data/contact_results.txt.
ContactResult contact_result(const std::string& name, CreepUnit unit = CreepUnit::none);

/// States of all elements and fields of some of them.
struct ContactFields {
  int nx = 0;
  int ny = 0;
  std::vector<CellState> states;
  std::vector<std::size_t> cells;                    // where the fields are known
  std::map<std::string, std::vector<double>> field;  // pn, px, ... in Pa and m; slip as in the file
};

/// By the name in data/contact_fields.txt.
ContactFields contact_fields(const std::string& name);

/// The numbers of each line of a data file.
std::vector<std::vector<double>> numbers_of(const std::string& file);

}  // namespace tread::contact::test
