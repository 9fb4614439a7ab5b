#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "bindings.hpp"
#include "listener.hpp"
#include "tread/casefile/case_file.hpp"
#include "tread/result/result.hpp"
#include "tread/study/run_case.hpp"

namespace tread::python {

using namespace py::literals;

void bind_run(py::module_& module) {
  module.def(
      "_run",
      [](const casefile::CaseFile& file, int threads, const py::object& progress, bool evidence) {
        return without_lock(progress, [&](Observer& observer) {
          return std::make_shared<result::Result>(study::run_case(
              file, {.threads = threads, .observer = &observer, .evidence = evidence}));
        });
      },
      "file"_a, "threads"_a, "progress"_a, "evidence"_a, "Solves all cases of a file.");
}

}  // namespace tread::python
