#include "tread/sweep/envelopes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "tread/core/errors.hpp"
#include "tread/sweep/case_words.hpp"

namespace tread::sweep {
namespace {

constexpr double k_nothing = std::numeric_limits<double>::quiet_NaN();

enum class Worst { largest, smallest };

struct Known {
  std::string_view name;
  std::string_view title;
  Worst worst = Worst::largest;
};

constexpr std::array k_known{
    Known{"max_deflection", "Largest deflection"},
    Known{"static_deflection", "Deflection under the train at rest"},
    Known{"dynamic_amplification", "Deflection over that at rest"},
    Known{"max_acceleration", "Largest acceleration, all frequencies"},
    Known{"max_deck_acceleration", "Largest acceleration of the deck"},
    Known{"max_moment", "Largest bending moment"},
    Known{"max_shear", "Largest shear force"},
    Known{"max_end_rotation", "Largest rotation at an end"},
    Known{"max_force", "Largest axle force"},
    Known{"max_force_ratio", "Largest axle force over that at rest"},
    Known{"min_force_ratio", "Smallest axle force over that at rest", Worst::smallest},
    Known{"max_unloading", "Largest unloading dQ/Q0"},
    Known{"contact_losses", "Times that an axle left the rail"},
    Known{"contact_loss_time", "Longest time without contact"},
    Known{"max_body_acceleration", "Largest acceleration of a car body"},
    Known{"first_frequency", "First frequency of the bridge"},
};

double counted(double value, Worst worst) {
  return worst == Worst::largest ? std::abs(value) : value;
}

/// Nothing is not worse than anything.
double worse_of(double a, double b, Worst worst) {
  return worst == Worst::largest ? std::fmax(a, b) : std::fmin(a, b);
}

bool is_finished(const CaseRow& row) { return row.state == CaseRow::State::done; }

bool has_measure(const CaseTable& table, std::string_view name) {
  return std::ranges::find(table.measures, name, &Measure::name) != table.measures.end();
}

std::string unit_of(const CaseTable& table, std::string_view name) {
  return std::ranges::find(table.measures, name, &Measure::name)->unit;
}

std::size_t index_of(const CaseTable& table, const Varied& varied) {
  return static_cast<std::size_t>(&varied - table.varied.data());
}

const Varied& named(const CaseTable& table, const std::string& key) {
  const Varied* found = table.find_varied(key);
  if (found == nullptr) {
    throw ModelError(
        fmt::format("envelopes: {} does not vary in this study; name one of its "
                    "varied keys",
                    key));
  }
  return *found;
}

const Varied* x_axis(const CaseTable& table, const std::string& key) {
  if (!key.empty()) {
    const Varied& varied = named(table, key);
    if (varied.numbers.empty()) {
      throw ModelError(
          fmt::format("envelopes: the values of {} are words; an x axis needs numbers", key));
    }
    return &varied;
  }
  const Varied* best = table.find_varied("train.speed");
  if (best != nullptr && !best->numbers.empty()) return best;
  best = nullptr;
  for (const Varied& varied : table.varied) {
    if (varied.numbers.empty()) continue;
    const bool is_listed = varied.origin == Varied::Origin::listed;
    const bool better =
        best == nullptr || (is_listed && best->origin == Varied::Origin::drawn) ||
        (varied.origin == best->origin && varied.numbers.size() > best->numbers.size());
    if (better) best = &varied;
  }
  return best;
}

const Varied* curve_key(const CaseTable& table, const std::string& key) {
  if (!key.empty()) return &named(table, key);
  const auto of_words = [](const Varied* v) { return v != nullptr && v->numbers.empty(); };
  for (const std::string_view usual : {"train.type", "vehicle.type"}) {
    const Varied* varied = table.find_varied(usual);
    if (of_words(varied)) return varied;
  }
  const auto found =
      std::ranges::find_if(table.varied, [&](const Varied& v) { return of_words(&v); });
  return found == table.varied.end() ? nullptr : &*found;
}

/// Where a case goes in the tables.
class Places {
 public:
  Places(const CaseTable& table, const Varied& x, const Varied* curves) : table_(table), x_(x) {
    x_values_ = x.numbers;
    std::ranges::sort(x_values_);
    const auto equal = std::ranges::unique(x_values_);
    x_values_.erase(equal.begin(), equal.end());
    i_x_ = index_of(table, x);
    if (curves != nullptr && curves != &x) curves_ = curves;
  }

