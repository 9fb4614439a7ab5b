#pragma once

#include <string>
#include <variant>

#include "tread/casefile/inp_reader.hpp"
#include "tread/core/errors.hpp"

namespace tread::casefile {

/// A whole .inp file of one case, line by line, to be changed by a test. Lines are numbered from 1
/// in this order.
struct InpText {
  std::string module = "3 MODULE";                                        // line 1
  std::string first = "200100 P-B-T-N-F-S";                               // 2
  std::string second = "022020 L-D-C-M-Z-E";                              // 3
  std::string third = "0000001 H-G-I-A-O-W-R";                            // 4
  std::string solver = "999 100 30 1 1e-5 MAXGS MAXIN MAXNR MAXOUT EPS";  // 5
  std::string load = "1000. 0. 0. 0. FN CKSI CETA CPHI";                  // 6
  std::string friction = "0.3 0.3 FSTAT FKIN";                            // 7
  std::string rolling = {};                                               // CHI DQ VELOC
  std::string material = "0.25 0.3 80000. 40000. POISS 1,2, GG 1,2";      // 8
  std::string model = {};                                                 // of M = 2, 3, 4
  std::string option = "1 IPOTCN";                                        // 9
  std::string grid = "3 2 -3. -2. 2. 2. MX,MY,XL,YL,DX,DY";               // 10
  std::string base = "1 1 IBASE IPLAN";                                   // 11
  std::string distance = "0.01 0. 0.02 0. 0. 0.";                         // 12
  std::string more = {};  // planform, points below the surface, further cases
  std::string end = "0 MODULE";

  std::string text() const {
    std::string all;
    for (const std::string& line : {module, first, second, third, solver, load, friction, rolling,
                                    material, model, option, grid, base, distance, more, end}) {
      if (!line.empty()) all += line + "\n";
    }
    return all;
  }
  CaseFile read(InpUnits units = InpUnits::millimetre) const {
    return parse_inp(text(), "t.inp", units);
  }
  ContactCase read_one(InpUnits units = InpUnits::millimetre) const {
    return read(units).cases.at(0);
  }
  /// What the reader finds wrong, or "" if nothing.
  std::string error() const {
    try {
      read();
    } catch (const CaseError& error) {
      return error.what();
    }
    return {};
  }
};

inline std::string error_of(const std::string& text) {
  try {
    parse_inp(text, "t.inp", InpUnits::millimetre);
  } catch (const CaseError& error) {
    return error.what();
  }
  return {};
}

/// A case of steady rolling.
inline InpText steady() { return {.first = "203100", .rolling = "0. 0.5 30000. CHI DQ VELOC"}; }

/// A case that keeps grid, materials and distance of the one before.
inline std::string next_case(const std::string& first, const std::string& second,
                             const std::string& rest) {
  return "3 MODULE\n" + first + "\n" + second + "\n0100001\n" + rest;
}

inline const Grid& grid_of(const ContactCase& c) { return std::get<FixedArea>(c.area).grid; }

}  // namespace tread::casefile
