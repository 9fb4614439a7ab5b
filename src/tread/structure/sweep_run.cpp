#include "tread/structure/sweep_run.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace tread::structure {
namespace {

using Eigen::ArrayXd;
using Eigen::ArrayXXd;
using Eigen::Index;

double default_position_step(const BeamModes& modes) {
  double step = modes.length();
  for (const auto& part : modes.parts()) {
    // Three modes at least: forces have kinks where axles come and go.
    const auto n_waves = static_cast<double>(std::max<std::size_t>(part.omega.size(), 3));
    step = std::min(step, part.beam.length / (100.0 * n_waves));
  }
  return step;
}

/// Positions are those of the first train: a faster one goes farther between them.
double fastest_ratio(const SweepOptions& options) {
  return options.second ? std::max(1.0, options.second->speed_ratio) : 1;
}

/// Fills columns from `first` on: at each place, what a unit of each mode has there.
template <class Evaluate>
void fill_columns(ArrayXXd& columns, Index first, const std::vector<double>& places,
                  const Evaluate& evaluate) {
  for (std::size_t s = 0; s < places.size(); ++s) {
    double* column = columns.col(first + static_cast<Index>(s)).data();
    evaluate(places[s], std::span<double>(column, static_cast<std::size_t>(columns.rows())));
  }
}

}  // namespace

PreparedSweep::PreparedSweep(const BeamModes& the_modes, const AxleTrain& train,
                             const SweepOptions& options)
    : modes(the_modes),
      free_vibration(options.free_vibration),
      largest_phase(options.largest_phase),
      tables(modes, running_loads(train, options.second), options.sections,
             (options.position_step > 0 ? options.position_step : default_position_step(modes)) /
                 fastest_ratio(options)),
      n_sections(static_cast<Index>(options.sections.size())) {
  const double deck =
      options.largest_deck_frequency > 0 ? options.largest_deck_frequency : deck_frequency(modes);
  const auto is_low = [&](double omega) {
    return omega <= 2 * std::numbers::pi * deck * (1 + 1e-9);
  };
  const bool has_high = !std::ranges::all_of(modes.omega(), is_low);
  const auto shape = [&](double x, std::span<double> out) { modes.shape(x, out); };
  of_acceleration.resize(modes.n_modes(), (has_high ? 2 : 1) * n_sections);
  fill_columns(of_acceleration, 0, options.sections, shape);
  if (has_high) {
    of_acceleration.rightCols(n_sections) = of_acceleration.leftCols(n_sections);
    for (Index i = 0; i < of_acceleration.rows(); ++i) {
      if (is_low(modes.omega()[static_cast<std::size_t>(i)])) continue;
      of_acceleration.row(i).tail(n_sections) = 0;
    }
  }
  ends = end_places(modes);
  of_coordinate.resize(modes.n_modes(), 3 * n_sections + n_ends());
  fill_columns(of_coordinate, 0, options.sections, shape);
  fill_columns(of_coordinate, n_sections, ends,
               [&](double x, std::span<double> out) { modes.slope(x, out); });
  fill_columns(of_coordinate, first_moment(), options.sections,
               [&](double x, std::span<double> out) { modes.moment(x, out); });
  fill_columns(of_coordinate, first_moment() + n_sections, options.sections,
               [&](double x, std::span<double> out) { modes.shear(x, out); });

  ArrayXd deflection(tables.force.rows());
  for (Index s = 0; s < n_sections; ++s) {
    deflection = tables.remainder.col(remainder_channel(s));
    for (Index i = 0; i < of_coordinate.rows(); ++i) {
      const double omega = modes.omega()[static_cast<std::size_t>(i)];
      if (omega > 0) deflection += of_coordinate(i, s) / (omega * omega) * tables.force.col(i);
    }
    static_deflection = std::max(static_deflection, deflection.abs().maxCoeff());
  }
}

Peaks::Peaks(const ArrayXXd& of_mode)
    : of_mode_(&of_mode),
      sizes_(of_mode.abs().transpose()),
      bounds_(of_mode.cols()),
      largest_(ArrayXd::Zero(of_mode.cols())) {}

