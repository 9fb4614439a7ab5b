#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <fmt/format.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>
#include <utility>

#include "tread/core/errors.hpp"
#include "tread/integrate/counted_system.hpp"
#include "tread/integrate/march_log.hpp"

namespace tread::integrate {
namespace {

/// A run that meets more trial states without a force than this would creep on for ever.
constexpr int k_max_not_finite = 200;

// SUNDIALS is C: what it hands out is freed by these.
struct FreeContext {
  void operator()(SUNContext context) const { SUNContext_Free(&context); }
};
struct FreeVector {
  void operator()(N_Vector vector) const { N_VDestroy(vector); }
};
struct FreeMatrix {
  void operator()(SUNMatrix matrix) const { SUNMatDestroy(matrix); }
};
struct FreeLinear {
  void operator()(SUNLinearSolver solver) const { SUNLinSolFree(solver); }
};
struct FreeNonlinear {
  void operator()(SUNNonlinearSolver solver) const { SUNNonlinSolFree(solver); }
};
struct FreeCvode {
  void operator()(void* memory) const { CVodeFree(&memory); }
};
struct FreeErk {
  void operator()(void* memory) const { ERKStepFree(&memory); }
};
template <class Handle, class Free>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Free>;

void say_nothing(int, const char*, const char*, char*, void*) {}

/// The system as y' = f(t, y) with y = (x, v), as SUNDIALS calls it. Exceptions must not pass
/// through C: they wait here.
struct FirstOrder {
  FirstOrder(EquationOfMotion& equation, const MarchOptions& march_options)
      : system(equation), options(march_options) {
    const int n = system.size();
    state = {0, Vector(n), Vector(n), Vector(n)};
  }

  const State& state_of(double time, N_Vector y) {
    const int n = system.size();
    const double* data = N_VGetArrayPointer(y);
    state.time = time;
    state.position = Eigen::Map<const Vector>(data, n);
    state.velocity = Eigen::Map<const Vector>(data + n, n);
    return state;
  }

  template <class Work>
  int guarded(Work work) {
    try {
      return work();
    } catch (...) {
      failure = std::current_exception();
      return -1;
    }
  }

