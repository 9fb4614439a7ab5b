#pragma once

#include <cstddef>
#include <vector>

#include "tread/contact/normal_operators.hpp"
#include "tread/core/observer.hpp"
#include "tread/core/solve_status.hpp"
#include "tread/core/thread_team.hpp"

namespace tread::contact {

/// The normal problem on one box of cells, in the variables of NormalKernelShape: lengths in m, and
/// the load q = normal compliance * dx * p instead of the pressure, so that u = K q.
///
///   q >= 0,   g = K q + h - δ >= 0,   q g = 0,   and Σ q = total when the force is prescribed
///
/// Active-set Newton: cells with q > 0 or g < 0 are active; on them K x = -g is solved by
/// preconditioned conjugate gradients, roughly, q is corrected by x and clipped at zero. The inner
/// iteration works on corrections only and can therefore run in single precision; q, u and the gap
/// are kept in double.
class ActiveSet {
 public:
  struct Goal {
    bool force_given = false;
    double total = 0;     // Σ q
    double approach = 0;  // δ
    double tolerance = 1e-6;
    int max_iterations = 100;
    double inner_reduction = 0.1;  // how far one inner solve lowers the residual: a first guess
                                   // whose active set is nearly right deserves more
  };
  struct Outcome {
    SolveStatus status = SolveStatus::converged;
    int steps = 0;  // active-set steps
    int inner_iterations = 0;
    double residual = 0;
    double approach = 0;
  };

  /// Makes room for a box; the vectors below are then to be filled by the caller.
  void resize(int nx, int ny);
  int nx() const { return nx_; }
  int ny() const { return ny_; }

  std::vector<double> h;  // undeformed distance; infinite: never in contact
  std::vector<double> q;  // load: the first guess, then the solution
  std::vector<double> u;  // displacement K q: must fit q when the iteration starts

  /// u = K q in double precision.
  void compute_displacement(BoxOperators& operators, ThreadTeam& team);

  Outcome solve(const Goal& goal, BoxOperators& operators, ThreadTeam& team, Observer* observer);

  /// Sets negative loads to zero, with u following; returns Σ q.
  double clip_negative(BoxOperators& operators, ThreadTeam& team);

  /// The residual of q, u as they stand (no iteration; the status means nothing).
  Outcome assess(const Goal& goal, ThreadTeam& team);

  /// Solves K y = 1 on the cells with q > 0 and y = 0 elsewhere, to a relative residual; y is
  /// dq/dδ. Returns that residual.
  double solve_unit(std::vector<double>& y, double tolerance, BoxOperators& operators,
                    ThreadTeam& team, Observer* observer);

 private:
  void find_active(const Goal& goal, Outcome& outcome, ThreadTeam& team);
  int conjugate_gradients(bool force_given, double target_rms, int max_iterations,
                          BoxOperators& operators, ThreadTeam& team);
  void add_product(const std::vector<float>& c, BoxOperators& operators, ThreadTeam& team);
  void add_direct(const std::vector<float>& c, const NormalKernelTable& table, ThreadTeam& team);
  void correct(const Goal& goal, BoxOperators& operators, ThreadTeam& team);
  template <class RowBody>
  void for_rows(ThreadTeam& team, RowBody&& body);
  double sum_of(std::size_t which) const;
  double max_of(std::size_t which) const;
  double& partial(int j, std::size_t which) {
    return partials_[static_cast<std::size_t>(j) * k_partials + which];
  }

  static constexpr std::size_t k_partials = 4;

  int nx_ = 0;
  int ny_ = 0;
  std::size_t n_active_ = 0;
  double residual_sum_ = 0;  // Σ r over the active cells
  std::vector<double>
      partials_;  // per row, added up in order: the same bits for any number of threads
  std::vector<float> active_;       // 1 or 0
  std::vector<float> r_;            // residual of the linear system
  std::vector<float> z_;            // preconditioned residual
  std::vector<float> direction_;    // search direction
  std::vector<float> k_direction_;  // K times it, everywhere in the box
  std::vector<float> x_;            // correction of q
  std::vector<float> k_x_;          // K x, everywhere in the box
};

}  // namespace tread::contact
