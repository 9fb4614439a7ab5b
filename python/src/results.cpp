#include "tread/result/result.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <tuple>

#include "arrays.hpp"
#include "bindings.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/nearest.hpp"
#include "tread/result/json.hpp"
#include "tread/result/output_file.hpp"
#include "tread/result/report.hpp"
#include "tread/result/result_file.hpp"
#include "tread/result/summary.hpp"
#include "tread/result/write.hpp"

namespace tread::python {
namespace {

using namespace py::literals;
using namespace result;

using ResultPtr = std::shared_ptr<Result>;

/// A part of a result: it keeps the whole alive.
template <class Part>
std::shared_ptr<Part> part_of(const ResultPtr& whole, const Part& part) {
  return {whole, const_cast<Part*>(&part)};  // Python sees no way to change it
}

/// The n-th part or the one of a name.
template <class Part>
const Part& find_named(const std::vector<Part>& parts, const std::string& name, const char* what) {
  std::vector<std::string> names;
  for (const Part& part : parts) {
    if (part.name == name) return part;
    names.push_back(part.name);
  }
  const std::string close = nearest(name, names);
  throw py::key_error(
      close.empty() ? fmt::format("no {} {}: there are {}", what, name, fmt::join(names, ", "))
                    : fmt::format("no {} {}: did you mean {}?", what, name, close));
}

/// Shape (n,) or, for a set of fields on a grid, (ny, nx); of a history (frames, ny, nx).
struct CaseHandle {
  ResultPtr whole;
  std::size_t index = 0;

