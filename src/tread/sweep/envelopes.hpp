#pragma once

#include <string>
#include <vector>

#include "tread/result/result.hpp"
#include "tread/sweep/case_table.hpp"

namespace tread::sweep {

/// Envelopes and statistics of the numbers that study/measure_case.hpp names. Numbers count by
/// their size, the worst is the largest; of min_force_ratio, the smallest. Only finished cases
/// count, and of these only the ones that tell the number: what is not there leaves a gap, never a
/// zero.

struct EnvelopeSettings {
  /// Key with numbers along the x axis; empty: train.speed if it varies, else the one with the most
  /// values (drawn ones only if there is no other).
  std::string over{};
  /// Key whose values have a curve each; empty: train.type or vehicle.type if it varies, else the
  /// first key of words; none if there is none.
  std::string curve_for_each{};
  /// Places on the x axis to mark: resonance speeds n D / i.
  std::vector<result::Table::Mark> marks{};
};

/// A table of curves a number: the x axis, a column for each value of the second key, and
/// `envelope` over all of them. Whatever else varies is enveloped. Named envelope_<number>. Empty:
/// no key of numbers varies. Throws ModelError for a key that does not vary, or an x axis of words.
std::vector<result::Table> envelopes_of(const CaseTable& table,
                                        const EnvelopeSettings& settings = {});

/// Over what was drawn at random, and over seeds of random rails that were listed: a table a
/// number, named statistics_<number>, with a row for each combination of all other keys that vary
/// (a train at a speed). Its finished cases, their mean, standard deviation (of a sample: n - 1),
/// smallest and largest, and the 5, 50 and 95 % fractiles (straight between ordered cases). Empty:
/// nothing was drawn.
std::vector<result::Table> statistics_of(const CaseTable& table);

}  // namespace tread::sweep