  CountedSystem system;
  const MarchOptions& options;
  State state;
  std::exception_ptr failure;
  int n_not_finite = 0;  // accelerations that could not be found
};

int derivative(realtype time, N_Vector y, N_Vector rate, void* data) {
  auto& problem = *static_cast<FirstOrder*>(data);
  return problem.guarded([&] {
    const State& state = problem.state_of(time, y);
    problem.system.acceleration(time, state.position, state.velocity, problem.state.acceleration);
    const int n = problem.system.size();
    double* out = N_VGetArrayPointer(rate);
    Eigen::Map<Vector>(out, n) = state.velocity;
    Eigen::Map<Vector>(out + n, n) = state.acceleration;
    if (state.acceleration.allFinite()) return 0;
    return ++problem.n_not_finite <= k_max_not_finite ? 1 : -1;  // 1: try a shorter step
  });
}

int event_values(realtype time, N_Vector y, realtype* values, void* data) {
  auto& problem = *static_cast<FirstOrder*>(data);
  return problem.guarded([&] {
    const State& state = problem.state_of(time, y);
    for (const Event& event : problem.options.events) *values++ = event.value(state);
    return 0;
  });
}

/// d(v, a)/d(x, v) from exact tangents: rows -M^-1 K, -M^-1 C below (0, 1).
int exact_jacobian(realtype time, N_Vector y, N_Vector rate, SUNMatrix jacobian, void* data,
                   N_Vector, N_Vector, N_Vector) {
  auto& problem = *static_cast<FirstOrder*>(data);
  return problem.guarded([&] {
    const int n = problem.system.size();
    problem.state_of(time, y);
    problem.state.acceleration = Eigen::Map<const Vector>(N_VGetArrayPointer(rate) + n, n);
    Matrix tangent = Matrix::Zero(n, n);
    Vector column(n);
    Eigen::Map<Matrix> out(SUNDenseMatrix_Data(jacobian), 2 * n, 2 * n);
    out.setZero();
    out.topRightCorner(n, n).setIdentity();
    const auto fill = [&](int first) {
      for (int k = 0; k < n; ++k) {
        problem.system.system().solve_mass(problem.state.position, -tangent.col(k), column);
        out.block(n, first + k, n, 1) = column;
      }
    };
    problem.system.system().tangent_stiffness(problem.state, tangent);
    fill(0);
    tangent.setZero();
    problem.system.system().tangent_damping(problem.state, tangent);
    fill(n);
    return 0;
  });
}

bool has_exact_tangents(FirstOrder& problem, const State& state) {
  const int n = problem.system.size();
  Matrix tangent = Matrix::Zero(n, n);
  EquationOfMotion& system = problem.system.system();
  if (!system.tangent_stiffness(state, tangent)) return false;
  return !system.depends_on_velocity() || system.tangent_damping(state, tangent);
}

std::vector<int> directions(const std::vector<Event>& events) {
  std::vector<int> list;
  for (const Event& event : events) {
    using enum Event::Passing;
    list.push_back(event.passing == rising ? 1 : event.passing == falling ? -1 : 0);
  }
  return list;
}

struct Advance {
  enum class Kind { step, event, end, failed };
  Kind kind = Kind::failed;
  int flag = 0;
};

/// CVODE behind the few calls that a march needs.
class Cvode {
 public:
  Cvode(SUNContext context, FirstOrder& problem, const SchemeSettings& scheme, const State& start,
        N_Vector y)
      : memory_(CVodeCreate(scheme.name == "cvode_bdf" ? CV_BDF : CV_ADAMS, context)) {
    void* m = memory_.get();
    CVodeSetErrHandlerFn(m, say_nothing, nullptr);
    CVodeInit(m, derivative, start.time, y);
    CVodeSStolerances(m, scheme.relative_tolerance, scheme.absolute_tolerance);
    CVodeSetUserData(m, &problem);
    if (scheme.name == "cvode_bdf") {
      const int n = 2 * problem.system.size();
      matrix_.reset(SUNDenseMatrix(n, n, context));
      linear_.reset(SUNLinSol_Dense(y, matrix_.get(), context));
      CVodeSetLinearSolver(m, linear_.get(), matrix_.get());
      if (has_exact_tangents(problem, start)) CVodeSetJacFn(m, exact_jacobian);
    } else {
      nonlinear_.reset(SUNNonlinSol_FixedPoint(y, 0, context));
      CVodeSetNonlinearSolver(m, nonlinear_.get());
    }
  }

  void limit(const MarchOptions& options) {
    void* m = memory_.get();
    if (options.step > 0) CVodeSetMaxStep(m, options.step);
    if (options.min_step > 0) CVodeSetMinStep(m, options.min_step);
    CVodeSetStopTime(m, options.end_time);
  }
  void watch(int n_events, std::vector<int> passing) {
    CVodeRootInit(memory_.get(), n_events, event_values);
    CVodeSetRootDirection(memory_.get(), passing.data());
    CVodeSetNoInactiveRootWarn(memory_.get());
  }
  Advance advance(double until, N_Vector y, double& time) {
    const int flag = CVode(memory_.get(), until, y, &time, CV_ONE_STEP);
    using enum Advance::Kind;
    if (flag < 0) return {failed, flag};
    return {flag == CV_ROOT_RETURN ? event : flag == CV_TSTOP_RETURN ? end : step, flag};
  }
  void interpolate(double time, N_Vector y) { CVodeGetDky(memory_.get(), time, 0, y); }
  std::vector<int> passed(std::size_t n) {
    std::vector<int> found(n);
    CVodeGetRootInfo(memory_.get(), found.data());
    return found;
  }
  void start_afresh(double time, N_Vector y) {
    add_counts();
    CVodeReInit(memory_.get(), time, y);
  }
  std::string reason(int flag) const {
    const std::unique_ptr<char, decltype(&std::free)> name(CVodeGetReturnFlagName(flag), std::free);
    return name.get();
  }
  StepCounts counts() {
    add_counts();
    return counts_;
  }

