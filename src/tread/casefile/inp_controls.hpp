#pragma once

#include <string>

#include "tread/casefile/inp_source.hpp"

namespace tread::casefile {

/// What a case of an .inp file is about; the values are CONTACT's module numbers.
enum class InpModule { wheel_rail = 1, surfaces = 3 };

/// The control digits of a case that matter here.
///
/// They stand in three words, {C}-P-B-T-N-F-S, V-L-D-C-M-Z-E and X-H-G-I-A-O-W-R, whose leading
/// zeros may be dropped (the older six-digit words, without V, X and H, are the same thing). The
/// first C, and other meanings of N, F, D, Z and E, are those of module 1.
struct InpControls {
  int side = 0;     // C of module 1: 0 left wheel, 1 right wheel
  int history = 0;  // P: 0 goes on from the case before, 1 with its normal part only, 2 starts
                    // anew, 3 does the step of the case before again
  int bound = 0;    // B: 0 pressures solved for, 2 elliptic, 3 parabolic
  int motion = 0;   // T: 0 frictionless, 1 shift, 2 transient rolling, 3 steady rolling
  int norm = 0;     // N: 0 approach (module 1: height of the wheelset), 1 force prescribed
  int force = 0;    // F: 0 creepages prescribed, 1 force along x, 2 forces along x and y
  int stress =
      0;  // S: 0 no points below the surface, 1 those stored, 2 new output digits, 3 new points
  int variation = 0;  // V: 0 one friction law, 3 one for each row of elements
  int friction = 0;   // L: 0 Coulomb, 1 as before, 2-4 falling with speed
  int grid = 0;       // D: 0 as before, 1 formed again (module 1: as before), 2 read
  int material = 0;   // C: 0, 1 as before, 2 read
  int model = 0;      // M: 0 elastic half-space, 2 and 3 FASTSIM, 4 with an elastic layer
  int distance = 0;   // Z of module 3: 0 as before, 1 formed again, 2 read
  int track = 0;      // Z of module 1: 1 dimensions, 2 deviations, 3 both and the rail's profile
  int wheelset = 0;   // E of module 1: 1 position, 2 and velocity, 3 and dimensions and profile; 4,
                      // 5 as 2, 3 and deviations of a flexible wheelset
  int debug = 0;      // X: 1 there is a debug word
  int solver = 0;     // G: which solver lines there are
  int end = 0;        // R: 0, 1 solve; 2, 3 check only; odd: a module number follows
  int line = 0;       // of the first control word

  bool is_rolling() const { return motion >= 2; }
  bool is_fastsim() const { return model == 2 || model == 3; }
  bool is_solved() const { return end <= 1; }
  bool module_follows() const { return end % 2 == 1; }
};

/// Reads the three words. Refuses by name what tread cannot do, and stops the source if the case
/// cannot be read further.
InpControls read_controls(InpSource& source, InpModule module);

/// Tells what is wrong with a control digit.
void refuse_digit(InpSource& source, const InpControls& controls, const char* key, int value,
                  std::string reason, std::string hint);

}  // namespace tread::casefile