const ArrayXd& Peaks::bounds(const ArrayXd& largest_of_modes) {
  bounds_.setZero();
  for (Index i = 0; i < sizes_.cols(); ++i) bounds_ += sizes_.col(i) * largest_of_modes(i);
  return bounds_;
}

void Peaks::look(Index channel, const Eigen::Ref<const ArrayXXd>& modes, ArrayXd& values) {
  const double* c = of_mode_->col(channel).data();
  Index i = 0;
  for (; i + 3 <= modes.cols(); i += 3) {  // fewer loads and stores
    values += c[i] * modes.col(i) + c[i + 1] * modes.col(i + 1) + c[i + 2] * modes.col(i + 2);
  }
  for (; i < modes.cols(); ++i) values += c[i] * modes.col(i);
  largest_(channel) = std::max(largest_(channel), values.abs().maxCoeff());
}

void Peaks::look(Index channel, const ArrayXd& modes, double extra) {
  const double value = (of_mode_->col(channel) * modes).sum() + extra;
  largest_(channel) = std::max(largest_(channel), std::abs(value));
}

SweepRun::SweepRun(const PreparedSweep& sweep, double speed)
    : sweep_(sweep), accelerations_(sweep.of_acceleration), coordinates_(sweep.of_coordinate) {
  const double omega = *std::ranges::max_element(sweep.modes.omega());
  const double interval = sweep.tables.step / speed;
  // A slow train would take very many steps: they are exact whatever their length, only peaks of
  // the fastest modes, which it hardly excites, may lie between.
  constexpr double k_most_steps = 1e7;
  const double most_parts =
      std::max(1.0, std::floor(k_most_steps / static_cast<double>(sweep.tables.n_intervals())));
  n_parts_ = static_cast<int>(
      std::clamp(std::ceil(omega * interval / sweep.largest_phase), 1.0, most_parts));
  time_step_ = interval / n_parts_;
  const auto n_modes = static_cast<Index>(sweep.modes.n_modes());
  for (std::size_t i = 0; i < sweep.modes.omega().size(); ++i) {
    exact_.push_back(exact_step(sweep.modes.omega()[i], sweep.modes.damping_rate()[i], time_step_));
  }
  const Index n_steps = static_cast<Index>(SweepTables::k_block) * n_parts_;
  for (ArrayXXd* states : {&q_, &v_, &a_}) *states = ArrayXXd::Zero(n_steps + 1, n_modes);
  values_.resize(n_steps);
  for (ArrayXd* values : {&largest_of_modes_, &q_now_, &a_now_}) values->resize(n_modes);
}

template <int n_modes>
void SweepRun::step_modes(Index mode, Block block) {
  const Index stride = q_.rows();
  double* q = q_.col(mode).data();
  double* v = v_.col(mode).data();
  double* a = a_.col(mode).data();
  std::array<ExactStep, n_modes> c;
  std::array<double, n_modes> omega2;
  std::array<double, n_modes> rate;
  std::array<double, n_modes> q_now;
  std::array<double, n_modes> v_now;
  for (std::size_t m = 0; m < n_modes; ++m) {
    const std::size_t i = static_cast<std::size_t>(mode) + m;
    c[m] = exact_[i];
    omega2[m] = sweep_.modes.omega()[i] * sweep_.modes.omega()[i];
    rate[m] = sweep_.modes.damping_rate()[i];
    q_now[m] = q[static_cast<Index>(m) * stride];
    v_now[m] = v[static_cast<Index>(m) * stride];
  }
  const Index force_stride = sweep_.tables.force.rows();
  const std::size_t first = block.value_or(0) * SweepTables::k_block;
  const double* force = sweep_.tables.force.col(mode).data() + first;
  const double* stepping = sweep_.tables.stepping_force.col(mode).data() + first;
  Index row = 1;
  for (std::size_t k = 0; k < SweepTables::k_block; ++k, ++force, ++stepping) {
    std::array<double, n_modes> f0{};
    std::array<double, n_modes> rise{};
    std::array<double, n_modes> mended{};  // what stepping forces differ by
    std::array<double, n_modes> mended_rise{};
    for (std::size_t m = 0; m < n_modes && block; ++m) {
      const double* f = stepping + static_cast<Index>(m) * force_stride;
      const double* true_f = force + static_cast<Index>(m) * force_stride;
      f0[m] = f[0];
      rise[m] = (f[1] - f[0]) / n_parts_;
      mended[m] = f[0] - true_f[0];
      mended_rise[m] = (f[1] - true_f[1] - mended[m]) / n_parts_;
    }
    for (int part = 0; part < n_parts_; ++part, ++row) {
      for (std::size_t m = 0; m < n_modes; ++m) {
        const double f1 = f0[m] + rise[m];
        const double q0 = q_now[m];
        const double v0 = v_now[m];
        q_now[m] = c[m].q_q * q0 + c[m].q_v * v0 + (c[m].q_0f * f0[m] + c[m].q_1f * f1);
        v_now[m] = c[m].v_q * q0 + c[m].v_v * v0 + (c[m].v_0f * f0[m] + c[m].v_1f * f1);
        f0[m] = f1;
        mended[m] += mended_rise[m];
        const Index at = static_cast<Index>(m) * stride + row;
        q[at] = q_now[m];
        v[at] = v_now[m];
        a[at] = f1 - mended[m] - rate[m] * v_now[m] - omega2[m] * q_now[m];
      }
    }
  }
}

