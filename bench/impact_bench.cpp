// The thesis' impact (40 x 30 nodes, chapter 7) solved twice in one run: the thesis' way, which
// puts displacements, strains, stresses and velocities into one matrix of about 12 000 unknowns and
// solves it anew in every Picard iteration, and tread's way: factorised once a step size, contact
// by Schur complement. Then how long and how large 400 x 300 nodes are.
//
//   impact_bench           everything
//   impact_bench quick     without 400 x 300

#include <fmt/format.h>
#include <sys/resource.h>

#include <Eigen/SparseCore>
#include <Eigen/SparseLU>
#include <chrono>
#include <numbers>
#include <string_view>
#include <vector>

#include "tread/elastodynamics/impact.hpp"

namespace tread::bench {
namespace {

using namespace elastodynamics;
using Triplets = std::vector<Eigen::Triplet<double>>;

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

ImpactProblem thesis_impact(double young_modulus, int nodes_x, int nodes_z) {
  ImpactProblem problem;
  problem.block.solid = {Material::from_young(young_modulus, 0.285), 7900};
  problem.block.width = 0.3;
  problem.block.height = 0.1;
  problem.block.nodes_x = nodes_x;
  problem.block.nodes_z = nodes_z;
  problem.radius = 0.1;
  problem.mass = std::numbers::pi * 0.1 * 0.1 * 7900;
  problem.velocity = -1.4;
  return problem;
}

/// Matrix (7.30) without the two rows of the cylinder: [u; e; sigma; v], all nodes, backward Euler.
SparseMatrix whole_matrix(const Block& block, double step) {
  const int mx = block.nodes_x;
  const int mz = block.nodes_z;
  const int m = mx * mz;
  const double lame = block.solid.lame();
  const double shear = block.solid.material.shear_modulus;
  Triplets entries;
  const auto derivative = [&](int row, int column, bool along_x, int i, int j, double factor) {
    const int n = along_x ? mx : mz;
    const int k = along_x ? i : j;
    const int stride = along_x ? 1 : mx;
    const double w = factor / (2 * (along_x ? block.dx() : block.dz()));
    if (k == 0) {
      entries.emplace_back(row, column, -3 * w);
      entries.emplace_back(row, column + stride, 4 * w);
      entries.emplace_back(row, column + 2 * stride, -w);
    } else if (k == n - 1) {
      entries.emplace_back(row, column, 3 * w);
      entries.emplace_back(row, column - stride, -4 * w);
      entries.emplace_back(row, column - 2 * stride, w);
    } else {
      entries.emplace_back(row, column + stride, w);
      entries.emplace_back(row, column - stride, -w);
    }
  };
  int inside = 0;
  const int v = 8 * m;
  const int n_inside = (mx - 2) * (mz - 2);
  for (int j = 0; j < mz; ++j) {
    for (int i = 0; i < mx; ++i) {
      const int k = i + mx * j;
      derivative(2 * m + k, k, true, i, j, -1);
      derivative(3 * m + k, k, false, i, j, -0.5);
      derivative(3 * m + k, m + k, true, i, j, -0.5);
      derivative(4 * m + k, m + k, false, i, j, -1);
      const int e = 2 * m + k;
      const int s = 5 * m + k;
      for (int c = 0; c < 3; ++c) {
        entries.emplace_back(e + c * m, e + c * m, 1);
        entries.emplace_back(s + c * m, s + c * m, 1);
      }
      entries.emplace_back(s, e, -(lame + 2 * shear));
      entries.emplace_back(s, e + 2 * m, -lame);
      entries.emplace_back(s + m, e + m, -2 * shear);
      entries.emplace_back(s + 2 * m, e, -lame);
      entries.emplace_back(s + 2 * m, e + 2 * m, -(lame + 2 * shear));
      const bool is_held = i == 0 || i == mx - 1 || j == 0;
      if (is_held || j == mz - 1) {
        entries.emplace_back(k, is_held ? k : s + m, 1);
        entries.emplace_back(m + k, is_held ? m + k : s + 2 * m, 1);
        continue;
      }
      const int vx = v + inside;
      const int vz = v + n_inside + inside;
      ++inside;
      entries.emplace_back(k, k, 1);
      entries.emplace_back(k, vx, -step);
      entries.emplace_back(m + k, m + k, 1);
      entries.emplace_back(m + k, vz, -step);
      entries.emplace_back(vx, vx, 1);
      entries.emplace_back(vz, vz, 1);
      const double w = -step / block.solid.density;
      derivative(vx, s, true, i, j, w);
      derivative(vx, s + m, false, i, j, w);
      derivative(vz, s + m, true, i, j, w);
      derivative(vz, s + 2 * m, false, i, j, w);
    }
  }
  const int n = v + 2 * n_inside;
  SparseMatrix matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

/// One solve of the whole matrix from scratch: what an iteration costs the thesis' way.
double whole_solve_seconds(const Block& block, double step, int n_repeats) {
  const SparseMatrix matrix = whole_matrix(block, step);
  fmt::print("whole matrix: {} unknowns\n", matrix.rows());
  Vector right = Vector::Zero(matrix.rows());
  right[block.nodes_x * block.nodes_z * 2 - block.nodes_x / 2] = -1;
  const double begin = seconds();
  for (int k = 0; k < n_repeats; ++k) {
    Eigen::SparseLU<SparseMatrix> factor(matrix);
    right += 1e-3 * factor.solve(right);
  }
  return (seconds() - begin) / n_repeats;
}

void compare() {
  const double step = 1e-4;
  const ImpactProblem problem = thesis_impact(2e5, 40, 30);
  ImpactOptions options;
  options.step = step;
  options.end_time = 0.1;
  const double begin = seconds();
  const ImpactRun ours = run_impact(problem, options);
  const double our_time = seconds() - begin;

  ImpactProblem theirs = problem;
  theirs.surface = SurfaceCondition::hertz_line;
  theirs.block.discretisation = Discretisation::collocated;
  options.scheme = Scheme::backward_euler;
  options.iteration = HeightIteration::picard;
  const ImpactRun thesis = run_impact(theirs, options);
  long n_iterations = 0;
  for (const ImpactStep& s : thesis.steps) n_iterations += s.iterations;
  const double one_solve = whole_solve_seconds(problem.block, step, 5);
  const double thesis_time = one_solve * static_cast<double>(n_iterations);
  fmt::print("thesis' way:  {} iterations x {:.3g} s = {:.3g} s\n", n_iterations, one_solve,
             thesis_time);
  fmt::print("unilateral:   {} steps, {} factorisation, {:.3g} s: {:.0f} times faster\n",
             ours.steps.size() - 1, ours.n_factorisations, our_time, thesis_time / our_time);
}

void large() {
  ImpactOptions options;
  options.step = 1e-6;
  options.end_time = 50e-6;
  const double begin = seconds();
  const ImpactRun run = run_impact(thesis_impact(2e11, 400, 300), options);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("400 x 300 nodes, steel: {} steps in {:.3g} s, {}, {:.0f} MiB at most\n",
             run.steps.size() - 1, seconds() - begin, to_string(run.status),
             static_cast<double>(usage.ru_maxrss) / 1024);
}

}  // namespace
}  // namespace tread::bench

int main(int argc, char** argv) {
  tread::bench::compare();
  if (argc < 2 || std::string_view(argv[1]) != "quick") tread::bench::large();
}
