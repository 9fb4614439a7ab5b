#include "tread/sweep/case_record.hpp"

#include <cmath>
#include <limits>
#include <new>
#include <nlohmann/json.hpp>

#include "tread/core/errors.hpp"
#include "tread/core/word_digest.hpp"

namespace tread::sweep {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t k_digest_digits = 32;

std::string digest_of(std::string_view study, std::string_view text) {
  WordDigest digest;
  digest.add(study);
  digest.add(text);
  return digest.hex();
}

CaseRecord failed(std::size_t i_case, std::string status, std::string message) {
  return {i_case, CaseRow::State::failed, std::move(status), std::move(message), {}};
}

std::string first_problem(const CaseError& error) {
  const std::size_t n_more = error.problems().size() - 1;
  const std::string text = error.problems().front().text();
  return n_more == 0 ? text : text + " (and " + std::to_string(n_more) + " more)";
}

CaseRecord record_of_result(std::size_t i_case, const result::CaseResult& measured) {
  CaseRecord record{
      i_case, measured.ok ? CaseRow::State::done : CaseRow::State::failed, measured.status, {}, {}};
  if (!measured.ok && !measured.notes.empty()) record.message = measured.notes.front();
  for (const result::Scalar& scalar : measured.scalars) {
    record.numbers.push_back({scalar.name, scalar.value, scalar.unit});
  }
  return record;
}

}  // namespace

std::string to_line(const CaseRecord& record, std::string_view study) {
  Json numbers = Json::array();
  for (const CaseRecord::Number& number : record.numbers) {
    Json value = std::isfinite(number.value) ? Json(number.value) : Json(nullptr);
    numbers.push_back(Json::array({number.name, std::move(value), number.unit}));
  }
  const Json root{{"case", record.i_case},
                  {"ok", record.state == CaseRow::State::done},
                  {"status", record.status},
                  {"message", record.message},
                  {"numbers", std::move(numbers)}};
  const std::string text = root.dump(-1, ' ', false, Json::error_handler_t::replace);
  return digest_of(study, text) + ' ' + text + '\n';
}

std::optional<CaseRecord> record_of(std::string_view line, std::string_view study) {
  const bool is_whole =
      line.size() > k_digest_digits + 1 && line[k_digest_digits] == ' ' && line.ends_with('\n');
  if (!is_whole) return std::nullopt;
  const std::string_view text = line.substr(k_digest_digits + 1, line.size() - k_digest_digits - 2);
  if (line.substr(0, k_digest_digits) != digest_of(study, text)) return std::nullopt;
  // The digest tells that it is what was written: nothing else can be wrong with it.
  const Json root = Json::parse(text, nullptr, false);
  if (root.is_discarded()) return std::nullopt;
  CaseRecord record;
  record.i_case = root.at("case");
  record.state = root.at("ok").get<bool>() ? CaseRow::State::done : CaseRow::State::failed;
  record.status = root.at("status");
  record.message = root.at("message");
  for (const Json& number : root.at("numbers")) {
    const double value = number.at(1).is_null() ? std::numeric_limits<double>::quiet_NaN()
                                                : number.at(1).get<double>();
    record.numbers.push_back({number.at(0), value, number.at(2)});
  }
  return record;
}

std::optional<CaseRecord> run_case_of(const casefile::StudyFile& study, std::size_t i_case,
                                      study::MeasureMemory& memory, Observer& observer) {
  try {
    const casefile::CaseFile file = casefile::case_of_study(study, i_case);
    const result::CaseResult measured = study::measure_case(file, memory, observer);
    if (measured.was_stopped()) return std::nullopt;
    return record_of_result(i_case, measured);
  } catch (const CaseError& error) {
    return failed(i_case, "refused", first_problem(casefile::placed_in_study(error, study)));
  } catch (const std::bad_alloc&) {
    return failed(i_case, "failed", "not enough memory");
  } catch (const std::exception& error) {
    return failed(i_case, "failed", error.what());
  }
}

}  // namespace tread::sweep
