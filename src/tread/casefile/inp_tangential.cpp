#include "tread/casefile/inp_tangential.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tread::casefile {
namespace {

constexpr std::array k_motions{Motion::Type::none, Motion::Type::shift,
                               Motion::Type::transient_rolling, Motion::Type::steady_rolling};

double strength(const std::variant<CoulombFriction, FallingFriction>& law) {
  return Friction{law, {}, {}}.static_coefficient();
}

/// Whether one law is the other times a factor.
bool differ_by_factor(const CoulombFriction& a, const CoulombFriction& b) {
  const double cross = a.static_coefficient * b.kinetic_coefficient;
  return std::abs(cross - b.static_coefficient * a.kinetic_coefficient) <= 1e-9 * cross;
}
bool differ_by_factor(const FallingFriction& a, const FallingFriction& b) {
  const double sa = a.static_coefficient();
  const double sb = b.static_coefficient();
  const auto same_share = [&](double pa, double pb) {
    return std::abs(pa * sb - pb * sa) <= 1e-9 * sa * sb;
  };
  for (std::size_t i = 0; i < a.terms.size(); ++i) {
    const bool counts = a.terms[i].height > 0 || b.terms[i].height > 0;
    if (!same_share(a.terms[i].height, b.terms[i].height)) return false;
    if (counts && a.terms[i].half_velocity != b.terms[i].half_velocity) return false;
  }
  return same_share(a.kinetic_coefficient, b.kinetic_coefficient);
}

}  // namespace

void InpTangential::check_reuse(const InpControls& controls) {
  if (controls.material == 2) return;
  const bool lacks_rolling = controls.is_rolling() && !rolling_;
  const bool lacks_model = (controls.is_fastsim() && fastsim_kind_ != controls.model) ||
                           (controls.model == 4 && !layer_);
  if (lacks_rolling) {
    refuse_digit(
        source_, controls, "C", controls.material,
        fmt::format("T = {} needs CHI, DQ and VELOC, which no case before it has", controls.motion),
        "C = 2 reads them");
  }
  if (lacks_model) {
    refuse_digit(
        source_, controls, "C", controls.material,
        fmt::format("M = {} needs its parameters, which no case before it has", controls.model),
        "C = 2 reads them");
  }
  if (lacks_rolling || lacks_model) source_.stop();
}

InpKey InpTangential::first_motion_key(const InpControls& controls) {
  return {controls.force >= 1 ? "FX" : "CKSI"};
}
InpKey InpTangential::second_motion_key(const InpControls& controls) {
  return {controls.force == 2 ? "FY" : "CETA"};
}

void InpTangential::motion_of(const InpControls& controls, std::span<const InpValue> values,
                              ContactCase& c) {
  const bool is_shift = controls.motion == 1;
  const double slip_unit = is_shift ? scale_.length : 1;
  const auto force_kind = controls.variation == 0 ? Prescribed::Kind::relative_to_bound
                                                  : Prescribed::Kind::relative_to_load;
  force_values_.clear();
  const auto prescribed = [&](const InpValue& value, bool is_force) {
    if (is_force) force_values_.push_back(value);
    return Prescribed{is_force ? force_kind : Prescribed::Kind::motion,
                      scaled(source_, value, is_force ? 1 : slip_unit)};
  };
  c.motion = {};
  c.motion.type = k_motions[static_cast<std::size_t>(controls.motion)];
  c.motion.longitudinal = prescribed(values[0], controls.force >= 1);
  c.motion.lateral = prescribed(values[1], controls.force == 2);
  c.motion.spin = scaled(source_, values[2], is_shift ? 1 : scale_.curvature);
  if (values.size() == 4 && controls.motion != 0) {
    source_.problem(values[3], "needs SPINYO behind it", "both or none: the centre of the spin");
  } else if (values.size() == 5) {
    c.motion.spin_centre_x = scaled(source_, values[3], scale_.length);
    c.motion.spin_centre_y = scaled(source_, values[4], scale_.length);
  }
}

// ---- friction ----

