#include "tread/sweep/study_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tread/core/errors.hpp"
#include "tread/standards/bridge_dynamics.hpp"
#include "tread/standards/dynamic_factors.hpp"
#include "tread/study/bridge_standards.hpp"
#include "tread/study/case_facts.hpp"
#include "tread/study/measure_case.hpp"
#include "tread/study/run_case.hpp"
#include "tread/sweep/case_words.hpp"
#include "tread/sweep/check_list.hpp"
#include "tread/sweep/checks.hpp"
#include "tread/sweep/envelopes.hpp"
#include "tread/sweep/evidence.hpp"
#include "tread/sweep/study_in_words.hpp"

namespace tread::sweep {
namespace {

using casefile::BridgeInput;
using casefile::CaseFile;
using casefile::StudyFile;

/// Words do not fit into a column of numbers: they are counted from 1, and a note tells which.
result::Table cases_table(const CaseTable& table, result::CaseResult& out) {
  result::Table all{"cases", "All cases", {{"case", "", {}}}};
  all.look = result::Table::Look::file_only;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    all.columns.front().values.push_back(static_cast<double>(i + 1));
  }
  for (std::size_t v = 0; v < table.varied.size(); ++v) {
    const Varied& varied = table.varied[v];
    const bool is_number = !varied.numbers.empty();
    result::Column column{is_number ? varied.key : varied.key + "_number", varied.unit, {}};
    for (const CaseRow& row : table.rows) {
      const std::size_t choice = row.choices[v];
      column.values.push_back(is_number ? varied.numbers[choice] : static_cast<double>(choice + 1));
    }
    all.columns.push_back(std::move(column));
    if (is_number) continue;
    out.notes.push_back(fmt::format("In cases.csv {} counts from 1: {}.", varied.key,
                                    fmt::join(varied.labels, ", ")));
  }
  for (std::size_t m = 0; m < table.measures.size(); ++m) {
    result::Column column{table.measures[m].name, table.measures[m].unit, {}};
    for (const CaseRow& row : table.rows) column.values.push_back(row.values[m]);
    all.columns.push_back(std::move(column));
  }
  return all;
}

void add_failed(const StudyFile& study, const CaseTable& table, result::CaseResult& out) {
  constexpr std::size_t k_most_told = 20;
  std::size_t n_failed = 0;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const CaseRow& row = table.rows[i];
    if (row.state != CaseRow::State::failed) continue;
    if (++n_failed > k_most_told) continue;
    out.notes.push_back(fmt::format("Case {} ({}): {}{}{}", i + 1, study.case_in_words(i),
                                    row.status, row.message.empty() ? "" : ": ", row.message));
  }
  if (n_failed > k_most_told) {
    out.notes.push_back(
        fmt::format("{} more cases failed: see cases.jsonl.", n_failed - k_most_told));
  }
  out.scalars.push_back({"failed_cases", static_cast<double>(n_failed), "", "failed cases"});
}

// ---- the bridge, as norms see it ----

bool varies(const CaseTable& table, std::string_view key) {
  return table.find_varied(key) != nullptr;
}

/// EN 1991-2 table 6.2, 5.2: continuous girders count with their mean span times 1.2 to 1.5, and at
/// least the longest.
double determinant_length(const BridgeInput& bridge) {
  const std::vector<double> spans = bridge.span_lengths();
  const double longest = *std::ranges::max_element(spans);
  if (spans.size() == 1 || bridge.joints != "continuous") return longest;
  double sum = 0;
  for (const double span : spans) sum += span;
  const auto n = static_cast<double>(spans.size());
  const double factor = std::min(1.5, 1.0 + 0.1 * n);
  return std::max(longest, factor * sum / n);
}

CheckSettings settings_for(const StudyFile& study, const CaseFile& first, const CaseTable& table) {
  CheckSettings settings = settings_of(study.input.checks);
  if (const BridgeInput* bridge = study::bridge_of(first);
      bridge != nullptr && !varies(table, "bridge.spans")) {
    const std::vector<double> spans = bridge->span_lengths();
    settings.n_spans = static_cast<int>(spans.size());
    const bool is_continuous = spans.size() > 1 && bridge->joints == "continuous";
    settings.continuity =
        is_continuous ? standards::Continuity::continuous : standards::Continuity::simply_supported;
    if (!settings.longest_span && !varies(table, "bridge.length")) {
      settings.longest_span = *std::ranges::max_element(spans);
      settings.spans = spans;
    }
  }
  const bool are_two_trains =
      (first.moving_load && !first.moving_load->second_train.axles.type.empty()) ||
      (first.train_bridge && first.train_bridge->second_train);
  if (are_two_trains) settings.n_tracks = std::max(settings.n_tracks, 2);
  if (first.moving_load) settings.speed = first.moving_load->train.speed;
  if (first.train_bridge) settings.speed = first.train_bridge->train.speed;
  return settings;
}

