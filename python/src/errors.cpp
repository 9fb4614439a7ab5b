#include <pybind11/stl.h>

#include "bindings.hpp"
#include "tread/core/errors.hpp"

namespace tread::python {
namespace {

void raise(const char* name, const std::exception& error, py::object problems = py::none()) {
  const py::object type = py::module_::import("tread._errors").attr(name);
  const py::object value =
      problems.is_none() ? type(py::str(error.what())) : type(py::str(error.what()), problems);
  PyErr_SetObject(type.ptr(), value.ptr());
}

}  // namespace

void bind_errors(py::module_& module) {
  py::class_<Problem>(module, "Problem", "One thing that is wrong with a case or a data file.")
      .def_readonly("file", &Problem::file, "File it was found in.")
      .def_readonly("line", &Problem::line, "Line, from 1; 0: the file as a whole.")
      .def_readonly("key", &Problem::key, "Key it is about; empty: none.")
      .def_readonly("reason", &Problem::reason, "What is wrong.")
      .def_readonly("value", &Problem::value, "The value as written; empty: none.")
      .def_readonly("hint", &Problem::hint, "How to mend it; empty: unknown.")
      .def("__str__", &Problem::text, "As the program prints it.")
      .def("__repr__", [](const Problem& p) { return "<Problem " + p.text() + ">"; });

  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const CaseError& error) {
      raise("CaseError", error, py::cast(error.problems()));
    } catch (const ModelError& error) {
      raise("ModelError", error);
    } catch (const IoError& error) {
      raise("IoError", error);
    } catch (const Error& error) {
      raise("Error", error);
    }
  });
}

}  // namespace tread::python
