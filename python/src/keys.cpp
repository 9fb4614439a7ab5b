#include "tread/casefile/keys.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "bindings.hpp"
#include "tread/casefile/case_file.hpp"
#include "tread/casefile/case_toml.hpp"
#include "tread/casefile/read_case.hpp"
#include "tread/casefile/scenarios.hpp"
#include "tread/casefile/text_file.hpp"
#include "tread/core/errors.hpp"
#include "tread/study/run_case.hpp"

namespace tread::python {
namespace {

using namespace py::literals;

py::object value_of(const casefile::Value& value) {
  return std::visit([](const auto& v) { return py::object(py::cast(v)); }, value);
}

const char* kind_name(casefile::Kind kind) {
  switch (kind) {
    case casefile::Kind::truth:
      return "bool";
    case casefile::Kind::whole_number:
      return "int";
    case casefile::Kind::number:
      return "float";
    case casefile::Kind::numbers:
      return "list of float";
    case casefile::Kind::text:
      return "text";
    case casefile::Kind::choice:
      return "choice";
    case casefile::Kind::words:
      return "list of words";
    case casefile::Kind::file:
      return "file name";
  }
  return "";
}

/// Units behind a key, each with its size in SI as numerator and denominator.
py::dict units_of_key(const casefile::KeyInfo& key) {
  py::dict units;
  for (const casefile::Unit& unit : casefile::info(key.dimension).units) {
    units[py::str(unit.suffix.data(), unit.suffix.size())] =
        py::make_tuple(unit.numerator, unit.denominator);
  }
  return units;
}

std::string unit_of(const casefile::KeyInfo& key) {
  return key.unit_note.empty() ? std::string(casefile::info(key.dimension).si) : key.unit_note;
}

py::object to_python(const casefile::TomlNode& node);

py::dict to_python(const casefile::TomlTable& table) {
  py::dict result;
  for (const casefile::TomlEntry& entry : table.entries) {
    result[py::str(entry.key)] = to_python(entry.node);
  }
  return result;
}

py::object to_python(const casefile::TomlNode& node) {
  if (const auto* date = std::get_if<casefile::TomlDate>(&node.value)) return py::str(date->text);
  if (const auto* table = std::get_if<casefile::TomlTable>(&node.value)) return to_python(*table);
  if (const auto* array = std::get_if<casefile::TomlArray>(&node.value)) {
    py::list list;
    for (const casefile::TomlNode& item : array->nodes) list.append(to_python(item));
    return list;
  }
  if (const auto* truth = std::get_if<bool>(&node.value)) return py::bool_(*truth);
  if (const auto* whole = std::get_if<std::int64_t>(&node.value)) return py::int_(*whole);
  if (const auto* real = std::get_if<double>(&node.value)) return py::float_(*real);
  return py::str(std::get<std::string>(node.value));
}

/// The declarations without what ties keys together: for one key that is looked at alone.
casefile::KeyTable untied(casefile::KeyTable keys) {
  for (casefile::KeyInfo& key : keys.keys) {
    key.condition = {};
    key.required_for.clear();
    key.not_with.clear();
    key.needs.clear();
  }
  return keys;
}

void bind_declarations(py::module_& module) {
  py::class_<casefile::KeyInfo>(module, "Key",
                                "A key of a case: what it may hold and what it means.")
      .def_readonly("table", &casefile::KeyInfo::table,
                    "Table it lives in; empty: above the first.")
      .def_readonly("name", &casefile::KeyInfo::name, "Name without unit.")
      .def_property_readonly("full_name", &casefile::KeyInfo::full_name, "table.name.")
      .def_readonly("doc", &casefile::KeyInfo::doc, "What it means.")
      .def_property_readonly(
          "kind", [](const casefile::KeyInfo& key) { return kind_name(key.kind); },
          "What it holds.")
      .def_property_readonly("unit", &unit_of, "SI unit; empty: none.")
      .def_property_readonly("units", &units_of_key,
                             "Units that may stand behind the name (speed_km_h), each with its "
                             "size in SI as (numerator, denominator).")
      .def_property_readonly(
          "range", [](const casefile::KeyInfo& key) { return key.range.text(); },
          "Allowed values in SI; empty: all finite ones.")
      .def_property_readonly(
          "default",
          [](const casefile::KeyInfo& key) {
            return key.default_value ? value_of(*key.default_value) : py::none();
          },
          "What counts if it is not given (SI); None: nothing.")
      .def_property_readonly(
          "choices",
          [](const casefile::KeyInfo& key) {
            py::dict choices;
            for (const casefile::Choice& c : key.choices) choices[py::str(c.name)] = c.doc;
            return choices;
          },
          "Words it can be, with their meaning.")
      .def_property_readonly(
          "required", [](const casefile::KeyInfo& key) { return !key.required_for.empty(); },
          "Whether it must be given (if its condition holds).")
      .def_property_readonly(
          "condition",
          [](const casefile::KeyInfo& key) {
            return key.condition.key.empty() ? std::string()
                                             : fmt::format("only for {} = {}", key.condition.key,
                                                           either(key.condition.values));
          },
          "Where it counts; empty: always.")
      .def("__repr__", [](const casefile::KeyInfo& key) {
        const std::string unit = unit_of(key);
        return fmt::format("<Key {}{}: {}>", key.full_name(), unit.empty() ? "" : " [" + unit + "]",
                           key.doc);
      });
  py::class_<casefile::TableInfo>(module, "KeyTable", "A table of keys of a case.")
      .def_readonly("name", &casefile::TableInfo::name, "Name.")
      .def_readonly("doc", &casefile::TableInfo::doc, "What it is about.")
      .def_property_readonly(
          "many",
          [](const casefile::TableInfo& t) { return t.count == casefile::TableInfo::Count::many; },
          "Whether there may be several, as [[name]].")
      .def_property_readonly("header", &casefile::TableInfo::header, "As it is written in a file.");
}

/// A case in its file form, ready to run.
void bind_case_file(py::module_& module) {
  py::class_<casefile::CaseFile, std::shared_ptr<casefile::CaseFile>>(
      module, "CaseFile", "A case that has been read and checked.")
      .def_readonly("path", &casefile::CaseFile::path, "File it came from.")
      .def_readonly("warnings", &casefile::CaseFile::warnings, "What looks odd, none of it fatal.")
      .def_property_readonly("n_cases", &casefile::CaseFile::n_cases, "Cases in the file.");
  module.def(
      "_read_case",
      [](const std::filesystem::path& path, bool inp_in_metres) {
        return std::make_shared<casefile::CaseFile>(casefile::read_case(
            path, inp_in_metres ? casefile::InpUnits::metre : casefile::InpUnits::millimetre));
      },
      "path"_a, "inp_in_metres"_a = false, py::call_guard<py::gil_scoped_release>(),
      "Reads a case file, TOML or .inp.");
  module.def(
      "_parse_case",
      [](const std::string& text, const std::string& name, const std::filesystem::path& folder) {
        return std::make_shared<casefile::CaseFile>(casefile::parse_toml(text, name, folder));
      },
      "text"_a, "name"_a, "folder"_a, py::call_guard<py::gil_scoped_release>(),
      "Reads a case from TOML text.");
  module.def(
      "_check_case",
      [](const casefile::CaseFile& file) {
        const py::gil_scoped_release unlocked;
        study::check_case(file);
      },
      "file"_a, "Builds the models of a case without solving it.");
  module.def(
      "_read_text",
      [](const std::filesystem::path& path) {
        return casefile::read_text_file(path, casefile::k_max_case_bytes);
      },
      "path"_a, py::call_guard<py::gil_scoped_release>(), "The text of a case file.");
}

}  // namespace

void bind_keys(py::module_& module) {
  bind_declarations(module);
  bind_case_file(module);
  module.def(
      "_scenarios",
      [] {
        py::dict result;
        for (const casefile::Choice& scenario : casefile::scenario_choices()) {
          result[py::str(scenario.name)] = scenario.doc;
        }
        return result;
      },
      "Scenarios and what they are about.");
  module.def(
      "_declarations",
      [](const std::string& scenario) {
        for (const casefile::Scenario& known : casefile::scenarios()) {
          if (known.name.name == scenario) {
            return py::make_tuple(known.keys.tables, known.keys.keys);
          }
        }
        throw py::key_error(scenario);
      },
      "scenario"_a, "Tables and keys of a scenario, in the order of the reference.");
  module.def(
      "_parse_tree",
      [](const std::string& text, const std::string& name) {
        const casefile::TomlTable root = [&] {
          const py::gil_scoped_release unlocked;
          return casefile::parse_toml_document(text, name);
        }();
        return to_python(root);
      },
      "text"_a, "name"_a, "TOML text as nested dicts.");
  module.def(
      "_check_key",
      [](const std::string& text) {
        try {
          const casefile::TomlTable root = casefile::parse_toml_document(text, "");
          ProblemList problems;
          casefile::read_keys(root, "", untied(casefile::keys_of_tree(root, "")), problems);
          problems.throw_if_any("");
        } catch (const CaseError& error) {
          std::vector<Problem> problems = error.problems();
          for (Problem& problem : problems) problem.line = 0;  // of no file
          throw CaseError(std::move(problems));
        }
      },
      "text"_a,
      "Looks at the keys of a text one by one: names, units, types and ranges, not what ties them "
      "together.");
}

}  // namespace tread::python