  const std::vector<double>& x_values() const { return x_values_; }
  std::size_t n_curves() const { return curves_ == nullptr ? 0 : curves_->labels.size(); }
  std::string curve_name(std::size_t i) const { return curves_->labels[i]; }

  std::size_t x_of(const CaseRow& row) const {
    const auto at = std::ranges::lower_bound(x_values_, x_.numbers[row.choices[i_x_]]);
    return static_cast<std::size_t>(at - x_values_.begin());
  }
  /// @pre n_curves() > 0
  std::size_t curve_of(const CaseRow& row) const { return row.choices[index_of(table_, *curves_)]; }

 private:
  const CaseTable& table_;
  const Varied& x_;
  const Varied* curves_ = nullptr;
  std::size_t i_x_ = 0;
  std::vector<double> x_values_;
};

result::Table envelope_of(const CaseTable& table, const Known& known, const Varied& x,
                          const Places& places) {
  const std::size_t n_x = places.x_values().size();
  const std::string unit = unit_of(table, known.name);
  result::Table out{.name = fmt::format("envelope_{}", known.name),
                    .title = fmt::format("{} over {}", known.title, words_of_key(x.key)),
                    .columns = {{last_part(x.key), x.unit, places.x_values()}},
                    .home = result::Table::Home::file_and_json};
  for (std::size_t i = 0; i < places.n_curves(); ++i) {
    out.columns.push_back({places.curve_name(i), unit, std::vector<double>(n_x, k_nothing)});
  }
  out.columns.push_back({"envelope", unit, std::vector<double>(n_x, k_nothing)});
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const CaseRow& row = table.rows[i];
    if (!is_finished(row)) continue;
    const double value = counted(table.value(i, known.name), known.worst);
    const auto add = [&](std::vector<double>& values) {
      double& worst = values[places.x_of(row)];
      worst = worse_of(worst, value, known.worst);
    };
    if (places.n_curves() > 0) add(out.columns[1 + places.curve_of(row)].values);
    add(out.columns.back().values);
  }
  return out;
}

std::vector<double> values_of(const CaseTable& table, const Known& known) {
  std::vector<double> values;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (!is_finished(table.rows[i])) continue;
    const double value = counted(table.value(i, known.name), known.worst);
    if (!std::isnan(value)) values.push_back(value);
  }
  return values;
}

/// The bridge's own frequency is worth a curve only where the bridge varies.
bool is_worth_a_curve(const CaseTable& table, const Known& known) {
  const std::vector<double> values = values_of(table, known);
  if (values.empty()) return false;
  const auto [low, high] = std::ranges::minmax(values);
  return known.name != "first_frequency" || low < high;
}

/// @pre not empty, sorted
double fractile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], at - static_cast<double>(below));
}

