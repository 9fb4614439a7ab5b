#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "contact/problems.hpp"

/// Same input, same bits: whoever else solves at the same time, with whatever number of threads, in
/// a new workspace or a used one.
namespace tread::contact::test {
namespace {

std::vector<NormalProblem> some_problems() {
  std::vector<NormalProblem> problems;
  for (const NamedProblem& named : many_kinds()) problems.push_back(named.problem);
  // larger ones: nested grids, boxes
  for (const int n : {97, 160}) {
    const NormalProblem ball =
        problem_on(centred_grid(n, n + 3, 12e-3, 12e-3), steel_on_steel(),
                   [](double x, double y) { return ((x - 1e-3) * (x - 1e-3) + 2 * y * y) / 0.8; });
    problems.push_back(with_approach(ball, 1e-5));
    problems.push_back(with_force(ball, 2000));
    Random random(static_cast<std::uint32_t>(n));
    NormalProblem rough = ball;
    rough.distance = rough_heights(ball.grid, 0.7, random);
    for (double& h : rough.distance) h *= 1e-6;
    problems.push_back(with_force(rough, 5000));
  }
  return problems;
}

void expect_same_bits(const NormalSolution& a, const NormalSolution& b) {
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.iterations, b.iterations);
  EXPECT_EQ(a.residual, b.residual);
  EXPECT_EQ(a.approach, b.approach);
  EXPECT_EQ(a.force, b.force);
  EXPECT_EQ(a.stiffness, b.stiffness);
  EXPECT_TRUE(a.pressure == b.pressure);
  EXPECT_TRUE(a.displacement == b.displacement);
  EXPECT_TRUE(a.pressure_derivative == b.pressure_derivative);
}

NormalOptions options_with(int n_threads) {
  NormalOptions options = to_tolerance(1e-8, Derivative::approach);
  options.n_threads = n_threads;
  return options;
}

TEST(Threads, one_two_and_three_threads_inside_a_solve_give_the_same_bits) {
  for (const NormalProblem& problem : some_problems()) {
    const NormalSolution one = solve(problem, options_with(1));
    expect_same_bits(solve(problem, options_with(2)), one);
    expect_same_bits(solve(problem, options_with(3)), one);
  }
}

TEST(Threads, solves_at_the_same_time_give_the_same_bits_as_one_after_the_other) {
  const std::vector<NormalProblem> problems = some_problems();
  std::vector<NormalSolution> in_turn;
  for (const NormalProblem& problem : problems) in_turn.push_back(solve(problem, options_with(1)));

  // Both threads solve everything, in opposite order, so that unlike problems meet.
  std::vector<NormalSolution> forwards(problems.size());
  std::vector<NormalSolution> backwards(problems.size());
  std::thread first([&] {
    for (std::size_t k = 0; k < problems.size(); ++k) {
      forwards[k] = solve(problems[k], options_with(1));
    }
  });
  std::thread second([&] {
    for (std::size_t k = problems.size(); k-- > 0;) {
      backwards[k] = solve(problems[k], options_with(2));
    }
  });
  first.join();
  second.join();
  for (std::size_t k = 0; k < problems.size(); ++k) {
    SCOPED_TRACE(k);
    expect_same_bits(forwards[k], in_turn[k]);
    expect_same_bits(backwards[k], in_turn[k]);
  }
}

TEST(Threads, a_used_workspace_gives_the_same_bits_as_a_new_one) {
  const std::vector<NormalProblem> problems = some_problems();
  NormalWorkspace used;
  for (int round = 0; round < 2; ++round) {
    for (std::size_t k = 0; k < problems.size(); ++k) {
      SCOPED_TRACE(k);
      expect_same_bits(solve_normal(problems[k], options_with(1), used),
                       solve(problems[k], options_with(1)));
    }
  }
}

TEST(Threads, the_same_solve_again_gives_the_same_bits) {
  for (const NormalProblem& problem : some_problems()) {
    expect_same_bits(solve(problem, options_with(1)), solve(problem, options_with(1)));
  }
}

}  // namespace
}  // namespace tread::contact::test
