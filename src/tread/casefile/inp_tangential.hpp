#pragma once

#include <optional>
#include <span>

#include "tread/casefile/contact_case.hpp"
#include "tread/casefile/inp_controls.hpp"
#include "tread/casefile/inp_source.hpp"
#include "tread/casefile/inp_units.hpp"

namespace tread::casefile {

/// What an .inp case says about friction, rolling and the tangential model.
///
/// Each function reads its groups, if the digits say that there are any; what is not read stays as
/// in the case before. In the order of the file:
///   motion_of      PEN|FN CKSI|FX CETA|FY CPHI {SPINXO SPINYO}: the values after the first
///   read_friction  L=0: FSTAT FKIN; L=2,3,4: FKIN F1 SABSH1 F2 SABSH2, then MEMDST MEM_S0.
///                  V=0: once, here; V=3: for each row, and after the undeformed distance
///   read_rolling   C=2, T=2,3: CHI DQ VELOC {FACPHI}
///   read_model     C=2, after the materials. M=2: FLX K0_MF ALFAMF BETAMF; M=3: K0_MF ALFAMF
///   BETAMF;
///                  M=4: GG3 LAYTHK TAU_C0 K_TAU
/// FX and FY are forces on body 1 over the bound: FSTAT FN, with a falling law μ(0) FN, and with
/// V=3 over FN itself. A shift (T=1) has lengths and an angle for creepages.
class InpTangential {
 public:
  InpTangential(InpSource& source, const InpScale& scale) : source_(source), scale_(scale) {}

  /// Stops the source where T or M need values that neither this case nor one before it gives.
  void check_reuse(const InpControls& controls);
  /// The names of the second and third value of the load's group.
  static InpKey first_motion_key(const InpControls& controls);
  static InpKey second_motion_key(const InpControls& controls);

  void motion_of(const InpControls& controls, std::span<const InpValue> values, ContactCase& c);
  void read_friction(const InpControls& controls, int n_sets, Friction& friction);
  /// INISLP, the slip with which CONTACT begins to look for that of a falling law. Kept until there
  /// is another one.
  void take_first_slip(int inislp) { first_slip_ = inislp; }
  void choose_branch(Friction& friction) const;
  void read_rolling(const InpControls& controls);
  void read_model(const InpControls& controls, TangentialModel& model);

  /// How the parts go together, once all are read.
  void check(const InpControls& controls, ContactCase& c);

 private:
  using Law = std::variant<CoulombFriction, FallingFriction>;

  Law read_coulomb();
  Law read_falling(FallingFriction::Shape shape);
  FallingTerm falling_term(const InpValue& height, const InpValue& half_velocity);
  void make_row_factors(std::span<const Law> laws, int line, Friction& friction);
  void read_fastsim(const InpControls& controls);
  void read_layer();
  void choose_model(const InpControls& controls, TangentialModel& model) const;
  void warn_of_unused_step(const ContactCase& c);
  void check_forces(const ContactCase& c);
  void make_relative_to_nominal(ContactCase& c);
  void check_fastsim(const InpControls& controls, const ContactCase& c);

  InpSource& source_;
  InpScale scale_;
  int first_slip_ = 0;              // > 0: none, the low branch; < 0: V, the high one; 0: as before
  std::optional<Rolling> rolling_;  // as read last
  std::optional<InpValue> step_;    // its DQ, until a case was told that it is not used
  int fastsim_kind_ = 0;            // M of the FASTSIM parameters read last
  FastsimModel fastsim_;
  std::optional<ElasticLayer> layer_;
  std::vector<InpValue> force_values_;  // FX, FY as read
};

}  // namespace tread::casefile