void SweepRun::step(Block block) {
  for (ArrayXXd* states : {&q_, &v_, &a_}) states->row(0) = states->row(states->rows() - 1);
  Index mode = 0;
  for (; mode + 3 <= q_.cols(); mode += 3) step_modes<3>(mode, block);
  for (; mode < q_.cols(); ++mode) step_modes<1>(mode, block);
}

void SweepRun::fill_remainder(Index channel, std::size_t block) {
  const double* at = sweep_.tables.remainder.col(channel).data() + block * SweepTables::k_block;
  Index row = 0;
  for (std::size_t k = 0; k < SweepTables::k_block; ++k) {
    const double rise = (at[k + 1] - at[k]) / n_parts_;
    for (int part = 1; part <= n_parts_; ++part) values_(row++) = at[k] + part * rise;
  }
}

void SweepRun::look_at(Block block) {
  const Index n_steps = values_.size();
  largest_of_modes_ = a_.bottomRows(n_steps).abs().colwise().maxCoeff().transpose();
  const ArrayXd& of_accelerations = accelerations_.bounds(largest_of_modes_);
  for (Index c = 0; c < of_accelerations.size(); ++c) {
    if (of_accelerations(c) <= accelerations_[c]) continue;
    values_.setZero();
    accelerations_.look(c, a_.bottomRows(n_steps), values_);
  }
  largest_of_modes_ = q_.bottomRows(n_steps).abs().colwise().maxCoeff().transpose();
  const ArrayXd& of_coordinates = coordinates_.bounds(largest_of_modes_);
  for (Index c = 0; c < of_coordinates.size(); ++c) {
    const Index channel = sweep_.remainder_channel(c);
    const double most =
        block ? sweep_.tables.largest_remainder(static_cast<Index>(*block), channel) : 0;
    if (of_coordinates(c) + most <= coordinates_[c]) continue;
    if (most > 0) {
      fill_remainder(channel, *block);
    } else {
      values_.setZero();
    }
    coordinates_.look(c, q_.bottomRows(n_steps), values_);
  }
}

