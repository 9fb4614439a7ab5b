#include "tread/result/json.hpp"

#include <cassert>

#include "tread/result/json_types.hpp"

namespace tread::result {
namespace {

Json echo_json(const std::vector<Echo>& echo) {
  Json list = Json::array();
  for (const Echo& e : echo) list.push_back({{"key", e.key}, {"value", e.value}, {"unit", e.unit}});
  return list;
}

/// {"history": {"distance": {"unit": "m", "values": [...]}, ...}}
Json tables_json(const std::vector<Table>& tables) {
  Json all = Json::object();
  for (const Table& table : tables) {
    if (table.home != Table::Home::file_and_json) continue;
    Json columns = Json::object();
    for (const Column& column : table.columns) {
      columns[column.name] = {{"unit", column.unit}, {"values", column.values}};
    }
    all[table.name] = std::move(columns);
  }
  return all;
}

/// Value, limit and margin only where the check applies.
Json checks_json(const std::vector<Check>& checks) {
  Json list = Json::array();
  for (const Check& check : checks) {
    Json entry = {{"name", check.name},
                  {"title", check.title},
                  {"verdict", name_of(check.verdict)},
                  {"clause", check.clause},
                  {"limit_key", check.limit_key}};
    if (check.verdict != Check::Verdict::not_applicable) {
      entry["value"] = check.value;
      entry["bound"] = check.bound == Check::Bound::at_most ? "at_most" : "at_least";
      entry["limit"] = check.limit;
      entry["unit"] = check.unit;
      entry["margin"] = check.margin();
      entry["decided_by"] = check.decided_by;
    }
    entry["note"] = check.note;
    list.push_back(std::move(entry));
  }
  return list;
}

/// {"name", "title", "changes": {"max_deflection": {"unit", "value", "varied", "relative",
/// "meaning", "varied_meaning"}}}, or "failure".
Json evidence_json(const std::vector<Evidence>& evidence) {
  Json list = Json::array();
  for (const Evidence& e : evidence) {
    Json entry = {{"name", e.name}, {"title", e.title}};
    if (!e.failure.empty()) entry["failure"] = e.failure;
    Json changes = Json::object();
    for (const Evidence::Change& change : e.changes) {
      changes[change.name] = {
          {"unit", change.unit},       {"value", change.value},
          {"varied", change.varied},   {"relative", change.relative()},
          {"meaning", change.meaning}, {"varied_meaning", change.varied_meaning}};
    }
    entry["changes"] = std::move(changes);
    list.push_back(std::move(entry));
  }
  return list;
}

Json case_json(const CaseResult& c, const std::vector<std::string>& files) {
  Json entry;
  entry["title"] = c.title;
  entry["status"] = c.status;
  for (const Scalar& scalar : c.scalars) {
    assert(!entry.contains(scalar.name) && "two scalars of one name, or a reserved name");
    entry[scalar.name] = scalar.value;  // non-finite numbers are dumped as null
  }
  for (const Vector& vector : c.vectors) {
    assert(!entry.contains(vector.name) && "two vectors of one name, or a reserved name");
    Json values = Json::array();
    for (const Vector::Component& component : vector.components) values.push_back(component.value);
    entry[vector.name] = std::move(values);
  }
  Json elements = Json::object();
  for (const Count& count : c.elements) elements[count.name] = count.value;
  entry["elements"] = std::move(elements);
  if (c.iterations) entry["iterations"] = *c.iterations;
  if (c.residual) entry["residual"] = *c.residual;
  entry["notes"] = c.notes;
  entry["files"] = files;
  if (!c.checks.empty()) entry["checks"] = checks_json(c.checks);
  if (!c.evidence.empty()) entry["evidence"] = evidence_json(c.evidence);
  if (Json tables = tables_json(c.tables); !tables.empty()) entry["tables"] = std::move(tables);
  if (!c.echo.empty()) entry["case"] = echo_json(c.echo);
  return entry;
}

}  // namespace

std::string to_json(const Result& result, const CaseFiles& files) {
  Json root;
  root["status"] = result.status();
  root["version"] = result.program_version;
  root["case_file"] = result.case_file;
  root["description"] = result.description;
  root["units"] = result.units_note;
  root["case"] = echo_json(result.echo);
  root["results"] = Json::array();
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    root["results"].push_back(
        case_json(result.cases[i], i < files.size() ? files[i] : std::vector<std::string>{}));
  }
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tread::result
