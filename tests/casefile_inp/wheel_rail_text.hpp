#pragma once

#include <filesystem>
#include <string>

#include "tread/casefile/inp_reader.hpp"
#include "tread/core/errors.hpp"

namespace tread::casefile {

/// A whole .inp file with one case of module 1, line by line, to be changed by a test. Lines are
/// numbered from 1 in this order. Profiles are those of the examples.
struct WheelRailText {
  std::string module = "1 MODULE";                                                // line 1
  std::string first = "1203100 C-P-B-T-N-F-S";                                    // 2
  std::string second = "0022033 V-L-D-C-M-Z-E";                                   // 3
  std::string third = "0000001 H-G-I-A-O-W-R";                                    // 4
  std::string solver = "999 100 30 1 1e-5 MAXGS MAXIN MAXNR MAXOUT EPS";          // 5
  std::string friction = "0.3 0.3 FSTAT FKIN";                                    // 6
  std::string material = "0.28 0.27 82000. 80000. POISS 1,2, GG 1,2";             // 7
  std::string grid = "0.2 0.4 1.0 90d 8.0 4.0 DX,DS,DQREL,A_SEP,D_SEP,D_COMB";    // 8
  std::string track = "14. 0 1435. 0.0 GAUGHT GAUGSQ GAUGWD CANT";                // 9
  std::string rail = "'uic60_1to40.prr' 0 1.0 0.0 RFNAME,MIRRORY,SCALE,SMOOTH";   // 10
  std::string deviation = "1. 2. 0. 3. 4. 0. DY DZ ROLL VY VZ VROLL";             // 11
  std::string dimensions = "1360. -70. 460. FBDIST FBPOS NOMRAD";                 // 12
  std::string wheel = "'s1002.prw' 0 1.0 0.0 WFNAME,MIRRORY,SCALE,SMOOTH";        // 13
  std::string position = "0. 5. 10000. 0.01 20d 0. S Y FZ ROLL YAW PITCH";        // 14
  std::string velocity = "2000. 10. 20. 0.1 0.2 -4. VS VY VZ VROLL VYAW VPITCH";  // 15
  std::string more = {};                                                          // 16
  std::string end = "0 MODULE";
  std::filesystem::path folder = TREAD_EXAMPLES;

  std::string text() const {
    std::string all;
    for (const std::string& line :
         {module, first, second, third, solver, friction, material, grid, track, rail, deviation,
          dimensions, wheel, position, velocity, more, end}) {
      if (!line.empty()) all += line + "\n";
    }
    return all;
  }
  CaseFile read() const { return parse_inp(text(), "t.inp", InpUnits::millimetre, folder); }
  /// What the reader finds wrong, or "" if nothing.
  std::string error() const {
    try {
      read();
    } catch (const CaseError& error) {
      return error.what();
    }
    return {};
  }
  /// The same up to its first hint.
  std::string first_line_of_error() const {
    const std::string all = error();
    return all.substr(0, all.find('\n'));
  }
};

/// A further case that keeps all but position and velocity.
inline std::string kept_case(const std::string& first = "1203100") {
  return "1 MODULE\n" + first + "\n0111002\n0100001\n0. 6. 20000. 0. 0. 0.\n3000. 0. 0. 0. 0. -6.5";
}

}  // namespace tread::casefile