void SweepRun::interpolate(std::size_t interval_of_block, double part) {
  const double at = part * n_parts_;
  const double whole = std::min(std::floor(at), static_cast<double>(n_parts_ - 1));
  const Index row = static_cast<Index>(interval_of_block) * n_parts_ + static_cast<Index>(whole);
  // Hermite's cubic: right for an acceleration that goes linearly.
  const double s = at - whole;
  const double h = time_step_;
  const double q1 = s * s * (3 - 2 * s);
  const double v0 = h * s * (1 - s) * (1 - s);
  const double v1 = -h * s * s * (1 - s);
  const double dq = 6 * s * (1 - s) / h;
  const double dv0 = (1 - s) * (1 - 3 * s);
  const double dv1 = s * (3 * s - 2);
  for (Index i = 0; i < q_.cols(); ++i) {
    const auto mode = static_cast<std::size_t>(i);
    const double begin = q_(row, i);
    const double end = q_(row + 1, i);
    q_now_(i) = (1 - q1) * begin + q1 * end + v0 * v_(row, i) + v1 * v_(row + 1, i);
    const double velocity = dq * (end - begin) + dv0 * v_(row, i) + dv1 * v_(row + 1, i);
    const double omega = sweep_.modes.omega()[mode];
    a_now_(i) = -sweep_.modes.damping_rate()[mode] * velocity - omega * omega * q_now_(i);
  }
}

void SweepRun::look_at_events(std::size_t block) {
  const std::size_t first = block * SweepTables::k_block;
  const auto& kinks = sweep_.tables.kinks;
  for (; next_kink_ < kinks.size() && kinks[next_kink_].interval < first + SweepTables::k_block;
       ++next_kink_) {
    const SweepTables::Kink& kink = kinks[next_kink_];
    interpolate(kink.interval - first, kink.part);
    a_now_ += Eigen::Map<const ArrayXd>(kink.force.data(), a_now_.size());
    const ArrayXd& most = accelerations_.bounds(a_now_.abs());
    for (Index c = 0; c < most.size(); ++c) {
      if (most(c) > accelerations_[c]) accelerations_.look(c, a_now_, 0);
    }
  }
  const auto& passings = sweep_.tables.passings;
  for (; next_passing_ < passings.size() &&
         passings[next_passing_].interval < first + SweepTables::k_block;
       ++next_passing_) {
    const SweepTables::Passing& passing = passings[next_passing_];
    interpolate(passing.interval - first, passing.part);
    const Index moment = sweep_.first_moment() + passing.section;
    const Index shear = moment + sweep_.n_sections;
    coordinates_.look(moment, q_now_, passing.moment);
    coordinates_.look(shear, q_now_, passing.shear_before);
    coordinates_.look(shear, q_now_, passing.shear_after);
  }
}

bool SweepRun::has_calmed_down() {
  const Index last = q_.rows() - 1;
  for (Index i = 0; i < q_.cols(); ++i) {
    const double omega = sweep_.modes.omega()[static_cast<std::size_t>(i)];
    const double decay = sweep_.modes.damping_rate()[static_cast<std::size_t>(i)] / 2;
    if (decay >= omega) return false;  // does not swing
    const double q = q_(last, i);
    const double v = (v_(last, i) + decay * q) / std::sqrt(omega * omega - decay * decay);
    q_now_(i) = std::hypot(q, v);
    a_now_(i) = omega * omega * q_now_(i);
  }
  return (coordinates_.bounds(q_now_) <= coordinates_.largest()).all() &&
         (accelerations_.bounds(a_now_) <= accelerations_.largest()).all();
}

SpeedExtremes SweepRun::extremes() {
  for (std::size_t block = 0; block < sweep_.tables.n_blocks(); ++block) {
    step(block);
    look_at(block);
    look_at_events(block);
  }
  const double time_of_block = time_step_ * static_cast<double>(values_.size());
  for (double time = 0; time < sweep_.free_vibration && !has_calmed_down(); time += time_of_block) {
    step(std::nullopt);
    look_at(std::nullopt);
  }
  SpeedExtremes out;
  const Index n_sections = sweep_.n_sections;
  const Index first_deck = sweep_.of_acceleration.cols() - n_sections;
  for (Index s = 0; s < n_sections; ++s) {
    const Index moment = sweep_.first_moment() + s;
    out.sections.push_back({coordinates_[s], accelerations_[s], accelerations_[first_deck + s],
                            coordinates_[moment], coordinates_[moment + n_sections]});
  }
  Index end = 0;
  out.end_rotation = coordinates_.largest().segment(n_sections, sweep_.n_ends()).maxCoeff(&end);
  out.end_rotation_position = sweep_.ends[static_cast<std::size_t>(end)];
  return out;
}

}  // namespace tread::structure