 private:
  void add_counts() {
    long int steps = 0;
    long int iterations = 0;
    CVodeGetNumSteps(memory_.get(), &steps);
    CVodeGetNumNonlinSolvIters(memory_.get(), &iterations);
    counts_.steps += steps;
    counts_.iterations += iterations;
    if (!linear_) return;
    long int jacobians = 0;
    CVodeGetNumJacEvals(memory_.get(), &jacobians);
    counts_.jacobians += jacobians;
  }

  Owned<SUNMatrix, FreeMatrix> matrix_;
  Owned<SUNLinearSolver, FreeLinear> linear_;
  Owned<SUNNonlinearSolver, FreeNonlinear> nonlinear_;
  std::unique_ptr<void, FreeCvode> memory_;  // goes first: it refers to the others
  StepCounts counts_;
};

/// ARKODE's explicit methods behind the same calls.
class Erk {
 public:
  Erk(SUNContext context, FirstOrder& problem, const SchemeSettings& scheme, const State& start,
      N_Vector y)
      : memory_(ERKStepCreate(derivative, start.time, y, context)) {
    void* m = memory_.get();
    ERKStepSetErrHandlerFn(m, say_nothing, nullptr);
    ERKStepSetTableNum(m, scheme.name == "arkode_bogacki_shampine" ? ARKODE_BOGACKI_SHAMPINE_4_2_3
                                                                   : ARKODE_DORMAND_PRINCE_7_4_5);
    ERKStepSStolerances(m, scheme.relative_tolerance, scheme.absolute_tolerance);
    ERKStepSetUserData(m, &problem);
  }

  void limit(const MarchOptions& options) {
    void* m = memory_.get();
    if (options.step > 0) ERKStepSetMaxStep(m, options.step);
    if (options.min_step > 0) ERKStepSetMinStep(m, options.min_step);
    ERKStepSetStopTime(m, options.end_time);
  }
  void watch(int n_events, std::vector<int> passing) {
    ERKStepRootInit(memory_.get(), n_events, event_values);
    ERKStepSetRootDirection(memory_.get(), passing.data());
    ERKStepSetNoInactiveRootWarn(memory_.get());
  }
  Advance advance(double until, N_Vector y, double& time) {
    const int flag = ERKStepEvolve(memory_.get(), until, y, &time, ARK_ONE_STEP);
    using enum Advance::Kind;
    if (flag < 0) return {failed, flag};
    return {flag == ARK_ROOT_RETURN ? event : flag == ARK_TSTOP_RETURN ? end : step, flag};
  }
  void interpolate(double time, N_Vector y) { ERKStepGetDky(memory_.get(), time, 0, y); }
  std::vector<int> passed(std::size_t n) {
    std::vector<int> found(n);
    ERKStepGetRootInfo(memory_.get(), found.data());
    return found;
  }
  void start_afresh(double time, N_Vector y) {
    add_counts();
    ERKStepReInit(memory_.get(), derivative, time, y);
  }
  std::string reason(int flag) const {
    const std::unique_ptr<char, decltype(&std::free)> name(ERKStepGetReturnFlagName(flag),
                                                           std::free);
    return name.get();
  }
  StepCounts counts() {
    add_counts();
    return counts_;
  }

 private:
  void add_counts() {
    long int steps = 0;
    ERKStepGetNumSteps(memory_.get(), &steps);
    counts_.steps += steps;
  }

