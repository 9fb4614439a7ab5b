#include "tread/casefile/inp_controls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace tread::casefile {
namespace {

/// Whether a wrong value of the digit leaves the rest of the case readable.
enum class Weight { decides_the_lines, harmless };

struct Digit {
  std::string_view name;       // in the control word
  std::string_view long_name;  // in CONTACT's manual
  std::string_view known;      // values that CONTACT has
  std::string_view supported;  // values that tread has
  Weight weight = Weight::harmless;
};

struct Feature {
  std::string_view digit;  // its name, or the long one where two digits have the same
  char value;
  std::string_view what;
};

// ---- module 3: two surfaces ----

constexpr std::array k_first_word{
    Digit{"P", "PVTIME", "0123", "0123"},
    Digit{"B", "BOUND", "0123456", "023", Weight::decides_the_lines},
    Digit{"T", "TANG", "0123", "0123", Weight::decides_the_lines},
    Digit{"N", "NORM", "01", "01", Weight::decides_the_lines},
    Digit{"F", "FORCE", "012", "012"},
    Digit{"S", "STRESS", "0123", "0123", Weight::decides_the_lines},
};
constexpr std::array k_second_word{
    Digit{"V", "VARFRC", "0123", "03", Weight::decides_the_lines},
    Digit{"L", "FRCLAW", "0123456", "01234", Weight::decides_the_lines},
    Digit{"D", "DISCNS", "012", "012", Weight::decides_the_lines},
    Digit{"C", "INFLCF", "012349", "012", Weight::decides_the_lines},
    Digit{"M", "MATER", "01234567", "0234", Weight::decides_the_lines},
    Digit{"Z", "RZNORM", "012", "012", Weight::decides_the_lines},
    Digit{"E", "EXRHS", "01239", "0", Weight::decides_the_lines},
};
constexpr std::array k_third_word{
    Digit{"X", "XFLOW", "01", "01", Weight::decides_the_lines},
    Digit{"H", "HEAT", "013", "0", Weight::decides_the_lines},
    Digit{"G", "GAUSEI", "012345", "012345", Weight::decides_the_lines},
    Digit{"I", "IESTIM", "0123", "0123"},
    Digit{"A", "MATFIL", "012", "012"},
    Digit{"O", "OUTPUT", "0123456", "0123456"},
    Digit{"W", "FLOW", "0123456789", "0123456789"},
    Digit{"R", "RETURN", "0123", "0123", Weight::decides_the_lines},
};

// ---- module 1: wheel on rail ----

constexpr std::array k_wheel_rail_first{
    Digit{"C", "CONFIG", "0145", "01", Weight::decides_the_lines},
    Digit{"P", "PVTIME", "0123", "0123"},
    Digit{"B", "BOUND", "0156", "0", Weight::decides_the_lines},
    Digit{"T", "TANG", "0123", "03", Weight::decides_the_lines},
    Digit{"N", "NORM", "01", "01", Weight::decides_the_lines},
    Digit{"F", "FORCE", "0123", "0", Weight::decides_the_lines},
    Digit{"S", "STRESS", "0123", "0", Weight::decides_the_lines},
};
constexpr std::array k_wheel_rail_second{
    Digit{"V", "VARFRC", "012", "0", Weight::decides_the_lines},
    Digit{"L", "FRCLAW", "0123456", "01234", Weight::decides_the_lines},
    Digit{"D", "DISCNS", "0123456789", "012"},
    Digit{"C", "INFLCF", "01234", "012", Weight::decides_the_lines},
    Digit{"M", "MATER", "01234567", "0", Weight::decides_the_lines},
    Digit{"Z", "ZTRACK", "0123", "0123", Weight::decides_the_lines},
    Digit{"E", "EWHEEL", "012345", "012345", Weight::decides_the_lines},
};
constexpr std::array k_wheel_rail_unsupported{
    Feature{"CONFIG", '4', "a left wheel on a roller"},
    Feature{"CONFIG", '5', "a right wheel on a roller"},
    Feature{"T", '1', "a shift of wheel on rail"},
    Feature{"T", '2', "transient rolling of wheel on rail"},
    Feature{"F", '1', "a force along the track in place of the pitch velocity"},
    Feature{"F", '2', "a moment about the axle in place of the pitch velocity"},
    Feature{"F", '3', "a rail on springs"},
    Feature{"S", '1', "stress below the surface of wheel and rail"},
    Feature{"S", '2', "stress below the surface of wheel and rail"},
    Feature{"S", '3', "stress below the surface of wheel and rail"},
    Feature{"D", '3', "rigid slip on the true surfaces"},
    Feature{"D", '4', "conformal contact on a curved grid"},
    Feature{"D", '5', "the search on a grid"},
    Feature{"D", '6', "the search on a grid for guard rails"},
    Feature{"D", '7', "the plane of contact at the first point of contact"},
    Feature{"D", '8', "the oblique view"},
    Feature{"D", '9', "the oblique view"},
    Feature{"M", '2', "simplified theory (FASTSIM) of wheel on rail"},
    Feature{"M", '3', "simplified theory (modified FASTSIM) of wheel on rail"},
    Feature{"M", '4', "an elastic layer between wheel and rail"},
};

// ---- both ----

constexpr std::array k_unsupported{
    Feature{"B", '1', "a thin compressible sheet"},
    Feature{"B", '4', "the SDEC pressure bound"},
    Feature{"B", '5', "the KPEC normal contact"},
    Feature{"B", '6', "the modified ANALYN normal contact"},
    Feature{"V", '1', "friction that varies across the rail"},
    Feature{"V", '2', "friction that varies along the track"},
    Feature{"L", '5', "the Polach friction law"},
    Feature{"L", '6', "friction that depends on temperature"},
    Feature{"C", '3', "bilinear elements"},
    Feature{"C", '4', "conformal contact"},
    Feature{"C", '9', "influence coefficients from a file"},
    Feature{"M", '1', "viscoelastic material"},
    Feature{"M", '5', "simplified theory (modified FaStrip)"},
    Feature{"M", '6', "simplified theory (FaStrip)"},
    Feature{"M", '7', "simplified theory (FaStrip)"},
    Feature{"H", '1', "surface temperature"},
    Feature{"H", '3', "surface temperature"},
};

constexpr std::array k_surfaces_unsupported{
    Feature{"E", '1', "an extra term in the rigid slip"},
    Feature{"E", '2', "a change of the rigid slip"},
    Feature{"E", '3', "a change of the rigid slip"},
    Feature{"E", '9', "an extra term in the rigid slip"},
};

/// What the words of a module are made of.
struct Layout {
  std::span<const Digit> first;
  std::span<const Digit> second;
  std::span<const Digit> third;
  std::span<const Feature> unsupported;  // beside those of both modules
};

Layout layout_of(InpModule module) {
  if (module == InpModule::wheel_rail) {
    return {k_wheel_rail_first, k_wheel_rail_second, k_third_word, k_wheel_rail_unsupported};
  }
  return {k_first_word, k_second_word, k_third_word, k_surfaces_unsupported};
}

/// What a value of a digit is called, if tread cannot do it; empty: nothing of that kind exists.
std::string_view missing_feature(std::span<const Feature> features, const Digit& digit,
                                 char value) {
  const auto feature = std::ranges::find_if(features, [&](const Feature& f) {
    return (f.digit == digit.name || f.digit == digit.long_name) && f.value == value;
  });
  return feature == features.end() ? std::string_view{} : feature->what;
}

std::string listed(std::string_view values) {
  std::string text;
  for (const char value : values) text += fmt::format("{}{}", text.empty() ? "" : " ", value);
  return text;
}

std::string layout(std::span<const Digit> digits) {
  std::string text;
  for (const Digit& digit : digits) text += (text.empty() ? "" : "-") + std::string(digit.name);
  return text;
}

/// The digits of one word, zeros put back in front. Stops if the word is no such word.
std::string digits_of(InpSource& source, const InpValue& value, std::size_t n_digits) {
  source.stop_unless_usable(value);
  std::string_view text = value.word.text;
  const bool only_digits = text.find_first_not_of("0123456789") == std::string_view::npos;
  text.remove_prefix(std::min(text.find_first_not_of('0'), text.size()));
  if (only_digits && text.size() <= n_digits) {
    return std::string(n_digits - text.size(), '0') + std::string(text);
  }
  source.problem(value, fmt::format("must be a word of at most {} digits", n_digits),
                 "leading zeros may be left out; see the control digits in CONTACT's manual");
  source.stop();
}

/// Whether reading can go on after a look at this digit.
bool check_digit(InpSource& source, const Digit& digit, char value, int line,
                 std::span<const Feature> unsupported) {
  if (digit.supported.find(value) != std::string_view::npos) return true;
  Problem problem{.file = {},
                  .line = line,
                  .key = std::string(digit.name),
                  .reason = {},
                  .value = std::string(1, value),
                  .hint = {}};
  std::string_view feature = missing_feature(unsupported, digit, value);
  if (feature.empty()) feature = missing_feature(k_unsupported, digit, value);
  const bool is_known = digit.known.find(value) != std::string_view::npos;
  if (is_known && !feature.empty()) {
    problem.reason = fmt::format("{} ({}) is not supported", feature, digit.long_name);
    problem.hint = fmt::format("supported values of {}: {}", digit.name, listed(digit.supported));
  } else {
    problem.reason =
        fmt::format("the control digit {} must be one of {}", digit.long_name, listed(digit.known));
  }
  source.problem(std::move(problem));
  return digit.weight == Weight::harmless;
}

class ControlWord {
 public:
  ControlWord(InpSource& source, const InpValue& value, std::span<const Digit> digits,
              std::span<const Feature> unsupported)
      : digits_(digits), values_(digits_of(source, value, digits.size())) {
    for (std::size_t i = 0; i < digits.size(); ++i) {
      if (!check_digit(source, digits[i], values_[i], value.word.line, unsupported)) {
        readable_ = false;
      }
    }
  }
  int operator[](std::string_view name) const {
    const auto digit = std::find_if(digits_.begin(), digits_.end(),
                                    [&](const Digit& d) { return d.name == name; });
    return values_[static_cast<std::size_t>(digit - digits_.begin())] - '0';
  }
  bool is_readable() const { return readable_; }