/// A case may be asked not to look where the worst is: then no check may be silent about it.
void qualify(const CaseFile& first, const CaseTable& table, std::vector<result::Check>& checks) {
  using Verdict = result::Check::Verdict;
  for (result::Check& check : checks) {
    if (check.verdict == Verdict::not_applicable) continue;
    if (study::told(first, "time.end") != nullptr) {
      add_note(check, "runs end at time.end, whether the train has left the bridge or not");
    }
    if (first.moving_load && study::told(first, "output.sections") != nullptr) {
      add_note(check, "looked at only at output.sections");
    }
    for (const char* key : {"output.deck_frequency", "output.frequency_cut"}) {
      const Varied* varied = table.find_varied(key);
      const std::optional<double> cut =
          varied == nullptr ? study::told_number(first, key) : std::ranges::min(varied->numbers);
      const bool is_low = cut && *cut < standards::k_least_deck_frequency;
      if (check.name != "deck_acceleration" || !is_low) continue;
      check.verdict = Verdict::not_applicable;
      check.decided_by.clear();
      check.deciding_case = 0;
      check.note = std::string(key) + " leaves out frequencies below 30 Hz, which count";
    }
  }
}

/// Factors of the norms beside the measured one, over speed.
void add_dynamic_factors(const CaseFile& first, const CaseTable& table, result::CaseResult& out) {
  const BridgeInput* bridge = study::bridge_of(first);
  const bool is_one_bridge =
      bridge != nullptr && !varies(table, "bridge.length") && !varies(table, "bridge.spans");
  if (!is_one_bridge) return;
  const bool has_one_damping =
      !varies(table, "bridge.damping_type") && !varies(table, "bridge.additional_damping");
  if (has_one_damping) study::add_standard_damping(*bridge, out);
  const double length = determinant_length(*bridge);
  out.scalars.push_back({"determinant_length", length, "m", "determinant length L_Phi"});
  out.scalars.push_back(
      {"phi_2", standards::phi_2(length), "", "Phi2, careful maintenance (EN 1991-2 6.4.5.2)"});
  out.scalars.push_back({"phi_3", standards::phi_3(length), "", "Phi3, standard maintenance"});
  const double n0 = table.rows.empty() ? NAN : table.value(0, "first_frequency");
  if (!(n0 > 0)) return;
  out.scalars.push_back({"first_frequency", n0, "Hz", "n0 of the first case"});
  study::add_frequency_of_deflection(*bridge, study::PermanentDeflection::of_own_weight, out);
  if (const auto band = standards::usual_frequencies(length)) {
    out.scalars.push_back({"n0_lower", band->lower, "Hz", "usual n0 from (EN 1991-2 figure 6.10)"});
    out.scalars.push_back({"n0_upper", band->upper, "Hz", "usual n0 to"});
  }
  const auto measured =
      std::ranges::find(out.tables, "envelope_dynamic_amplification", &result::Table::name);
  if (measured == out.tables.end() || measured->columns.front().unit != "m/s") return;
  result::Table factors{"dynamic_factors",
                        "Dynamic factors: measured, and of EN 1991-2",
                        {measured->columns.front(),
                         {"measured", "", measured->columns.back().values},
                         {"1_plus_phi_prime", "", {}},
                         {"1_plus_phi_prime_plus_phi_double_prime", "", {}},
                         {"phi_2", "", {}},
                         {"phi_3", "", {}}}};
  for (const double speed : measured->columns.front().values) {
    const standards::RealTrainFactors real = standards::real_train_factors(length, n0, speed);
    factors.columns[2].values.push_back(1 + real.perfect_track);
    factors.columns[3].values.push_back(
        standards::real_train_factor(real, standards::Maintenance::standard));
    factors.columns[4].values.push_back(standards::phi_2(length));
    factors.columns[5].values.push_back(standards::phi_3(length));
  }
  factors.marks = measured->marks;
  *measured = std::move(factors);
}

// ---- the case that decides ----

/// The one with the least margin; without checks the one whose deck, or whatever is first, is
/// worst.
std::optional<std::size_t> deciding_case(const CaseTable& table,
                                         const std::vector<result::Check>& checks) {
  const result::Check* closest = nullptr;
  for (const result::Check& check : checks) {
    if (check.deciding_case == 0) continue;
    if (closest == nullptr || check.margin() < closest->margin()) closest = &check;
  }
  if (closest != nullptr) return closest->deciding_case - 1;
  std::optional<std::size_t> worst;
  double largest = -1;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (table.rows[i].state != CaseRow::State::done) continue;
    const double value = std::abs(table.value(i, "max_deflection"));
    if (!worst || value > largest) {
      worst = i;
      largest = std::isfinite(value) ? value : largest;
    }
  }
  return worst;
}

