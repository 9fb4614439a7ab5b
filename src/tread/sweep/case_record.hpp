#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tread/casefile/study_file.hpp"
#include "tread/core/observer.hpp"
#include "tread/study/measure_case.hpp"
#include "tread/sweep/case_table.hpp"

namespace tread::sweep {

/// What is kept of one case: a line of text on disk and between processes.
///
///   <digest of the rest, 32 hexadecimal digits> {"case": 12, "status": ..., "numbers": [...]}
///
/// Numbers are written so that reading them gives the same bits. There are no times in it: the same
/// case gives the same line, whoever runs it.
struct CaseRecord {
  struct Number {
    std::string name;
    double value = 0;  // NaN: the case tells none
    std::string unit;
  };
  std::size_t i_case = 0;
  CaseRow::State state = CaseRow::State::missing;
  std::string status;
  std::string message;  // why it failed
  std::vector<Number> numbers;
};

/// @param study identity of the study it belongs to, which goes into the digest
std::string to_line(const CaseRecord& record, std::string_view study = "");

/// Nothing for a line that is damaged, was not written to its end, or belongs to another study.
std::optional<CaseRecord> record_of(std::string_view line, std::string_view study = "");

/// Runs one case of a study. What goes wrong is in the record; nothing if the observer stopped it.
/// Throws only what concerns the machine as a whole.
std::optional<CaseRecord> run_case_of(const casefile::StudyFile& study, std::size_t i_case,
                                      study::MeasureMemory& memory, Observer& observer);

}  // namespace tread::sweep