InpTangential::Law InpTangential::read_coulomb() {
  const std::vector<InpValue> values = source_.group({{"FSTAT"}, {"FKIN"}});
  const CoulombFriction law{not_negative(source_, values[0], 1),
                            not_negative(source_, values[1], 1)};
  const bool comparable = values[0].usable && values[1].usable && law.kinetic_coefficient >= 0;
  if (comparable && law.static_coefficient >= 0 &&
      law.static_coefficient < law.kinetic_coefficient) {
    source_.problem(values[0],
                    fmt::format("must not be below FKIN = {}", shown(values[1].word.text)),
                    "friction at rest is at least that of sliding; CONTACT takes FSTAT for both");
  } else if (comparable && law.static_coefficient > law.kinetic_coefficient) {
    source_.warn(
        fmt::format("line {}: friction falls from FSTAT = {} to FKIN = {} in slip; CONTACT takes "
                    "FSTAT for both",
                    values[0].word.line, shown(values[0].word.text), shown(values[1].word.text)));
  }
  return law;
}

FallingTerm InpTangential::falling_term(const InpValue& height, const InpValue& half_velocity) {
  FallingTerm term;
  term.height = not_negative(source_, height, 1);
  if (term.height > 0) {
    term.half_velocity = positive(source_, half_velocity, scale_.length);
  } else {
    not_negative(source_, half_velocity, scale_.length);  // without influence
  }
  return term;
}

InpTangential::Law InpTangential::read_falling(FallingFriction::Shape shape) {
  const std::vector<InpValue> values =
      source_.group({{"FKIN"}, {"F1"}, {"SABSH1"}, {"F2"}, {"SABSH2"}});
  FallingFriction law;
  law.shape = shape;
  law.kinetic_coefficient = not_negative(source_, values[0], 1);
  law.terms = {falling_term(values[1], values[2]), falling_term(values[3], values[4])};
  return law;
}

void InpTangential::read_friction(const InpControls& controls, int n_sets, Friction& friction) {
  constexpr std::array k_shapes{FallingFriction::Shape::linear, FallingFriction::Shape::rational,
                                FallingFriction::Shape::exponential};
  friction = {};
  std::vector<Law> laws;
  for (int i = 0; i < n_sets; ++i) {
    laws.push_back(controls.friction == 0
                       ? read_coulomb()
                       : read_falling(k_shapes[static_cast<std::size_t>(controls.friction - 2)]));
  }
  if (controls.friction != 0) {
    const std::vector<InpValue> memory = source_.group({{"MEMDST"}, {"MEM_S0"}});
    friction.memory = {not_negative(source_, memory[0], scale_.length),
                       not_negative(source_, memory[1], scale_.length)};
  }
  if (laws.empty()) return;
  if (controls.variation == 0) {
    friction.law = laws.front();
  } else if (!source_.has_problems()) {
    make_row_factors(laws, controls.line, friction);
  }
}

void InpTangential::make_row_factors(std::span<const Law> laws, int line, Friction& friction) {
  const auto strongest = std::max_element(laws.begin(), laws.end(), [](const Law& a, const Law& b) {
    return strength(a) < strength(b);
  });
  friction.law = *strongest;
  const double largest = strength(*strongest);
  for (std::size_t row = 0; row < laws.size(); ++row) {
    const Law& law = laws[row];
    const bool similar = std::visit(
        [&](const auto& l) {
          return differ_by_factor(l, std::get<std::decay_t<decltype(l)>>(*strongest));
        },
        law);
    if (!similar && strength(law) > 0) {
      source_.problem({.file = {},
                       .line = line,
                       .key = "V",
                       .reason = fmt::format("the friction law of row {} is more than a factor "
                                             "away from that of row {}",
                                             row + 1, strongest - laws.begin() + 1),
                       .value = {},
                       .hint = "rows may differ by a factor of all coefficients, with the same "
                               "velocities"});
      return;
    }
    friction.row_factors.push_back(largest > 0 ? strength(law) / largest : 1);
  }
}

void InpTangential::choose_branch(Friction& friction) const {
  auto* law = std::get_if<FallingFriction>(&friction.law);
  if (law == nullptr) return;
  law->branch = first_slip_ > 0   ? FallingFriction::Branch::low_slip
                : first_slip_ < 0 ? FallingFriction::Branch::high_slip
                                  : FallingFriction::Branch::as_before;
}