std::vector<result::Table::Mark> resonances_of(const CaseFile& file,
                                               const result::CaseResult& measured) {
  std::vector<result::Table::Mark> marks;
  for (const result::Vector& vector : measured.vectors) {
    if (vector.name != "critical_speeds") continue;
    for (const result::Vector::Component& component : vector.components) {
      marks.push_back({component.value, component.label});
    }
  }
  if (!marks.empty() || !file.train_bridge) return marks;
  constexpr int k_divisors = 4;
  constexpr std::array k_frequencies{"first_frequency", "second_frequency", "third_frequency"};
  const std::optional<double> pitch = file.train_bridge->vehicle.pitch;
  for (std::size_t mode = 1; pitch && mode <= k_frequencies.size(); ++mode) {
    const auto n =
        std::ranges::find(measured.scalars, k_frequencies[mode - 1], &result::Scalar::name);
    if (n == measured.scalars.end()) break;
    for (int i = 1; i <= k_divisors; ++i) {
      marks.push_back(
          {n->value * *pitch / i, fmt::format("n{} D/{}, D = {:g} m", mode, i, *pitch)});
    }
  }
  return marks;
}

/// Marks are those of one train: of several, its name belongs to them.
void name_train(const CaseTable& table, std::size_t i_case,
                std::vector<result::Table::Mark>& marks) {
  const Varied* trains = table.find_varied("train.type");
  if (trains == nullptr || trains->labels.size() < 2) return;
  const auto key = static_cast<std::size_t>(trains - table.varied.data());
  const std::string& train = trains->labels[table.rows[i_case].choices[key]];
  for (result::Table::Mark& mark : marks) mark.name += ", " + train;
}

/// A case as it was measured. Only moving forces tell more than the table holds, their critical
/// speeds, and are quickly measured again.
result::CaseResult measured_before(const CaseFile& file, const CaseTable& table, std::size_t i_case,
                                   Observer& observer) {
  if (file.moving_load) {
    study::MeasureMemory memory;
    return study::measure_case(file, memory, observer);
  }
  result::CaseResult measured;
  for (std::size_t m = 0; m < table.measures.size(); ++m) {
    const double value = table.rows[i_case].values[m];
    if (std::isnan(value)) continue;
    measured.scalars.push_back({table.measures[m].name, value, table.measures[m].unit, ""});
  }
  return measured;
}

/// Resonance speeds belong on an axis of speeds, and only where there are cases.
void leave_marks_in_range(result::Table& envelope) {
  const result::Column& over = envelope.columns.front();
  if (over.unit != "m/s") envelope.marks.clear();
  if (over.values.empty()) return;
  const auto [low, high] = std::ranges::minmax(over.values);
  std::erase_if(envelope.marks, [low = low, high = high](const result::Table::Mark& mark) {
    return mark.at < low || mark.at > high;
  });
}

}  // namespace

result::Result study_result(const StudyFile& study, const CaseTable& table, Observer& observer) {
  result::Result result;
  result.program_version = study::program_version();
  result.case_file = study.path;
  result.case_text = study.text;
  const CaseFile first = casefile::case_of_study(study, 0);
  for (const casefile::EchoEntry& entry : first.echo) {
    if (!varies(table, entry.key)) result.echo.push_back({entry.key, entry.value, entry.unit});
  }
  result.description = study_in_words(study, first);
  result::CaseResult& out = result.cases.emplace_back();
  out.title = study.input.title;
  out.notes = study.warnings;
  out.scalars.push_back({"cases", static_cast<double>(table.rows.size()), "", "cases"});
  add_failed(study, table, out);
  out.ok = out.scalars.back().value == 0;
  out.status = out.ok ? "converged" : "failed_cases";
  const bool has_norms = first.moving_load || first.train_bridge || first.vehicle_run;
  if (has_norms) {
    out.checks = checks_of(table, settings_for(study, first, table));
    qualify(first, table, out.checks);
    std::ranges::stable_sort(out.checks, {}, [](const result::Check& check) {
      return check.verdict == result::Check::Verdict::not_applicable;
    });
  }

  EnvelopeSettings settings{study.input.envelope_over, study.input.envelope_curves, {}};
  const std::optional<std::size_t> decisive = deciding_case(table, out.checks);
  if (decisive) {
    const CaseFile file = casefile::case_of_study(study, *decisive);
    const result::CaseResult measured = measured_before(file, table, *decisive, observer);
    settings.marks = resonances_of(file, measured);
    name_train(table, *decisive, settings.marks);
    out.notes.push_back(fmt::format("Decides: case {}, {}.", *decisive + 1,
                                    words_of_case(table, table.rows[*decisive])));
    if (study.input.evidence) out.evidence = evidence_for(study, *decisive, measured, observer);
  }
  for (result::Table& envelope : envelopes_of(table, settings)) {
    leave_marks_in_range(envelope);
    out.tables.push_back(std::move(envelope));
  }
  add_dynamic_factors(first, table, out);
  for (result::Table& statistic : statistics_of(table)) out.tables.push_back(std::move(statistic));
  out.tables.push_back(cases_table(table, out));
  return result;
}

}  // namespace tread::sweep