 private:
  std::span<const Digit> digits_;
  std::string values_;
  bool readable_ = true;
};

}  // namespace

InpControls read_controls(InpSource& source, InpModule module) {
  const Layout words = layout_of(module);
  const std::string first_layout = layout(words.first);
  const std::string second_layout = layout(words.second);
  const std::string third_layout = layout(words.third);
  const InpValue first_value = source.one({first_layout});
  const ControlWord first(source, first_value, words.first, words.unsupported);

  const std::vector<InpValue> second_line = source.group({{second_layout}}, {whole("M2")});
  const ControlWord second(source, second_line[0], words.second, words.unsupported);
  const bool is_damped = second_line.size() > 1 && second_line[1].whole != 0;
  if (is_damped) {
    source.problem(second_line[1], "damping (M2) is not supported", "supported values of M2: 0");
  }
  const ControlWord third(source, source.one({third_layout}), words.third, words.unsupported);
  const bool readable = first.is_readable() && second.is_readable() && third.is_readable();
  if (!readable || is_damped) source.stop();

  InpControls controls;
  controls.history = std::min(first["P"], 3);  // beyond that: told, and read on
  controls.bound = first["B"];
  controls.motion = first["T"];
  controls.norm = first["N"];
  controls.force = first["F"];
  controls.stress = first["S"];
  controls.variation = second["V"];
  controls.friction = second["L"];
  controls.grid = second["D"];
  controls.material = second["C"];
  controls.model = second["M"];
  if (module == InpModule::wheel_rail) {
    controls.side = first["C"];
    controls.track = second["Z"];
    controls.wheelset = second["E"];
  } else {
    controls.distance = second["Z"];
  }
  controls.debug = third["X"];
  controls.solver = third["G"];
  controls.end = third["R"];
  controls.line = first_value.word.line;
  return controls;
}

void refuse_digit(InpSource& source, const InpControls& controls, const char* key, int value,
                  std::string reason, std::string hint) {
  source.problem({.file = {},
                  .line = controls.line,
                  .key = key,
                  .reason = std::move(reason),
                  .value = fmt::format("{}", value),
                  .hint = std::move(hint)});
}

}  // namespace tread::casefile
