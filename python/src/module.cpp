#include "bindings.hpp"
#include "tread/study/run_case.hpp"

// Types come before the functions that name them: signatures in docstrings are made at once.
PYBIND11_MODULE(_tread, module) {
  using namespace tread::python;
  module.doc() = "Wheel-rail contact and train-bridge dynamics: the compiled part of tread.";
  module.attr("__version__") = TREAD_VERSION;
  module.def("program_version", &tread::study::program_version,
             "Version of the library, and the commit it was built from if that is known.");
  bind_errors(module);
  bind_core(module);
  bind_reference(module);
  bind_halfspace(module);
  bind_normal(module);
  bind_friction(module);
  bind_rolling(module);
  bind_fast_models(module);
  bind_beams(module);
  bind_moving_loads(module);
  bind_integrate(module);
  bind_profiles(module);
  bind_wheel_rail(module);
  bind_keys(module);
  bind_results(module);
  bind_run(module);
}
