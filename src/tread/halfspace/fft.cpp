#include "tread/halfspace/fft.hpp"

#include <fftw3.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace tread::halfspace {
namespace {

/// FFTW's planner keeps one table for the whole process; only running plans is free of it. Our lock
/// is that of this copy of the code; FFTW's own keeps us apart from other copies (the C library and
/// the Python module in one process) and from other users of FFTW.
class PlannerLock {
 public:
  PlannerLock() : lock_(mutex()) {
    static const bool shared = [] {
      fftw_make_planner_thread_safe();
      fftwf_make_planner_thread_safe();
      return true;
    }();
    static_cast<void>(shared);
  }

 private:
  static std::mutex& mutex() {
    static std::mutex mutex;
    return mutex;
  }

  std::lock_guard<std::mutex> lock_;
};

template <class Real>
struct Fftw;

template <>
struct Fftw<double> {
  using Plan = fftw_plan;
  using Complex = fftw_complex;
  static Plan row_forward(int n, double* in, Complex* out) {
    return fftw_plan_dft_r2c_1d(n, in, out, FFTW_ESTIMATE | FFTW_DESTROY_INPUT);
  }
  static Plan row_backward(int n, Complex* in, double* out) {
    return fftw_plan_dft_c2r_1d(n, in, out, FFTW_ESTIMATE | FFTW_DESTROY_INPUT);
  }
  static Plan columns(int n, int n_columns, Complex* data, int sign) {
    return fftw_plan_many_dft(1, &n, n_columns, data, nullptr, 1, n, data, nullptr, 1, n, sign,
                              FFTW_ESTIMATE);
  }
  static void run(Plan p, double* in, Complex* out) { fftw_execute_dft_r2c(p, in, out); }
  static void run(Plan p, Complex* in, double* out) { fftw_execute_dft_c2r(p, in, out); }
  static void run(Plan p, Complex* data) { fftw_execute_dft(p, data, data); }
  static void destroy(Plan p) { fftw_destroy_plan(p); }
};

template <>
struct Fftw<float> {
  using Plan = fftwf_plan;
  using Complex = fftwf_complex;
  static Plan row_forward(int n, float* in, Complex* out) {
    return fftwf_plan_dft_r2c_1d(n, in, out, FFTW_ESTIMATE | FFTW_DESTROY_INPUT);
  }
  static Plan row_backward(int n, Complex* in, float* out) {
    return fftwf_plan_dft_c2r_1d(n, in, out, FFTW_ESTIMATE | FFTW_DESTROY_INPUT);
  }
  static Plan columns(int n, int n_columns, Complex* data, int sign) {
    return fftwf_plan_many_dft(1, &n, n_columns, data, nullptr, 1, n, data, nullptr, 1, n, sign,
                               FFTW_ESTIMATE);
  }
  static void run(Plan p, float* in, Complex* out) { fftwf_execute_dft_r2c(p, in, out); }
  static void run(Plan p, Complex* in, float* out) { fftwf_execute_dft_c2r(p, in, out); }
  static void run(Plan p, Complex* data) { fftwf_execute_dft(p, data, data); }
  static void destroy(Plan p) { fftwf_destroy_plan(p); }
};

template <class Real>
typename Fftw<Real>::Complex* raw(std::complex<Real>* data) {
  return reinterpret_cast<typename Fftw<Real>::Complex*>(data);
}

/// A forward and a backward plan that live and die together.
template <class Real>
struct PlanPair {
  typename Fftw<Real>::Plan forward = nullptr;
  typename Fftw<Real>::Plan backward = nullptr;

  PlanPair() = default;
  PlanPair(const PlanPair&) = delete;
  PlanPair& operator=(const PlanPair&) = delete;
  ~PlanPair() {
    const PlannerLock lock;
    if (forward != nullptr) Fftw<Real>::destroy(forward);
    if (backward != nullptr) Fftw<Real>::destroy(backward);
  }
};

/// Transforms `count` rows of `size` numbers, `stride` apart within a row and `distance` between
/// rows, in place.
void transform_real(double* data, int size, int stride, int count, int distance, Parity parity) {
  const fftw_r2r_kind kind = parity == Parity::even ? FFTW_REDFT00 : FFTW_RODFT00;
  fftw_plan plan;
  {
    const PlannerLock lock;
    plan = fftw_plan_many_r2r(1, &size, count, data, nullptr, stride, distance, data, nullptr,
                              stride, distance, &kind, FFTW_ESTIMATE);
  }
  fftw_execute(plan);
  const PlannerLock lock;
  fftw_destroy_plan(plan);
}

}  // namespace

