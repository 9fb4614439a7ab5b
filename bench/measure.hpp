#pragma once

#include <fftw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <functional>
#include <string>

namespace tread::bench {

/// Of the calling thread on its processor: everything here runs in one thread, and what else the
/// machine does disturbs less.
inline double seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

inline double timed(const std::function<void()>& work) {
  const double begin = seconds();
  work();
  return seconds() - begin;
}

/// The unit: FFT pair of the grid padded to twice its size.
class FftPair {
 public:
  explicit FftPair(int n) : m_(2 * n) {
    const auto m = static_cast<std::size_t>(m_);
    real_ = fftw_alloc_real(m * m);
    complex_ = fftw_alloc_complex(m * (m / 2 + 1));
    forward_ = fftw_plan_dft_r2c_2d(m_, m_, real_, complex_, FFTW_MEASURE);
    backward_ = fftw_plan_dft_c2r_2d(m_, m_, complex_, real_, FFTW_MEASURE);
    std::fill_n(real_, m * m, 0.0);
  }
  ~FftPair() {
    fftw_destroy_plan(forward_);
    fftw_destroy_plan(backward_);
    fftw_free(real_);
    fftw_free(complex_);
  }
  FftPair(const FftPair&) = delete;
  FftPair& operator=(const FftPair&) = delete;

  void run() {
    fftw_execute(forward_);
    fftw_execute(backward_);
  }

 private:
  int m_;
  double* real_;
  fftw_complex* complex_;
  fftw_plan forward_;
  fftw_plan backward_;
};

inline std::string target_text(double value, double target) {
  if (target == 0) return "";
  return fmt::format("{:>7.0f} {}", target, value <= target ? "met" : "MISSED");
}

}  // namespace tread::bench