// ---- rolling ----

void InpTangential::read_rolling(const InpControls& controls) {
  if (!controls.is_rolling()) return;
  const std::vector<InpValue> values =
      source_.group({angle("CHI"), {"DQ"}, {"VELOC"}}, {{"FACPHI"}});
  Rolling rolling;
  rolling.scheme = Rolling::Scheme::exact;
  rolling.direction = scaled(source_, values[0], 1);
  source_.require(values[1].real > 0, values[1], "must be > 0",
                  "a step of rolling has a length; without one take a shift, T = 1");
  rolling.step = scaled(source_, values[1], scale_.length);
  step_ = values[1];
  source_.require(values[2].real > 0, values[2], "must be > 0",
                  "to roll the other way set CHI = 180d");
  rolling.speed = scaled(source_, values[2], scale_.length);
  if (values.size() > 3) rolling.spin_offset = scaled(source_, values[3], 1);
  rolling_ = rolling;
}

// ---- model ----

void InpTangential::read_model(const InpControls& controls, TangentialModel& model) {
  if (controls.material == 2) {
    if (controls.is_fastsim()) read_fastsim(controls);
    if (controls.model == 4) read_layer();
  }
  choose_model(controls, model);
}

void InpTangential::read_fastsim(const InpControls& controls) {
  const bool one_flexibility = controls.model == 2;
  const std::vector<InpValue> values =
      one_flexibility ? source_.group({{"FLX"}, {"K0_MF"}, {"ALFAMF"}, {"BETAMF"}})
                      : source_.group({{"K0_MF"}, {"ALFAMF"}, {"BETAMF"}});
  const std::size_t first = one_flexibility ? 1 : 0;
  fastsim_ = {};
  if (one_flexibility) {
    fastsim_.flexibility = positive(source_, values[0], scale_.length / scale_.pressure);
  }
  const auto require_share = [&](const InpValue& value, bool may_be_zero) {
    source_.require(value.real <= 1 && (value.real > 0 || (may_be_zero && value.real == 0)), value,
                    may_be_zero ? "must lie in [0, 1]" : "must be > 0 and <= 1",
                    "1 means no slope reduction");
  };
  require_share(values[first], false);
  require_share(values[first + 1], true);
  fastsim_.initial_slope = values[first].real;
  fastsim_.final_slope_ratio = values[first + 1].real;
  fastsim_.slope_decay = not_negative(source_, values[first + 2], 1);
  fastsim_kind_ = controls.model;
}

void InpTangential::read_layer() {
  const std::vector<InpValue> values = source_.group({{"GG3"}, {"LAYTHK"}, {"TAU_C0"}, {"K_TAU"}});
  layer_ = ElasticLayer{positive(source_, values[0], scale_.pressure),
                        positive(source_, values[1], scale_.length)};
  source_.require(values[2].real <= 0, values[2], "a plastic layer is not supported",
                  "TAU_C0 = 0 is a layer that stays elastic");
}

void InpTangential::choose_model(const InpControls& controls, TangentialModel& model) const {
  if (controls.is_fastsim()) {
    FastsimModel fastsim = fastsim_;
    fastsim.bound = controls.bound == 2   ? FastsimModel::Bound::elliptic
                    : controls.bound == 3 ? FastsimModel::Bound::parabolic
                                          : FastsimModel::Bound::half_space;
    model = fastsim;
  } else if (controls.model == 4) {
    model = HalfSpaceModel{layer_};
  } else {
    model = HalfSpaceModel{};
  }
}

// ---- how the parts go together ----

