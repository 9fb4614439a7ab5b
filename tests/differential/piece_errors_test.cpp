#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

#include "differential/small_pieces.hpp"
#include "tread/core/errors.hpp"

namespace tread::differential {
namespace {

std::string refusal(const std::function<void()>& work) {
  try {
    work();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

void expect_refusal(const std::function<void(PieceSettings&)>& change, const std::string& said) {
  PieceSettings settings;
  change(settings);
  const std::string text = refusal([&] { check(settings); });
  EXPECT_NE(text.find(said), std::string::npos) << text;
}

/// Of the rail of a standard pair.
std::string rail_refusal(const std::function<void(PieceSettings&)>& change) {
  PairPieceSettings settings = small_settings();  // the wheel's are cheap
  settings.rail = PieceSettings{};
  change(settings.rail);
  const profile::WheelRailPair pair{profile::circular_wheel(0.25, 0.02),
                                    profile::rail_head(profile::RailHead::uic60, 0.025),
                                    {},
                                    {}};
  return refusal([&] { prepare_pair(pair, {k_steel, k_steel}, settings, {}); });
}

TEST(PieceSettings, defaults_are_in_order) { EXPECT_NO_THROW(check(PieceSettings{})); }

TEST(PieceSettings, values_without_sense_are_refused_with_value_and_reason) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  expect_refusal([](PieceSettings& s) { s.half_length = -0.02; }, "is -20 mm: it must be positive");
  expect_refusal([](PieceSettings& s) { s.depth = 0; }, "the depth of an elastic piece is 0 mm");
  expect_refusal([](PieceSettings& s) { s.fine_size = nan; }, "in the fine zone of an elastic");
  expect_refusal([](PieceSettings& s) { s.coarse_size = 1 / 0.0; }, "at the cut of an elastic");
  expect_refusal([](PieceSettings& s) { s.zone_half_length = nan; }, "length of the fine zone");
  expect_refusal([](PieceSettings& s) { s.lowest_y = nan; }, "lies between y = nan");
  expect_refusal([](PieceSettings& s) { s.zone_lowest_y = 0.05; }, "between y = 50 and 30 mm");
  expect_refusal([](PieceSettings& s) { s.coarse_size = 1e-3; }, "must not be smaller at the cut");
  expect_refusal([](PieceSettings& s) { s.half_length = 0.015; }, "two elements, to the cut");
  expect_refusal(
      [](PieceSettings& s) { s.fine_size = s.coarse_size = 0.013, s.zone_half_length = 0.01; },
      "make them smaller");
}

TEST(PreparePair, zones_and_pieces_beyond_the_profile_are_refused) {
  EXPECT_NE(rail_refusal([](PieceSettings& s) {
              s.zone_lowest_y = 0.05;
              s.zone_highest_y = 0.06;
            }).find("from y = 50 to 60 mm leaves nothing of its profile"),
            std::string::npos);
  EXPECT_NE(rail_refusal([](PieceSettings& s) { s.highest_y = -0.05; }).find("the piece of the"),
            std::string::npos);
}

TEST(PreparePair, a_zone_at_a_side_that_is_held_is_refused) {
  const std::string text = rail_refusal([](PieceSettings& s) {
    s.highest_y = 0.0302;
    s.fine_size = 2e-3;
  });
  EXPECT_NE(text.find("leave at least 4 mm"), std::string::npos) << text;
}

TEST(PreparePair, a_floor_above_the_end_of_the_side_is_refused) {
  const std::string text = rail_refusal([](PieceSettings& s) { s.depth = 0.03; });
  EXPECT_NE(text.find("is 30 mm deep"), std::string::npos) << text;
  EXPECT_NE(text.find("choose lowest_y and highest_y"), std::string::npos) << text;
}

TEST(PreparePair, more_memory_than_4_GiB_is_refused_before_meshing) {
  const std::string text = rail_refusal([](PieceSettings& s) { s.fine_size = 0.3e-3; });
  EXPECT_NE(text.find("GiB"), std::string::npos) << text;
  EXPECT_NE(text.find("Make the elements larger"), std::string::npos) << text;
}

TEST(PreparePair, bodies_that_do_not_deform_or_only_in_shape_are_refused) {
  for (const Material& material : {Material::rigid(), Material{8e10, 0.5}}) {
    const std::string text = refusal([&] {
      prepare_pair(small_pair(), {k_steel, material}, small_settings(), {});
    });
    EXPECT_NE(text.find("neither rigid nor incompressible"), std::string::npos) << text;
  }
}

TEST(PreparePair, pieces_larger_than_the_wheel_are_refused) {
  profile::WheelRailPair pair = small_pair();
  pair.wheelset.nominal_radius = 0.01;
  const std::string text = refusal([&] {
    prepare_pair(pair, {k_steel, k_steel}, small_settings(), {});
  });
  EXPECT_NE(text.find("does not fit in a wheel of radius 10 mm"), std::string::npos) << text;
}

TEST(PreparePair, tells_its_progress_and_stops_when_asked_to) {
  struct : Observer {
    void on_progress(double fraction, std::string_view what) override {
      EXPECT_GE(fraction, fraction_);
      fraction_ = fraction;
      seen_ += std::string(what) + "\n";
    }
    bool stop_requested() override { return fraction_ >= stop_at_; }
    double fraction_ = 0;
    double stop_at_ = 2;
    std::string seen_;
  } observer;
  prepare_pair(small_pair(), {k_steel, k_steel}, small_settings(), {}, &observer);
  EXPECT_EQ(observer.fraction_, 1);
  for (const char* what : {"meshing the wheel", "factorising the rail", "solving"}) {
    EXPECT_NE(observer.seen_.find(what), std::string::npos);
  }
  for (const double stop_at : {0.0, 0.05, 0.3, 0.55, 0.9}) {
    observer.fraction_ = 0;
    observer.stop_at_ = stop_at;
    EXPECT_THROW(prepare_pair(small_pair(), {k_steel, k_steel}, small_settings(), {}, &observer),
                 PreparationStopped);
  }
}

}  // namespace
}  // namespace tread::differential
