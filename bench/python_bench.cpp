/// What a call from Python costs beside the same call from C++: normal contact of 200 x 200 cells,
/// in turns within one process. Python runs inside this program; the package must be on PYTHONPATH.

#include <fmt/format.h>
#include <pybind11/embed.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "contact_problems.hpp"
#include "measure.hpp"
#include "tread/contact/normal.hpp"

namespace py = pybind11;
using namespace tread;

int main(int argc, char** argv) {
  const int turns = argc > 1 ? std::atoi(argv[1]) : 60;
  const py::scoped_interpreter interpreter;
  const contact::NormalProblem problem = bench::contact_problem("hertz", 200);
  const Grid& g = problem.grid;

  const py::module_ package = py::module_::import("tread");
  py::dict names;
  names["tread"] = package;
  names["grid"] = package.attr("Grid")(g.nx, g.ny, g.x0, g.y0, g.dx, g.dy);
  names["distance"] =
      py::module_::import("numpy").attr("array")(problem.distance).attr("reshape")(g.ny, g.nx);
  names["force"] = problem.value;
  names["upper"] = package.attr("Material")(problem.bodies.upper.young_modulus(),
                                            problem.bodies.upper.poisson_ratio);
  names["workspace"] = package.attr("NormalWorkspace")();
  py::exec(
      "def solve():\n"
      "    return tread.solve_normal(distance, grid, force=force, bodies=upper, "
      "workspace=workspace).pressure.max()\n",
      names);
  const py::object solve = names["solve"];

  contact::NormalWorkspace workspace;
  double peak = 0;
  const auto in_cpp = [&] {
    const contact::NormalSolution solution = contact::solve_normal(problem, {}, workspace);
    peak = *std::max_element(solution.pressure.begin(), solution.pressure.end());
  };
  double peak_in_python = 0;
  const auto in_python = [&] { peak_in_python = solve().cast<double>(); };

  double least_cpp = std::numeric_limits<double>::infinity();
  double least_python = least_cpp;
  in_cpp();
  in_python();
  for (int turn = 0; turn < turns; ++turn) {
    // Who comes first changes, so that neither always finds the caches warm.
    const bool cpp_first = turn % 2 == 0;
    const double first = cpp_first ? bench::timed(in_cpp) : bench::timed(in_python);
    const double second = cpp_first ? bench::timed(in_python) : bench::timed(in_cpp);
    least_cpp = std::min(least_cpp, cpp_first ? first : second);
    least_python = std::min(least_python, cpp_first ? second : first);
  }
  const double ratio = least_python / least_cpp;
  fmt::print("normal contact of 200 x 200 cells, least of {} turns\n", turns);
  fmt::print("  from C++     {:8.3f} ms\n  from Python  {:8.3f} ms\n  ratio        {:8.4f}  ({})\n",
             1e3 * least_cpp, 1e3 * least_python, ratio,
             ratio < 1.02 ? "met: below 1.02" : "MISSED");
  if (peak != peak_in_python) {
    fmt::print("the two do not agree: {} and {} Pa\n", peak, peak_in_python);
    return 1;
  }
  return 0;
}