void InpTangential::check(const InpControls& controls, ContactCase& c) {
  if (controls.bound != 0 && !controls.is_fastsim()) {
    refuse_digit(
        source_, controls, "B", controls.bound,
        fmt::format("a Hertzian pressure bound is supported with FASTSIM only (M = 2, 3), here "
                    "M = {}",
                    controls.model),
        "B = 0 solves for the pressures");
  } else if (controls.bound != 0 && !std::holds_alternative<HertzArea>(c.area)) {
    refuse_digit(source_, controls, "B", controls.bound, "needs a Hertzian contact (IPOTCN < 0)",
                 {});
  }
  if (controls.is_fastsim()) check_fastsim(controls, c);
  if (c.motion.type == Motion::Type::none) return;
  check_forces(c);
  make_relative_to_nominal(c);
  if (controls.motion == 1 && std::holds_alternative<FallingFriction>(c.friction.law)) {
    refuse_digit(
        source_, controls, "L", controls.friction,
        "friction that falls with the slip velocity needs rolling (T = 2, 3): a shift has no "
        "velocity",
        "L = 0 is Coulomb's law");
  }
  c.rolling = rolling_.value_or(Rolling{});
  if (controls.motion != 3) return;
  warn_of_unused_step(c);
  c.rolling.step.reset();  // one element, as CONTACT has it, too
}

/// Of an area from Hertz' theory the elements are not known yet.
void InpTangential::warn_of_unused_step(const ContactCase& c) {
  const auto* area = std::get_if<FixedArea>(&c.area);
  if (!step_ || !c.rolling.step || area == nullptr || !(area->grid.dx > 0 && area->grid.dy > 0)) {
    return;
  }
  const double element = 1 / std::max(std::abs(std::cos(c.rolling.direction)) / area->grid.dx,
                                      std::abs(std::sin(c.rolling.direction)) / area->grid.dy);
  if (std::abs(*c.rolling.step - element) > 1e-3 * element) {
    source_.warn(fmt::format(
        "line {}: DQ = {} is not used in steady rolling (T = 3), where a step is an element long, "
        "{:.4g} here",
        step_->word.line, shown(step_->word.text), element / scale_.length));
  }
  step_.reset();
}

void InpTangential::check_forces(const ContactCase& c) {
  if (force_values_.empty() || source_.has_problems()) return;
  double square = 0;
  std::string written;
  for (const InpValue& value : force_values_) {
    square += value.real * value.real;
    written += (written.empty() ? "" : " ") + shown(value.word.text);
  }
  const double force = std::sqrt(square);
  const bool over_load = c.motion.longitudinal.kind == Prescribed::Kind::relative_to_load;
  const double limit = over_load ? c.friction.static_coefficient() : 1;
  if (force < limit) return;
  const std::string times = over_load
                                ? fmt::format("FN, friction carries less than {} of it", limit)
                                : "the friction bound";
  source_.problem({.file = {},
                   .line = force_values_.front().word.line,
                   .key = force_values_.size() > 1 ? "FX FY" : "FX",
                   .reason = fmt::format("no solution: the force is {:.4g} times {}", force, times),
                   .value = written,
                   .hint = over_load ? "with V = 3 FX and FY are relative to FN"
                                     : "FX and FY are relative to FSTAT FN: together below 1"});
}

/// CONTACT's forces are relative to friction at rest, those of a case to nominal_coefficient().
void InpTangential::make_relative_to_nominal(ContactCase& c) {
  const double nominal = c.friction.nominal_coefficient();
  for (Prescribed* prescribed : {&c.motion.longitudinal, &c.motion.lateral}) {
    if (prescribed->kind != Prescribed::Kind::relative_to_bound || nominal <= 0) continue;
    prescribed->value *= c.friction.static_coefficient() / nominal;
  }
}

void InpTangential::check_fastsim(const InpControls& controls, const ContactCase& c) {
  if (controls.motion != 3) {
    refuse_digit(source_, controls, "T", controls.motion,
                 fmt::format("FASTSIM (M = {}) is for steady rolling (T = 3)", controls.model), {});
  }
  if (controls.force != 0) {
    refuse_digit(source_, controls, "F", controls.force,
                 fmt::format("FASTSIM (M = {}) takes creepages, not forces", controls.model),
                 "F = 0 prescribes the creepages");
  }
  if (!c.friction.row_factors.empty()) {
    refuse_digit(source_, controls, "V", controls.variation,
                 "friction that varies is not supported with FASTSIM", {});
  }
}

}  // namespace tread::casefile