double standard_deviation(const std::vector<double>& values, double mean) {
  if (values.size() < 2) return k_nothing;
  const double sum = std::accumulate(values.begin(), values.end(), 0.0, [&](double s, double v) {
    return s + (v - mean) * (v - mean);
  });
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

/// Cases that differ in nothing but what was drawn.
class Samples {
 public:
  explicit Samples(const CaseTable& table) : table_(table) {
    for (std::size_t i = 0; i < table.varied.size(); ++i) {
      (is_drawn(table.varied[i]) ? drawn_ : chosen_).push_back(i);
    }
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      if (!is_finished(table.rows[i])) continue;
      std::vector<std::size_t> choices;
      for (const std::size_t key : chosen_) choices.push_back(table.rows[i].choices[key]);
      rows_[choices].push_back(i);
    }
  }

  bool has_any() const { return !drawn_.empty(); }

  result::Table statistics_of(const Known& known) const {
    result::Table out{.name = fmt::format("statistics_{}", known.name),
                      .title = title_of(known),
                      .columns = {},
                      .home = result::Table::Home::file_and_json,
                      .look = result::Table::Look::rows};
    for (const std::size_t key : chosen_) out.columns.push_back(column_of_key(key));
    const std::string unit = unit_of(table_, known.name);
    const std::size_t first = out.columns.size();
    for (const char* name :
         {"cases", "mean", "standard_deviation", "smallest", "fractile_5_percent",
          "fractile_50_percent", "fractile_95_percent", "largest"}) {
      out.columns.push_back({name, name == std::string_view("cases") ? "" : unit, {}});
    }
    for (const auto& [choices, rows] : rows_) {
      std::vector<double> values;
      for (const std::size_t i : rows) {
        const double value = counted(table_.value(i, known.name), known.worst);
        if (!std::isnan(value)) values.push_back(value);
      }
      const std::array<double, 8> statistics = statistics_of_sample(std::move(values));
      for (std::size_t c = 0; c < statistics.size(); ++c) {
        out.columns[first + c].values.push_back(statistics[c]);
      }
    }
    return out;
  }

 private:
  /// A seed makes a random rail, whether it was drawn or written down.
  static bool is_drawn(const Varied& varied) {
    return varied.origin == Varied::Origin::drawn || last_part(varied.key) == "seed";
  }

  static std::array<double, 8> statistics_of_sample(std::vector<double> values) {
    const auto n = static_cast<double>(values.size());
    if (values.empty()) {
      return {0, k_nothing, k_nothing, k_nothing, k_nothing, k_nothing, k_nothing, k_nothing};
    }
    std::ranges::sort(values);
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    return {n,
            mean,
            standard_deviation(values, mean),
            values.front(),
            fractile(values, 0.05),
            fractile(values, 0.5),
            fractile(values, 0.95),
            values.back()};
  }

  /// Words are counted from 1, as in cases.csv.
  result::Column column_of_key(std::size_t key) const {
    const Varied& varied = table_.varied[key];
    const bool is_number = !varied.numbers.empty();
    result::Column column{is_number ? varied.key : varied.key + "_number", varied.unit, {}};
    const auto at = static_cast<std::size_t>(std::ranges::find(chosen_, key) - chosen_.begin());
    for (const auto& [choices, rows] : rows_) {
      column.values.push_back(is_number ? varied.numbers[choices[at]]
                                        : static_cast<double>(choices[at] + 1));
    }
    return column;
  }

  std::string title_of(const Known& known) const {
    const auto names = [&](const std::vector<std::size_t>& keys) {
      std::vector<std::string> words;
      for (const std::size_t key : keys) words.push_back(words_of_key(table_.varied[key].key));
      return fmt::format("{}", fmt::join(words, " and "));
    };
    return fmt::format("{}: statistics over {}{}{}", known.title, names(drawn_),
                       chosen_.empty() ? "" : " for each ", names(chosen_));
  }

  const CaseTable& table_;
  std::vector<std::size_t> drawn_;                                     // keys
  std::vector<std::size_t> chosen_;                                    // the others
  std::map<std::vector<std::size_t>, std::vector<std::size_t>> rows_;  // by choices of those
};

}  // namespace

std::vector<result::Table> envelopes_of(const CaseTable& table, const EnvelopeSettings& settings) {
  const Varied* x = x_axis(table, settings.over);
  const Varied* curves = curve_key(table, settings.curve_for_each);
  if (x == nullptr) return {};
  const Places places(table, *x, curves);
  std::vector<result::Table> tables;
  for (const Known& known : k_known) {
    if (!has_measure(table, known.name) || !is_worth_a_curve(table, known)) continue;
    tables.push_back(envelope_of(table, known, *x, places));
    tables.back().marks = settings.marks;
  }
  return tables;
}

std::vector<result::Table> statistics_of(const CaseTable& table) {
  const Samples samples(table);
  if (!samples.has_any()) return {};
  std::vector<result::Table> tables;
  for (const Known& known : k_known) {
    if (!has_measure(table, known.name) || values_of(table, known).empty()) continue;
    tables.push_back(samples.statistics_of(known));
  }
  return tables;
}

}  // namespace tread::sweep
