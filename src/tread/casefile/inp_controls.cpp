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
  std::string_view digit;
  char value;
  std::string_view what;
};

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
    Feature{"E", '1', "an extra term in the rigid slip"},
    Feature{"E", '2', "a change of the rigid slip"},
    Feature{"E", '3', "a change of the rigid slip"},
    Feature{"E", '9', "an extra term in the rigid slip"},
    Feature{"H", '1', "surface temperature"},
    Feature{"H", '3', "surface temperature"},
};

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
bool check_digit(InpSource& source, const Digit& digit, char value, int line) {
  if (digit.supported.find(value) != std::string_view::npos) return true;
  Problem problem{.file = {},
                  .line = line,
                  .key = std::string(digit.name),
                  .reason = {},
                  .value = std::string(1, value),
                  .hint = {}};
  const auto feature = std::find_if(k_unsupported.begin(), k_unsupported.end(), [&](auto& f) {
    return f.digit == digit.name && f.value == value;
  });
  if (feature != k_unsupported.end()) {
    problem.reason = fmt::format("{} ({}) is not supported", feature->what, digit.long_name);
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
  ControlWord(InpSource& source, const InpValue& value, std::span<const Digit> digits)
      : digits_(digits), values_(digits_of(source, value, digits.size())) {
    for (std::size_t i = 0; i < digits.size(); ++i) {
      if (!check_digit(source, digits[i], values_[i], value.word.line)) readable_ = false;
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

InpControls read_controls(InpSource& source) {
  const std::string first_layout = layout(k_first_word);
  const std::string second_layout = layout(k_second_word);
  const std::string third_layout = layout(k_third_word);
  const InpValue first_value = source.one({first_layout});
  const ControlWord first(source, first_value, k_first_word);

  const std::vector<InpValue> second_line = source.group({{second_layout}}, {whole("M2")});
  const ControlWord second(source, second_line[0], k_second_word);
  const bool is_damped = second_line.size() > 1 && second_line[1].whole != 0;
  if (is_damped) {
    source.problem(second_line[1], "damping (M2) is not supported", "supported values of M2: 0");
  }
  const ControlWord third(source, source.one({third_layout}), k_third_word);
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
  controls.distance = second["Z"];
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