  const CaseResult& get() const { return whole->cases[index]; }
};
struct TableHandle {
  ResultPtr whole;
  const Table* table = nullptr;
};
struct FieldsHandle {
  ResultPtr whole;
  const FieldSet* set = nullptr;
};
struct HistoryHandle {
  ResultPtr whole;
  const FieldHistory* history = nullptr;
};
struct SolidHandle {
  ResultPtr whole;
  const SolidFields* solid = nullptr;
};
struct AnimationHandle {
  ResultPtr whole;
  const BridgeAnimation* animation = nullptr;
};

template <class Parts>
py::list names_of(const Parts& parts) {
  py::list names;
  for (const auto& part : parts) names.append(part.name);
  return names;
}

template <class Parts>
py::dict units_of_parts(const Parts& parts) {
  py::dict units;
  for (const auto& part : parts) units[py::str(part.name)] = part.unit;
  return units;
}

py::ssize_t size_of(std::size_t n) { return static_cast<py::ssize_t>(n); }

void bind_table(py::module_& module) {
  py::class_<TableHandle>(module, "Table",
                          "Columns over one another: table['time'] is a read-only array that "
                          "shares the result's memory. Values are SI.")
      .def_property_readonly(
          "name", [](const TableHandle& t) { return t.table->name; }, "Name; stem of its file.")
      .def_property_readonly(
          "title", [](const TableHandle& t) { return t.table->title; }, "Title for people.")
      .def_property_readonly(
          "units", [](const TableHandle& t) { return units_of_parts(t.table->columns); },
          "Unit of each column.")
      .def_property_readonly(
          "marks",
          [](const TableHandle& t) {
            std::vector<std::pair<double, std::string>> marks;
            for (const Table::Mark& mark : t.table->marks) marks.emplace_back(mark.at, mark.name);
            return marks;
          },
          "Values of the first column worth marking, with their names.")
      .def(
          "keys", [](const TableHandle& t) { return names_of(t.table->columns); },
          "Names of the columns.")
      .def(
          "__len__", [](const TableHandle& t) { return t.table->columns.size(); },
          "Number of columns.")
      .def(
          "__iter__", [](const TableHandle& t) { return py::iter(names_of(t.table->columns)); },
          "Over the names of columns.")
      .def(
          "__contains__",
          [](const TableHandle& t, const std::string& name) {
            return std::ranges::find(t.table->columns, name, &Column::name) !=
                   t.table->columns.end();
          },
          "name"_a, "Whether there is a column of that name.")
      .def(
          "__getitem__",
          [](const py::object& self, const std::string& name) {
            const auto& t = self.cast<const TableHandle&>();
            return view(find_named(t.table->columns, name, "column").values, self);
          },
          "name"_a, "Values of a column, shape (n,), SI.")
      .def("__repr__", [](const TableHandle& t) {
        const auto& columns = t.table->columns;
        std::vector<std::string> names;
        for (const Column& c : columns) {
          names.push_back(c.unit.empty() ? c.name : fmt::format("{} [{}]", c.name, c.unit));
        }
        return fmt::format("<Table {}, {} rows: {}>", t.table->name,
                           columns.empty() ? 0 : columns.front().values.size(),
                           fmt::join(names, ", "));
      });
}

void bind_fields(py::module_& module) {
  py::class_<FieldsHandle>(module, "Fields",
                           "Values on the cells of a grid: fields['pressure'] is a read-only array "
                           "of shape (ny, nx) that shares the result's memory. SI.")
      .def_property_readonly(
          "grid", [](const FieldsHandle& f) { return f.set->grid; }, "The grid.")
      .def_property_readonly(
          "y_name", [](const FieldsHandle& f) { return f.set->y_name; },
          "What the grid's second axis is called.")
      .def_property_readonly(
          "units", [](const FieldsHandle& f) { return units_of_parts(f.set->fields); },
          "Unit of each field.")
      .def_property_readonly(
          "meanings",
          [](const FieldsHandle& f) {
            py::dict meanings;
            for (const Field& field : f.set->fields) meanings[py::str(field.name)] = field.meaning;
            return meanings;
          },
          "What each field is.")
      .def(
          "keys", [](const FieldsHandle& f) { return names_of(f.set->fields); },
          "Names of the fields.")
      .def(
          "__len__", [](const FieldsHandle& f) { return f.set->fields.size(); },
          "Number of fields.")
      .def(
          "__iter__", [](const FieldsHandle& f) { return py::iter(names_of(f.set->fields)); },
          "Over the names of fields.")
      .def(
          "__contains__",
          [](const FieldsHandle& f, const std::string& name) {
            return find_field(*f.set, name) != nullptr;
          },
          "name"_a, "Whether there is a field of that name.")
      .def(
          "__getitem__",
          [](const py::object& self, const std::string& name) {
            const auto& f = self.cast<const FieldsHandle&>();
            return cell_view(find_named(f.set->fields, name, "field").values, f.set->grid, self);
          },
          "name"_a, "Values of a field, shape (ny, nx), SI.")
      .def("__repr__", [](const FieldsHandle& f) {
        std::vector<std::string> names;
        for (const Field& field : f.set->fields) names.push_back(field.name);
        return fmt::format("<Fields {} x {} cells: {}>", f.set->grid.nx, f.set->grid.ny,
                           fmt::join(names, ", "));
      });

  py::class_<HistoryHandle>(module, "FieldHistory",
                            "Fields of one grid at many instants: history['pressure'] is a "
                            "read-only array of shape (frames, ny, nx). SI.")
      .def_property_readonly(
          "name", [](const HistoryHandle& h) { return h.history->name; }, "Name.")
      .def_property_readonly(
          "title", [](const HistoryHandle& h) { return h.history->title; }, "Title for people.")
      .def_property_readonly(
          "grid", [](const HistoryHandle& h) { return h.history->grid; }, "The grid.")
      .def_property_readonly(
          "times",
          [](const py::object& self) {
            return view(self.cast<const HistoryHandle&>().history->times, self);
          },
          "What passes from frame to frame, mostly time in s.")
      .def_property_readonly(
          "units", [](const HistoryHandle& h) { return units_of_parts(h.history->fields); },
          "Unit of each field.")
      .def(
          "keys", [](const HistoryHandle& h) { return names_of(h.history->fields); },
          "Names of the fields.")
      .def(
          "__getitem__",
          [](const py::object& self, const std::string& name) {
            const FieldHistory& h = *self.cast<const HistoryHandle&>().history;
            return view(find_named(h.fields, name, "field").values,
                        {size_of(h.n_frames()), h.grid.ny, h.grid.nx}, self);
          },
          "name"_a, "Values of a field, shape (frames, ny, nx), SI.")
      .def("__repr__", [](const HistoryHandle& h) {
        return fmt::format("<FieldHistory {}: {} frames of {} x {} cells>", h.history->name,
                           h.history->n_frames(), h.history->grid.nx, h.history->grid.ny);
      });

  py::class_<SolidHandle>(module, "Solid", "A body of tetrahedra with values at its nodes. SI.")
      .def_property_readonly(
          "name", [](const SolidHandle& s) { return s.solid->name; }, "Name.")
      .def_property_readonly(
          "points",
          [](const py::object& self) {
            const SolidFields& s = *self.cast<const SolidHandle&>().solid;
            return view(s.points, {size_of(s.points.size() / 3), 3}, self);
          },
          "Nodes, m, shape (n, 3).")
      .def_property_readonly(
          "cells",
          [](const py::object& self) {
            const SolidFields& s = *self.cast<const SolidHandle&>().solid;
            const auto per_cell = static_cast<std::size_t>(s.nodes_per_cell);
            return integer_view(s.cells, {size_of(s.cells.size() / per_cell), s.nodes_per_cell},
                                self);
          },
          "Numbers of the nodes of each tetrahedron, shape (n, 4) or (n, 10).")
      .def(
          "keys", [](const SolidHandle& s) { return names_of(s.solid->fields); },
          "Names of the fields.")
      .def(
          "__getitem__",
          [](const py::object& self, const std::string& name) {
            const SolidFields& s = *self.cast<const SolidHandle&>().solid;
            const auto& field = find_named(s.fields, name, "field");
            const auto n = static_cast<std::size_t>(field.n_components);
            return view(field.values, {size_of(field.values.size() / n), field.n_components}, self);
          },
          "name"_a, "Values at the nodes, shape (n, components), SI.");
}

void bind_animation(py::module_& module) {
  py::class_<AnimationHandle>(module, "Animation", "A bridge under a train at several instants.")
      .def_property_readonly(
          "places",
          [](const py::object& self) {
            return view(self.cast<const AnimationHandle&>().animation->places, self);
          },
          "x along the bridge, m.")
      .def_property_readonly(
          "supports",
          [](const py::object& self) {
            return view(self.cast<const AnimationHandle&>().animation->supports, self);
          },
          "x of supports, m.")
      .def_property_readonly(
          "times",
          [](const AnimationHandle& a) {
            std::vector<double> times;
            for (const auto& frame : a.animation->frames) times.push_back(frame.time);
            return py::array_t<double>(size_of(times.size()), times.data());
          },
          "Instants, s.")
      .def_property_readonly(
          "vehicle_of_wheel",
          [](const AnimationHandle& a) { return a.animation->vehicle_of_wheel; },
          "Vehicle that each wheel belongs to, from the front.")
      .def(
          "__len__", [](const AnimationHandle& a) { return a.animation->frames.size(); },
          "Number of frames.")
      .def(
          "deflections",
          [](const py::object& self, std::size_t frame) {
            const auto& a = self.cast<const AnimationHandle&>();
            if (frame >= a.animation->frames.size()) throw py::index_error("no such frame");
            return view(a.animation->frames[frame].deflections, self);
          },
          "frame"_a, "Deflection at the places in a frame, m, downwards.")
      .def(
          "wheels",
          [](const py::object& self, std::size_t frame) {
            const auto& a = self.cast<const AnimationHandle&>();
            if (frame >= a.animation->frames.size()) throw py::index_error("no such frame");
            return view(a.animation->frames[frame].wheels, self);
          },
          "frame"_a, "x of the wheels in a frame, m.");
}

void bind_numbers(py::module_& module) {
  py::class_<Scalar, std::shared_ptr<Scalar>>(module, "Scalar",
                                              "A number of a result; float(scalar) is its value.")
      .def_readonly("name", &Scalar::name, "Name.")
      .def_readonly("value", &Scalar::value, "Value, SI.")
      .def_readonly("unit", &Scalar::unit, "SI unit; empty: none.")
      .def_readonly("meaning", &Scalar::meaning, "What it is.")
      .def(
          "__float__", [](const Scalar& s) { return s.value; }, "The value.")
      .def("__repr__", [](const Scalar& s) {
        return fmt::format("<{} = {:.6g}{}{}>", s.name, s.value, s.unit.empty() ? "" : " ", s.unit);
      });
  py::class_<Check, std::shared_ptr<Check>>(module, "Check", "A number against a limit of a norm.")
      .def_readonly("name", &Check::name, "Name.")
      .def_readonly("title", &Check::title, "Title for people.")
      .def_readonly("clause", &Check::clause, "Clause of the norm.")
      .def_readonly("unit", &Check::unit, "Unit of value and limit.")
      .def_readonly("value", &Check::value, "The value that decides.")
      .def_readonly("limit", &Check::limit, "The limit.")
      .def_readonly("decided_by", &Check::decided_by, "What decided.")
      .def_readonly("note", &Check::note, "What else to know.")
      .def_property_readonly(
          "verdict", [](const Check& c) { return result::name_of(c.verdict); },
          "pass, fail or not_applicable.")
      .def_property_readonly("margin", &Check::margin,
                             "Share of the limit that is left; negative: exceeded.")
      .def("__repr__", [](const Check& c) {
        return fmt::format("<Check {}: {:.6g} against {:.6g} {}>", c.name, c.value, c.limit,
                           c.unit);
      });
  py::class_<Evidence::Change>(module, "EvidenceChange",
                               "What a number becomes when the numerics are changed.")
      .def_readonly("name", &Evidence::Change::name, "Name of the number.")
      .def_readonly("unit", &Evidence::Change::unit, "Its unit.")
      .def_readonly("value", &Evidence::Change::value, "Of the case.")
      .def_readonly("varied", &Evidence::Change::varied, "Of the case run again.");
  py::class_<Evidence, std::shared_ptr<Evidence>>(module, "Evidence",
                                                  "Whether numbers hang on the numerics.")
      .def_readonly("name", &Evidence::name, "Name: finer_grid, more_modes, half_the_step.")
      .def_readonly("title", &Evidence::title, "What was changed.")
      .def_readonly("failure", &Evidence::failure, "Why there is none; empty: there is.")
      .def_readonly("changes", &Evidence::changes, "What became of the numbers.");
}

/// name -> part for all parts of a case.
template <class Handle, class Part>
py::dict parts_by_name(const ResultPtr& whole, const std::vector<Part>& parts) {
  py::dict result;
  for (const Part& part : parts) result[py::str(part.name)] = Handle{whole, &part};
  return result;
}

void bind_case(py::module_& module) {
  py::class_<CaseHandle>(module, "CaseResult", "The outcome of one case. Values are SI.")
      .def_property_readonly(
          "title", [](const CaseHandle& c) { return c.get().title; }, "Title.")
      .def_property_readonly(
          "status", [](const CaseHandle& c) { return c.get().status; },
          "How it ended: converged, no_contact, max_iterations, stopped, derailed, ...")
      .def_property_readonly(
          "ok", [](const CaseHandle& c) { return c.get().ok; },
          "False: what is here is the best that was reached, not a solution.")
      .def_property_readonly(
          "iterations", [](const CaseHandle& c) { return c.get().iterations; },
          "Iterations; None where the word has no meaning.")
      .def_property_readonly(
          "residual", [](const CaseHandle& c) { return c.get().residual; },
          "Relative residual of the equations solved; None where there is none.")
      .def_property_readonly(
          "notes", [](const CaseHandle& c) { return c.get().notes; }, "Warnings and remarks.")
      .def_property_readonly(
          "_scalars",
          [](const CaseHandle& c) {
            py::dict result;
            for (const Scalar& s : c.get().scalars) {
              result[py::str(s.name)] = part_of(c.whole, s);
            }
            return result;
          },
          "Numbers by name.")
      .def_property_readonly(
          "vectors",
          [](const CaseHandle& c) {
            py::dict result;
            for (const auto& v : c.get().vectors) {
              py::dict components;
              for (const auto& part : v.components) components[py::str(part.label)] = part.value;
              result[py::str(v.name)] = components;
            }
            return result;
          },
          "Numbers that belong together: name -> {component: value}.")
      .def_property_readonly(
          "elements",
          [](const CaseHandle& c) {
            py::dict result;
            for (const Count& count : c.get().elements) result[py::str(count.name)] = count.value;
            return result;
          },
          "Numbers of cells: contact, adhesion, slip.")
      .def_property_readonly(
          "fields",
          [](const CaseHandle& c) -> py::object {
            const auto& fields = c.get().fields;
            return fields ? py::cast(FieldsHandle{c.whole, &*fields}) : py::none();
          },
          "Fields on the contact grid; None if there are none.")
      .def_property_readonly(
          "histories",
          [](const CaseHandle& c) {
            return parts_by_name<HistoryHandle>(c.whole, c.get().histories);
          },
          "Fields over time by name.")
      .def_property_readonly(
          "solids",
          [](const CaseHandle& c) { return parts_by_name<SolidHandle>(c.whole, c.get().solids); },
          "Solid bodies by name.")
      .def_property_readonly(
          "tables",
          [](const CaseHandle& c) { return parts_by_name<TableHandle>(c.whole, c.get().tables); },
          "Tables by name.")
      .def_property_readonly(
          "animation",
          [](const CaseHandle& c) -> py::object {
            const auto& animation = c.get().animation;
            return animation ? py::cast(AnimationHandle{c.whole, &*animation}) : py::none();
          },
          "The bridge under the train; None if there is none.")
      .def_property_readonly(
          "checks",
          [](const CaseHandle& c) {
            py::list result;
            for (const Check& check : c.get().checks) result.append(part_of(c.whole, check));
            return result;
          },
          "Numbers against limits of norms.")
      .def_property_readonly(
          "evidence",
          [](const CaseHandle& c) {
            py::list result;
            for (const Evidence& e : c.get().evidence) result.append(part_of(c.whole, e));
            return result;
          },
          "What the numbers become with other numerics.");
}

}  // namespace

void bind_results(py::module_& module) {
  bind_table(module);
  bind_fields(module);
  bind_animation(module);
  bind_numbers(module);
  bind_case(module);
  py::class_<Result, ResultPtr>(module, "Result", "What a run leaves behind. Values are SI.")
      .def_readonly("program_version", &Result::program_version, "Version that computed it.")
      .def_readonly("case_file", &Result::case_file, "File of the case.")
      .def_readonly("case_text", &Result::case_text, "The case as it was read.")
      .def_readonly("description", &Result::description, "The case in words.")
      .def_readonly("wall_seconds", &Result::wall_seconds, "Time it took, s.")
      .def_property_readonly("ok", &Result::ok, "Whether every case was solved.")
      .def_property_readonly("status", &Result::status,
                             "converged, or the status of the first case that is not.")
      .def_property_readonly(
          "echo",
          [](const Result& r) {
            std::vector<std::tuple<std::string, std::string, std::string>> echo;
            for (const Echo& e : r.echo) echo.emplace_back(e.key, e.value, e.unit);
            return echo;
          },
          "What was given: (key, value, unit), SI, defaults included.")
      .def_property_readonly(
          "cases",
          [](const ResultPtr& r) {
            py::list result;
            for (std::size_t i = 0; i < r->cases.size(); ++i) result.append(CaseHandle{r, i});
            return result;
          },
          "The cases.")
      .def(
          "summary", [](const Result& r) { return summary(r); },
          py::call_guard<py::gil_scoped_release>(),
          "What the program prints: how each case ended, its numbers in handy units.")
      .def(
          "to_json", [](const Result& r) { return to_json(r, CaseFiles{}); },
          py::call_guard<py::gil_scoped_release>(),
          "The numbers as JSON text, as tread run --json prints them.")
      .def(
          "report_html",
          [](const Result& r) {
            const py::gil_scoped_release unlocked;
            return report_html(r);
          },
          "The report as one HTML page.")
      .def(
          "write",
          [](const Result& r, const std::filesystem::path& folder) {
            const py::gil_scoped_release unlocked;
            check_writable(folder);
            write_result(r, folder);
          },
          "folder"_a,
          "Writes everything into a folder, as tread run does: result.json, tables, fields, "
          "report.html. All or nothing.")
      .def(
          "write_hdf5",
          [](const Result& r, const std::filesystem::path& file) {
            const py::gil_scoped_release unlocked;
            write_hdf5(r, file);
          },
          "file"_a, "Writes all of it into one HDF5 file.")
      .def("__repr__", [](const Result& r) {
        return fmt::format("<Result {}: {} case{}, {:.3g} s>", r.status(), r.cases.size(),
                           r.cases.size() == 1 ? "" : "s", r.wall_seconds);
      });
  module.def(
      "read",
      [](const std::filesystem::path& path) {
        const py::gil_scoped_release unlocked;
        return std::make_shared<Result>(read_result(path));
      },
      "path"_a,
      "Reads a result that was written before: its folder, or result.h5. Raises IoError for what "
      "is "
      "none, is cut off, or was written by a later version.");
}

}  // namespace tread::python