template <class T>
AlignedArray<T>::AlignedArray(std::size_t size)
    : data_(static_cast<T*>(fftw_malloc(std::max<std::size_t>(size, 1) * sizeof(T)))), size_(size) {
  if (data_ == nullptr) throw std::bad_alloc();
  std::uninitialized_fill_n(data_, size, T{});
}

template <class T>
AlignedArray<T>::~AlignedArray() {
  fftw_free(data_);
}

template <class T>
AlignedArray<T>::AlignedArray(AlignedArray&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

template <class T>
AlignedArray<T>& AlignedArray<T>::operator=(AlignedArray&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

template <class Real>
struct RowTransform<Real>::Plans : PlanPair<Real> {};

template <class Real>
RowTransform<Real>::RowTransform(int size) {
  AlignedArray<Real> row(static_cast<std::size_t>(size));
  AlignedArray<std::complex<Real>> spectrum(static_cast<std::size_t>(size / 2 + 1));
  auto plans = std::make_shared<Plans>();
  const PlannerLock lock;
  plans->forward = Fftw<Real>::row_forward(size, row.data(), raw(spectrum.data()));
  plans->backward = Fftw<Real>::row_backward(size, raw(spectrum.data()), row.data());
  plans_ = std::move(plans);
}

template <class Real>
void RowTransform<Real>::forward(Real* row, std::complex<Real>* spectrum) const {
  Fftw<Real>::run(plans_->forward, row, raw(spectrum));
}

template <class Real>
void RowTransform<Real>::backward(std::complex<Real>* spectrum, Real* row) const {
  Fftw<Real>::run(plans_->backward, raw(spectrum), row);
}

template <class Real>
struct ColumnTransform<Real>::Plans : PlanPair<Real> {};

template <class Real>
ColumnTransform<Real>::ColumnTransform(int size, int n_columns) {
  AlignedArray<std::complex<Real>> data(static_cast<std::size_t>(size) *
                                        static_cast<std::size_t>(n_columns));
  auto plans = std::make_shared<Plans>();
  const PlannerLock lock;
  plans->forward = Fftw<Real>::columns(size, n_columns, raw(data.data()), FFTW_FORWARD);
  plans->backward = Fftw<Real>::columns(size, n_columns, raw(data.data()), FFTW_BACKWARD);
  plans_ = std::move(plans);
}

template <class Real>
void ColumnTransform<Real>::forward(std::complex<Real>* data) const {
  Fftw<Real>::run(plans_->forward, raw(data));
}

template <class Real>
void ColumnTransform<Real>::backward(std::complex<Real>* data) const {
  Fftw<Real>::run(plans_->backward, raw(data));
}

void transform_quarter(std::span<double> table, int mx, int my, Parity parity_x, Parity parity_y) {
  const int width = mx / 2 + 1;
  const int height = my / 2 + 1;
  // A sine transform leaves out the first and the last entry, which are zero by symmetry.
  const auto skip = [](Parity parity) { return parity == Parity::odd ? 1 : 0; };
  if (const int size = width - 2 * skip(parity_x); size > 0) {
    transform_real(table.data() + skip(parity_x), size, 1, height, width, parity_x);
  }
  if (my == 1) return;
  if (const int size = height - 2 * skip(parity_y); size > 0) {
    transform_real(table.data() + width * skip(parity_y), size, width, width, 1, parity_y);
  }
}

int good_fft_size(int n) {
  if (n <= 1) return 1;
  if (n <= 16) return n + n % 2;
  // Sizes rich in twos get the fastest plans; the others among these cost about a quarter more per
  // number.
  struct Family {
    int odd_part;
    double cost;
  };
  constexpr std::array<Family, 5> families = {{{1, 1}, {5, 1}, {3, 1.25}, {15, 1.25}, {25, 1.25}}};
  int best = 0;
  double best_cost = std::numeric_limits<double>::infinity();
  for (const Family& family : families) {
    int size = 16 * family.odd_part;
    while (size < n) size *= 2;
    if (size * family.cost < best_cost) {
      best = size;
      best_cost = size * family.cost;
    }
  }
  return best;
}

template class AlignedArray<float>;
template class AlignedArray<double>;
template class AlignedArray<std::complex<float>>;
template class AlignedArray<std::complex<double>>;
template class RowTransform<float>;
template class RowTransform<double>;
template class ColumnTransform<float>;
template class ColumnTransform<double>;

}  // namespace tread::halfspace
