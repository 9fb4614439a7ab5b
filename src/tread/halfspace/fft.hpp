#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <span>

namespace tread::halfspace {

/// Thin owners around FFTW in single and double precision. Plans are made by FFTW's estimate:
/// quick, and the same on every run, so that results repeat to the bit (measured plans may differ
/// between runs; wisdom that a host program gives FFTW changes estimates too).
///
/// Convention: forward transform exp(-2 pi i jk/n), nothing normalised (docs/conventions.md#fft).

/// Zero-initialised memory with the alignment FFTW wants.
template <class T>
class AlignedArray {
 public:
  AlignedArray() = default;
  explicit AlignedArray(std::size_t size);
  ~AlignedArray();
  AlignedArray(AlignedArray&& other) noexcept;
  AlignedArray& operator=(AlignedArray&& other) noexcept;

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Transforms of one row of `size` real numbers into size/2 + 1 complex ones and back (the input of
/// either is destroyed).
template <class Real>
class RowTransform {
 public:
  explicit RowTransform(int size);
  void forward(Real* row, std::complex<Real>* spectrum) const;
  void backward(std::complex<Real>* spectrum, Real* row) const;

 private:
  struct Plans;
  std::shared_ptr<const Plans> plans_;
};

/// In-place transforms of `batch` interleaved columns: element j of column c is at data[j * batch +
/// c].
template <class Real>
class ColumnTransform {
 public:
  ColumnTransform(int size, int n_columns);
  void forward(std::complex<Real>* data) const;
  void backward(std::complex<Real>* data) const;

 private:
  struct Plans;
  std::shared_ptr<const Plans> plans_;
};

/// Cosine (even) or sine (odd) transform, along each axis, of the quarter of a table that symmetry
/// leaves: entries 0..mx/2 by 0..my/2, x fastest. Gives the real part of the symmetric table's full
/// Fourier transform, up to the factor -i for each odd axis. my = 1 means a single row.
enum class Parity { even, odd };
void transform_quarter(std::span<double> table, int mx, int my, Parity parity_x, Parity parity_y);

/// The smallest even number >= n without prime factors above 7 (1 for n = 1: a single row needs no
/// transform).
int good_fft_size(int n);

}  // namespace tread::halfspace