  std::unique_ptr<void, FreeErk> memory_;
  StepCounts counts_;
};

template <class Integrator>
class AdaptiveMarch {
 public:
  AdaptiveMarch(EquationOfMotion& system, const SchemeSettings& scheme, const State& start,
                const MarchOptions& options)
      : options_(options),
        problem_(system, options),
        context_(make_context()),
        y_(N_VNew_Serial(2 * start.position.size(), context_.get())),
        between_(N_VClone(y_.get())),
        integrator_(context_.get(), problem_, scheme, start, fill(start)),
        log_(options, start.time, result_) {
    integrator_.limit(options);
    if (!options.events.empty()) {
      integrator_.watch(static_cast<int>(options.events.size()), directions(options.events));
    }
    result_.state = start;
    problem_.system.complete(result_.state);
  }

  MarchResult run() {
    log_.record(result_.state);
    result_.status = SolveStatus::converged;
    while (result_.state.time < options_.end_time && result_.status == SolveStatus::converged &&
           !is_over_) {
      advance();
    }
    if (result_.times.back() < result_.state.time) log_.record(result_.state);
    const long long force_evaluations = problem_.system.counts().force_evaluations;
    result_.counts = integrator_.counts();
    result_.counts.force_evaluations = force_evaluations;
    return std::move(result_);
  }

 private:
  static SUNContext make_context() {
    SUNContext context = nullptr;
    SUNContext_Create(nullptr, &context);
    return context;
  }

  N_Vector fill(const State& state) {
    const auto n = state.position.size();
    Eigen::Map<Vector>(N_VGetArrayPointer(y_.get()), n) = state.position;
    Eigen::Map<Vector>(N_VGetArrayPointer(y_.get()) + n, n) = state.velocity;
    return y_.get();
  }

  void advance() {
    double time = result_.state.time;
    const Advance advance = integrator_.advance(options_.end_time, y_.get(), time);
    if (problem_.failure) std::rethrow_exception(problem_.failure);
    if (advance.kind == Advance::Kind::failed) {
      result_.status = SolveStatus::max_iterations;
      result_.message = fmt::format("did not converge at t = {:.6g} s: SUNDIALS says {}", time,
                                    integrator_.reason(advance.flag));
      return;
    }
    record_between(time);
    const double step = time - result_.state.time;
    const State before = std::exchange(result_.state, complete(time, y_.get()));
    problem_.system.system().accept(result_.state);
    if (!log_.add_step(step, result_.state)) result_.status = SolveStatus::stopped;
    log_.keep(before, result_.state);
    if (advance.kind == Advance::Kind::event) add_events();
  }

  /// Records due within the step just taken, from the integrator's own polynomial.
  void record_between(double time) {
    if (options_.record_interval == 0) return;
    while (log_.next_record() <= time) {
      integrator_.interpolate(log_.next_record(), between_.get());
      log_.record(complete(log_.next_record(), between_.get()));
    }
  }

  State complete(double time, N_Vector y) {
    State state = problem_.state_of(time, y);
    problem_.system.acceleration(time, state.position, state.velocity, state.acceleration);
    return state;
  }

  void add_events() {
    const std::vector<int> passed = integrator_.passed(options_.events.size());
    for (std::size_t i = 0; i < passed.size(); ++i) {
      if (passed[i] == 0) continue;
      result_.events.push_back({options_.events[i].name, result_.state});
      is_over_ = is_over_ || options_.events[i].ends_march;
    }
    integrator_.start_afresh(result_.state.time, y_.get());
    integrator_.limit(options_);
  }

  const MarchOptions& options_;
  FirstOrder problem_;
  Owned<SUNContext, FreeContext> context_;
  Owned<N_Vector, FreeVector> y_;
  Owned<N_Vector, FreeVector> between_;
  Integrator integrator_;
  MarchResult result_;
  MarchLog log_;
  bool is_over_ = false;
};

}  // namespace

MarchResult march_adaptive(EquationOfMotion& system, const SchemeSettings& scheme,
                           const State& start, const MarchOptions& options) {
  if (scheme.name.starts_with("cvode_")) {
    return AdaptiveMarch<Cvode>(system, scheme, start, options).run();
  }
  return AdaptiveMarch<Erk>(system, scheme, start, options).run();
}

}  // namespace tread::integrate
