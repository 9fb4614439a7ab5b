#include "tread/study/measure_case.hpp"

#include <algorithm>

#include "tread/study/moving_load_measure.hpp"
#include "tread/study/run_case.hpp"
#include "tread/study/train_bridge_study.hpp"

namespace tread::study {
namespace {

/// A study asks for numbers: what is drawn or looked into takes memory, and is made again when a
/// case is run by itself.
result::CaseResult numbers_alone(result::CaseResult measured) {
  measured.fields.reset();
  measured.animation.reset();
  measured.histories.clear();
  measured.solids.clear();
  measured.tables.clear();
  measured.files.clear();
  measured.echo.clear();
  // The same case must give the same numbers: how long the machine took is none of them.
  std::erase_if(measured.scalars,
                [](const result::Scalar& scalar) { return scalar.name == "preparation_time"; });
  return measured;
}

}  // namespace

result::CaseResult measure_case(const casefile::CaseFile& file, MeasureMemory& memory,
                                Observer& observer) {
  if (file.train_bridge)
    return numbers_alone(measure_train_bridge(file, memory.train_bridge, observer));
  if (file.moving_load) {
    return numbers_alone(measure_moving_load(file, memory.moving_load, observer));
  }
  result::Result all = run_case(file, {.threads = 1, .observer = &observer});
  const auto failed = std::ranges::find(all.cases, false, &result::CaseResult::ok);
  return numbers_alone(std::move(failed == all.cases.end() ? all.cases.back() : *failed));
}

void check_measured(const casefile::CaseFile& file) {
  if (file.moving_load) {
    check_measured_moving_load(file);
  } else {
    check_case(file);
  }
}

std::string echo_without(const casefile::CaseFile& file, std::span<const std::string_view> keys) {
  std::string text;
  for (const casefile::EchoEntry& entry : file.echo) {
    if (std::ranges::find(keys, entry.key) != keys.end()) continue;
    text += entry.key + '=' + entry.value + '\n';
  }
  return text;
}

}  // namespace tread::study
