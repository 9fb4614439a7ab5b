#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "tread/casefile/case_file.hpp"

namespace tread::casefile {

/// CONTACT input files (.inp): module 3, contact at rest, shifted and rolling (T = 0 to 3), and
/// module 1, a wheel on a rail (inp_wheel_rail.hpp).
///
/// The format is a list of numbers without units, whose meaning follows from control digits read
/// before. One case of module 3; a slash is a new line, a bracket a condition:
///
///   3 MODULE                starts a case; 0 MODULE ends the file
///   P-B-T-N-F-S             T: motion; N: approach (0) or force (1) given; F: creepages or forces
///                           given; P: goes on from the case before (0); S: points below the
///                           surface
///   V-L-D-C-M-Z-E {M2}      D, C, Z: grid, materials and undeformed distance are read (2) or kept
///   X-H-G-I-A-O-W-R         G: solver lines; R: 0, 1 solve, 2, 3 check only; 0, 2: no MODULE line
///                           before the next case
///   [X=1]      debug word
///   [G<>1]     MAXGS MAXIN MAXNR MAXOUT EPS
///   [G=2,3]    OMEGAH OMEGAS INISLP OMGSLP
///   [G=4]      INISLP OMGSLP
///   [G=5]      FDECAY BETATH KDOWFB D_IFC D_LIN D_CNS D_SLP POW_S
///              PEN|FN CKSI|FX CETA|FY CPHI {SPINXO SPINYO}
///   [V=0]      friction, see InpTangential
///   [C=2]      [T=2,3] CHI DQ VELOC {FACPHI} / POISS1 POISS2 GG1 GG2 / [M=2,3,4] model parameters
///   [D=2]      IPOTCN / MX MY and
///                1: XL YL DX DY (corner of the first element)     2: XL YL XH YH (corners)
///                3: XC1 YC1 DX DY (centre of the first element)   4: XC1 YC1 XCM YCM (centres)
///                -1 .. -5: two numbers and SCALE, see HertzArea
///   [Z=2, IPOTCN > 0] IBASE IPLAN, then the numbers of h and of the planform
///              IBASE  1: B1..B6, Quadric          2: NN XM RM Y1 DY1 / NN heights, CircleAlongX
///                     3: B1..B8, QuadricWithSines 9: h of every element, x fastest
///              IPLAN  1: none, Everywhere         2: P1..P6, QuadraticRegion
///                     3: XL XH YL YH twice, TwoRectangles
///   [V=3]      friction of each row of elements
///   [S=2,3]    MATFIL OUTPUT
///   [S=3]      blocks of points, then 0: ISUBS and
///                1, 5: all elements
///                2, 6: IXL IXINC IXH / IYL IYINC IYH
///                3, 7: NX NY / IX.. / IY..
///                of these 1, 2, 3 go on with NZ ZL DZ, and 5, 6, 7 with NZ / Z..
///                9: NX NY NZ / X.. / Y.. / Z..
///
/// Module 1 has the same three words, with C (side) in front of the first, then the groups of G, L
/// and C, and those of inp_wheel_rail.hpp.
///
/// The gap is h - PEN: h of IBASE = 9 is negative where the bodies overlap if PEN = 0. Body 1 is
/// the upper one. Points below the surface have z >= 0 and lie in body 1.
///
/// EPS, the relative change of the pressures at which CONTACT ends an iteration, becomes
/// solver.tolerance as it is: both bound the relative error of the iteration. INISLP chooses the
/// branch of a falling law (friction.branch), as CONTACT does it: > 0 the least slip, < 0 the most,
/// 0 as before; its user guide has the first two the other way round. The other solver numbers
/// steer solvers that tread does not have: they are checked and otherwise without influence (MAXOUT
/// too: where the bodies differ, normal and tangential problem are solved in turn until neither
/// changes). What tread cannot do is refused by name.
/// Reference: E. Vollebregt, User guide for CONTACT, Vtech CMCC, and the program itself (25.2).
enum class InpUnits {
  millimetre,  // mm, N, N/mm2: what CONTACT's manual takes
  metre,       // m, N, Pa
};

/// Larger files are refused before they are read.
inline constexpr std::size_t k_max_inp_bytes = 64'000'000;

/// Reads a file. Throws CaseError with everything that is wrong with it.
CaseFile read_inp(const std::filesystem::path& path, InpUnits units);

/// The same for text at hand; file_name is for messages, files that the text names are sought in
/// base_dir. None may be read if that is empty.
CaseFile parse_inp(std::string_view text, const std::string& file_name, InpUnits units,
                   const std::filesystem::path& base_dir = {});

}  // namespace tread::casefile
