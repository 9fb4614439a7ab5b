#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <string>

#include "study/case_result.hpp"
#include "study/train_bridge_cases.hpp"
#include "tread/casefile/case_toml.hpp"
#include "tread/casefile/read_case.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/material.hpp"
#include "tread/interaction/train_bridge.hpp"
#include "tread/reference/carter.hpp"
#include "tread/study/run_case.hpp"
#include "tread/study/train_bridge_model.hpp"
#include "tread/vehicle/vehicle_models.hpp"

namespace tread::study {
namespace {

using test::error_of;
using test::parse;
using test::run;
using test::scalar;
using test::table;

/// The sprung mass of Yang and Yau.
const std::string k_mass = "[vehicle]\ntype = \"wheel\"\nmass = 5750\n";
const std::string k_spring = "[contact]\nmodel = \"linear\"\nstiffness = 1.595e6\n";

std::string at_speed(double speed, const std::string& rest = "") {
  return "[train]\nspeed = " + std::to_string(speed) + "\n" + rest;
}

TEST(TrainBridgeCase, SprungMassOfYangAndYau) {
  const result::CaseResult result =
      run(test::k_bare_line + test::k_yang_yau_bridge + "modes = 30\n" + k_mass + k_spring +
          "[train]\nspeed_km_h = 100\n[time]\nstep_ms = 0.2\nend = 0.9\n[output]\n"
          "sections = [12.5]\n");
  EXPECT_TRUE(result.ok);
  const std::vector<double>& midspan = table(result, "deflection").columns.at(1).values;
  // An independent converged solution with 30 modes, all digits of it.
  EXPECT_NEAR(*std::ranges::max_element(midspan), 2.407321e-3, 2e-8);
  EXPECT_NEAR(scalar(result, "max_force_ratio"), 1.01508, 1e-4);
  EXPECT_NEAR(scalar(result, "min_force_ratio"), 0.98551, 1e-4);
  EXPECT_NEAR(std::abs(scalar(result, "max_body_acceleration")), 0.14797, 1e-4);
  EXPECT_NEAR(scalar(result, "first_frequency"), 4.777854, 1e-6);
  EXPECT_EQ(scalar(result, "contact_losses"), 0);
}

TEST(TrainBridgeCase, StepsBeyondTheLimitOfTheSchemeAreRefusedShortenedOrEndAsUnstable) {
  const std::string text = test::k_yang_yau_bridge + "modes = 10\ndamping_ratio = 0.02\n" + k_mass +
                           at_speed(25, "[time]\nscheme = \"bdf_4\"\n");
  const std::string error = error_of(text + "step = 1e-3\n");
  EXPECT_TRUE(
      error.starts_with("case.toml:16: time.step: unstable: scheme bdf_4, step 0.001 s, limit "))
      << error;

  const result::CaseResult chosen = run(text);
  EXPECT_TRUE(chosen.ok) << chosen.status;
  EXPECT_LT(scalar(chosen, "step"), scalar(chosen, "largest_stable_step"));
  const std::string newmark =
      test::k_yang_yau_bridge + "modes = 10\ndamping_ratio = 0.02\n" + k_mass + at_speed(25);
  const double deflection = scalar(run(newmark), "max_deflection");
  EXPECT_NEAR(scalar(chosen, "max_deflection") / deflection, 1, 2e-3);

  const result::CaseResult unstable = run(text + "step = 1e-3\nallow_unstable = true\n");
  EXPECT_FALSE(unstable.ok);
  EXPECT_EQ(unstable.status, "unstable");
  bool is_told = false;
  for (const std::string& note : unstable.notes) {
    is_told = is_told || note.find("unstable: scheme bdf_4, step 0.001 s, limit") != note.npos;
    EXPECT_EQ(note.find("left the rail"), std::string::npos) << note;
  }
  EXPECT_TRUE(is_told);
  for (const result::Scalar& number : unstable.scalars) {
    EXPECT_NE(number.name, "contact_losses");
    EXPECT_TRUE(std::isfinite(number.value)) << number.name;
  }
}

TEST(TrainBridgeCase, StaticDeflectionIsThatOfTheTextbook) {
  const result::CaseResult result =
      run(test::k_yang_yau_bridge + "modes = 200\n" + k_mass + k_spring + at_speed(25));
  // P L^3 / 48 EI; 200 modes lack less than 1e-6 of it, and the wheel is looked at every 1 mm.
  EXPECT_NEAR(scalar(result, "static_deflection") / 2.2061536e-3, 1, 1e-5);
  EXPECT_NEAR(scalar(result, "dynamic_amplification"),
              scalar(result, "max_deflection") / scalar(result, "static_deflection"), 1e-12);
}

TEST(TrainBridgeCase, SlowTrainHasNoDynamicAmplification) {
  const result::CaseResult result =
      run(test::k_yang_yau_bridge + "damping_ratio = 0.05\nmodes = 20\n" + k_mass + k_spring +
          at_speed(1, "[time]\nstep_ms = 10\n"));
  // The speed is 1/239 of the critical one.
  EXPECT_NEAR(scalar(result, "dynamic_amplification"), 1, 5e-3);
  EXPECT_NEAR(scalar(result, "max_force_ratio"), 1, 5e-3);
}

TEST(TrainBridgeCase, MomentAndShearOfASlowAxleAreStaticOnesWithFewModesToo) {
  for (const char* supports : {"simply_supported", "clamped"}) {
    const result::CaseResult result =
        run(test::k_yang_yau_bridge + "damping_ratio = 0.1\nmodes = 5\nsupports = \"" + supports +
            "\"\n" + k_mass + k_spring +
            at_speed(1, "[time]\nstep_ms = 10\n[output]\nsections = [12.5]\n"));
    // P L/4 or P L/8, and half the load on either side. Five modes alone have 92 % of the first.
    const double load = 5750 * 9.81;
    const double moment = load * 25 / (supports[0] == 's' ? 4 : 8);
    EXPECT_NEAR(scalar(result, "max_moment") / moment, 1, 0.01) << supports;
    EXPECT_NEAR(std::abs(scalar(result, "max_shear")) / (load / 2), 1, 0.015) << supports;
  }
}

TEST(TrainBridgeCase, LargestShearForceOfASlowAxleIsItsLoadAtASupport) {
  const std::string slow = test::k_yang_yau_bridge + "damping_ratio = 0.1\nmodes = 5\n" + k_mass +
                           k_spring + at_speed(1, "[time]\nstep_ms = 10\n");
  const double load = 5750 * 9.81;
  const result::CaseResult bare = run(slow + "[rail]\nover_joints = 0\n");
  EXPECT_NEAR(std::abs(scalar(bare, "max_shear")) / load, 1, 0.01);
  // A rail that reaches 1 m over the end leaves no more than 1 - 1/25 of it to the bridge.
  const result::CaseResult rounded = run(slow);
  EXPECT_LT(std::abs(scalar(rounded, "max_shear")) / load, 0.97);
  EXPECT_GT(std::abs(scalar(rounded, "max_shear")) / load, 0.94);
}

TEST(TrainBridgeCase, ExampleOfTheThesisIsTheThesisCrossing) {
  const casefile::CaseFile file =
      casefile::read_case(std::filesystem::path(TREAD_EXAMPLES) / "thesis_train_bridge.toml");
  const TrainBridgeModel model = train_bridge_model(file);
  interaction::TrainBridgeProblem thesis = model.problem;
  thesis.contact = interaction::thesis_grid_contact();
  thesis.train = vehicle::single_vehicle_train(
      make_vehicle(vehicle::SingleWheel{.mass = 7900 * std::numbers::pi * 0.3 * 0.3 * 8}));
  const interaction::Crossing ours = cross_bridge(model.problem, model.options);
  const interaction::Crossing theirs = cross_bridge(thesis, model.options);
  // The mass in the file has six digits.
  EXPECT_LT((ours.forces - theirs.forces).cwiseAbs().maxCoeff(), 5e-6 * ours.wheel_loads[0]);
  EXPECT_LT((ours.deflections - theirs.deflections).cwiseAbs().maxCoeff(), 2e-8);
  const std::vector<result::CaseResult> cases = run_case(file, {}).cases;
  ASSERT_EQ(cases.size(), 3u);
  EXPECT_NEAR(scalar(cases[0], "max_deflection"), 2.4e-3, 0.05e-3);  // figure 10.2
  EXPECT_NEAR(scalar(cases[1], "time"), 0.05, 1e-12);
  // The pressure adds up to the force.
  const result::FieldSet& fields = cases[1].fields.value();
  double sum = 0;
  for (const double p : fields.fields.front().values) sum += p * fields.grid.dx * fields.grid.dy;
  EXPECT_NEAR(sum / scalar(cases[1], "normal_force"), 1, 1e-9);
}

TEST(TrainBridgeCase, OnLevelRigidGroundNothingChanges) {
  const result::CaseResult result =
      run("[vehicle]\ntype = \"manchester\"\n[time]\nend = 0.2\n" + at_speed(30));
  EXPECT_TRUE(result.ok);
  EXPECT_NEAR(scalar(result, "max_force_ratio"), 1, 1e-9);
  EXPECT_NEAR(scalar(result, "min_force_ratio"), 1, 1e-9);
  // (32 t + 2 * 2.615 t + 4 * 1.813 t) g / 4
  EXPECT_NEAR(scalar(result, "max_force"), (32000 + 2 * 2615 + 4 * 1813) * 9.81 / 4, 1e-3);
  EXPECT_FALSE(result.animation.has_value());
}

TEST(TrainBridgeCase, TwoWheelsShareTheForceOfAnAxleOnAGridAsByHertz) {
  const std::string vehicle = "[vehicle]\ntype = \"wheel\"\nmass_t = 16\n[time]\nend = 0.002\n";
  const auto approach = [&](const std::string& contact) {
    return table(run(vehicle + at_speed(10) + "[contact]\n" + contact), "approach")
        .columns.at(1)
        .values.front();
  };
  const double hertz = approach("model = \"hertz\"\nwheels = 2\n");
  EXPECT_NEAR(approach("model = \"hertz\"\nwheels = 1\n") / hertz, std::pow(2, 2.0 / 3), 1e-9);
  // 40 x 40 cells around three times the load.
  EXPECT_NEAR(approach("model = \"grid\"\nwheels = 2\n") / hertz, 1, 5e-3);
}

TEST(TrainBridgeCase, RailFromAFileIsTheRailOfItsFormula) {
  const std::string folder = ::testing::TempDir();
  std::string csv;
  for (int i = 0; i <= 400; ++i) {
    const double x = 10 + 0.01 * i;
    const double height = 1e-3 * (1 - std::cos(2 * std::numbers::pi * (x - 11) / 2)) / 2;
    csv += std::to_string(x) + ", " + std::to_string(1e9 * (x < 11 || x > 13 ? 0 : height) * 1e-6) +
           "\n";  // mm with nine digits
  }
  const std::filesystem::path path = std::filesystem::path(folder) / "tread_bump.csv";
  std::FILE* file = std::fopen(path.c_str(), "w");
  ASSERT_NE(file, nullptr);
  std::fputs(csv.c_str(), file);
  std::fclose(file);
  const std::string start = test::k_yang_yau_bridge + "modes = 10\n" +
                            "[vehicle]\ntype = \"manchester\"\npart = \"quarter\"\n" +
                            at_speed(20, "[time]\nstep_ms = 0.5\n");
  const result::CaseResult by_file = run(start + "[rail]\ntype = \"file\"\nfile = \"" +
                                         path.string() + "\"\nheight_unit = \"mm\"\n");
  const result::CaseResult by_formula =
      run(start + "[rail]\ntype = \"bump\"\nheight_mm = 1\nstart = 11\nlength = 2\n");
  // The curvature of the formula jumps at both ends; the spline goes over that within 1 cm.
  EXPECT_NEAR(scalar(by_file, "max_force_ratio") / scalar(by_formula, "max_force_ratio"), 1, 0.01);
  EXPECT_GT(scalar(by_formula, "max_force_ratio"), 1.05);
}

TEST(TrainBridgeCase, LossOfContactIsCountedAndTold) {
  const result::CaseResult result =
      run_case(casefile::read_case(std::filesystem::path(TREAD_EXAMPLES) /
                                   "train_bridge_irregular.toml"),
               {})
          .cases.at(0);
  EXPECT_EQ(scalar(result, "contact_losses"), 1);
  EXPECT_EQ(scalar(result, "min_force_ratio"), 0);
  EXPECT_TRUE(test::has_note(result, "Axles left the rail 1 time;"));
  EXPECT_LT(scalar(result, "relative_energy_defect"), 1e-3);
}

TEST(TrainBridgeCase, StepsThatAreTooLongAreToldAndChosenOnesAreNot) {
  const std::string start =
      test::k_yang_yau_bridge + "[vehicle]\ntype = \"manchester\"\npart = \"quarter\"\n";
  const result::CaseResult chosen = run(start + at_speed(25));
  EXPECT_FALSE(test::has_note(chosen, "is too long to see"));
  EXPECT_FALSE(test::has_note(chosen, "too far to see"));
  const result::CaseResult coarse = run(start + at_speed(25, "[time]\nstep_ms = 5\n"));
  EXPECT_TRUE(test::has_note(coarse, "The step of 0.005 s is too long to see the contact"));
  const result::CaseResult waves =
      run(start + at_speed(25, "[time]\nstep_ms = 1\n") +
          "[rail]\ntype = \"sine\"\namplitude_um = 1\nwavelength_mm = 50\n");
  EXPECT_TRUE(test::has_note(waves, "too far to see the shortest wave of rail and wheels, 0.05 m"));
}

/// A crossing with the steps that are chosen, and with steps a quarter as long.
struct ChosenAndFine {
  result::CaseResult chosen;
  result::CaseResult fine;
  double change(const std::string& name) const {
    return std::abs(scalar(fine, name) / scalar(chosen, name) - 1);
  }
};
ChosenAndFine with_chosen_and_fine_steps(const std::string& text) {
  const double step = train_bridge_model(parse(text)).options.step;
  return {run(text), run(text + fmt::format("[time]\nstep = {}\n", step / 4))};
}

TEST(TrainBridgeCase, ChosenStepsFollowWheelsThatAreStruck) {
  // Two straight ramps down to a joint and up again. With ten steps a period of the contact the
  // largest force was 15 % too small.
  const ChosenAndFine steps = with_chosen_and_fine_steps(
      "[bridge]\nlength = 50\nbending_stiffness_GNm2 = 765\nmass_per_length_t_m = 19\n"
      "damping_ratio = 0.01\n[vehicle]\ntype = \"chinese_star\"\n"
      "[rail]\ntype = \"joint\"\nform = \"straight\"\ndepth_mm = 0.6\nlength = 1.5\nstart = 6.4\n" +
      at_speed(28.5));
  EXPECT_EQ(scalar(steps.chosen, "contact_losses"), 0);
  EXPECT_GT(scalar(steps.chosen, "max_force_ratio"), 1.3);
  EXPECT_LT(steps.change("max_force"), 0.02);
  EXPECT_LT(steps.change("min_force_ratio"), 0.05);
  EXPECT_LT(steps.change("max_deck_acceleration"), 0.05);
}

TEST(TrainBridgeCase, ChosenStepsFollowWhatCountsOfTheDecksAcceleration) {
  // Rigid contact has no period to follow, and the deck of 5 m counts up to 300 Hz. With 1 ms its
  // acceleration was off by 11 %.
  const ChosenAndFine steps = with_chosen_and_fine_steps(
      "[bridge]\nlength = 5.25\nbending_stiffness_GNm2 = 0.93\nmass_per_length_t_m = 5.2\n"
      "supports = \"clamped\"\nmodel = \"elements\"\nelements = 10\nrayleigh = [0.3, 1e-4]\n"
      "[track]\n[vehicle]\ntype = \"pioneer_trailer\"\npart = \"half\"\n"
      "[contact]\nmodel = \"rigid\"\n[train]\nspeed_km_h = 375\nstart_position = -8\n");
  EXPECT_GT(std::abs(scalar(steps.chosen, "max_deck_acceleration")), 1);
  EXPECT_LT(steps.change("max_deck_acceleration"), 0.02);
}

TEST(TrainBridgeCase, AccelerationsThatTheStepDoesNotFollowAreTold) {
  const auto with_damping = [](const char* damping) {
    return run(test::k_bare_line + test::k_yang_yau_bridge + "rayleigh = [0.5, " + damping +
               "]\n[vehicle]\ntype = \"manchester\"\npart = \"quarter\"\n" +
               at_speed(25, "[time]\nstep_ms = 0.5\n"));
  };
  const char* const told = "max_acceleration depends on the step";
  EXPECT_TRUE(test::has_note(with_damping("0"), told));
  // Fast modes are damped away: what is left is followed.
  EXPECT_FALSE(test::has_note(with_damping("1e-3"), told));
}

TEST(TrainBridgeCase, RigidWheelsOverKinksAreTold) {
  const auto is_told = [](const std::string& contact, const std::string& rail) {
    return test::has_note(
        run(test::k_yang_yau_bridge + k_mass + at_speed(25) + "[contact]\nmodel = \"" + contact +
            "\"\n[rail]\ntype = \"" + rail + "\"\nheight_mm = 0.1\nlength = 2\nstart = 8\n"),
        "Rigid wheels meet a kink");
  };
  EXPECT_TRUE(is_told("rigid", "ramp"));
  EXPECT_FALSE(is_told("rigid", "bump"));
  EXPECT_FALSE(is_told("hertz", "ramp"));
}

TEST(TrainBridgeCase, SchemesThatDampTheContactAreTold) {
  const std::string start = test::k_yang_yau_bridge +
                            "[vehicle]\ntype = \"manchester\"\npart = \"quarter\"\n" + at_speed(25);
  const auto is_told = [&](const std::string& scheme) {
    return test::has_note(run(start + "[time]\nscheme = \"" + scheme + "\"\n"),
                          "of the energy of an axle that swings on its contact");
  };
  // At 25 steps a period: backward Euler takes (1 + (2 pi/25)^2)^-25 of it, 79 %.
  EXPECT_TRUE(is_told("backward_euler"));
  EXPECT_FALSE(is_told("newmark"));
  EXPECT_FALSE(is_told("hht_alpha"));
}

TEST(TrainBridgeCase, AxlesCloserThanTheirContactsAndTooFewModesAreTold) {
  const result::CaseResult close =
      run(test::k_yang_yau_bridge + k_mass + "count = 2\npitch_mm = 8\n" + at_speed(25));
  EXPECT_TRUE(
      test::has_note(close, "Axles 1 and 2 are 0.008 m apart, less than a contact is long"));
  const result::CaseResult few =
      run(test::k_yang_yau_bridge + "modes = 1\n" + k_mass + at_speed(25));
  EXPECT_TRUE(test::has_note(few, "1 modes may lack more than 1 % of the deflection"));
}

TEST(TrainBridgeCase, RigidContactIsSteppedWithASchemeThatDamps) {
  const std::string start = test::k_yang_yau_bridge + "[vehicle]\ntype = \"manchester\"\n" +
                            at_speed(25) + "[contact]\nmodel = \"rigid\"\n";
  EXPECT_EQ(train_bridge_model(parse(start)).options.scheme.name, "hht_alpha");
  EXPECT_EQ(train_bridge_model(parse(start + "[time]\nscheme = \"bdf_2\"\n")).options.scheme.name,
            "bdf_2");
  const result::CaseResult result = run(start);
  EXPECT_TRUE(result.ok);
  EXPECT_EQ(scalar(result, "contact_losses"), 0);
}

TEST(TrainBridgeCase, EndsThatMoveAreTold) {
  const std::string rest = k_mass + k_spring + at_speed(25);
  EXPECT_TRUE(test::has_note(run(test::k_bare_line + test::k_yang_yau_bridge +
                                 "supports = \"elastic\"\nsupport_stiffness_MN_m = 100\n" + rest),
                             "An end of the bridge moves by up to"));
  EXPECT_FALSE(test::has_note(run(test::k_bare_line + test::k_yang_yau_bridge + rest),
                              "An end of the bridge"));
  EXPECT_TRUE(test::has_note(run(test::k_bare_line + test::k_yang_yau_bridge +
                                 "supports = \"elastic\"\nsupport_stiffness_MN_m = 100\n" + k_mass +
                                 "[contact]\nmodel = \"rigid\"\n" + at_speed(25)),
                             "Rigid wheels hit it: forces and accelerations depend on the step"));
}

TEST(TrainBridgeCase, MovingPictureShowsTheLargestDeflectionFirst) {
  const result::CaseResult result = run(test::k_bare_line + test::k_yang_yau_bridge + k_mass +
                                        k_spring + at_speed(25, "[output]\nframes = 11\n"));
  const result::BridgeAnimation& animation = result.animation.value();
  EXPECT_LE(animation.frames.size(), 11u);
  EXPECT_GE(animation.frames.size(), 10u);
  EXPECT_EQ(animation.supports, (std::vector<double>{0, 25}));
  const auto& still = animation.frames.at(animation.still);
  EXPECT_EQ(*std::ranges::max_element(still.deflections), scalar(result, "max_deflection"));
  EXPECT_EQ(animation.frames.front().time, 0);
  EXPECT_NEAR(animation.frames.back().time, 1 + 0.3, 1e-12);  // a period of 4.78 Hz after it
  EXPECT_NEAR(still.wheels.front(), 25 * still.time, 1e-9);
}

// ---- an axle that creeps, drives or brakes ----

/// One wheel of 10 t on rigid ground, 0.46 m in radius, 20 mm wide.
std::string rolling(const std::string& how) {
  return "[vehicle]\ntype = \"wheel\"\nmass_t = 10\n[time]\nend = 0.02\nstep_ms = 0.5\n" +
         at_speed(40) + "[rolling]\nwidth_mm = 20\n" + how;
}

/// Steel, 20 mm wide: Carter's force under a creepage, N.
double carter_force(double creepage) {
  const BodyPair steel{Material::from_young(2.1e11, 0.3), Material::from_young(2.1e11, 0.3)};
  const double width = 0.02;
  const auto normal =
      reference::hertz_line_from_force(1e4 * 9.81 / width, 0.46, contact_modulus(steel));
  return reference::carter_from_creepage(normal, 0.3, creepage).force_per_length * width;
}

TEST(TrainBridgeCase, ACreepingWheelOnRigidGroundIsCarters) {
  for (const char* memory : {"quasi_steady", "transient"}) {
    const auto file =
        parse(rolling("creepage = 1e-3\ncells = 128\nmemory = '" + std::string(memory) + "'\n"));
    const result::CaseResult axle = run_case(file, {}).cases.at(1);
    EXPECT_TRUE(axle.ok);
    // first order in the cells of the slip zone
    EXPECT_NEAR(scalar(axle, "final_tangential_force") / carter_force(1e-3), 1, 0.01) << memory;
  }
}

TEST(TrainBridgeCase, ABrakedWheelFindsTheCreepageThatCarriesItsTorque) {
  const result::CaseResult axle =
      run_case(
          parse(rolling("brake_torque_kNm = 6\nmoment_of_inertia = 60\npatch_times = [0.01]\n")),
          {})
          .cases.at(1);
  EXPECT_NEAR(scalar(axle, "final_tangential_force"), -6000 / 0.46, 1e-3 * 6000 / 0.46);
  EXPECT_GT(scalar(axle, "final_creepage"), 0);
  // the brake takes T omega, friction F (v - omega R), for 0.02 s
  const double creepage = scalar(axle, "final_creepage");
  EXPECT_NEAR(scalar(axle, "brake_work"), 6000 * 40 * (1 - creepage) / 0.46 * 0.02, 1);
  EXPECT_NEAR(scalar(axle, "friction_work"), 6000 / 0.46 * 40 * creepage * 0.02, 1e-3 * 8.5);
  const result::Table& traction = table(axle, "traction_1");
  double sum = 0;
  for (const double t : traction.columns[1].values) sum += t;
  const double dx = traction.columns[0].values[1] - traction.columns[0].values[0];
  EXPECT_NEAR(sum * dx * 0.02, -6000 / 0.46, 1e-3 * 6000 / 0.46);
}

TEST(TrainBridgeCase, AWheelThatSlidesIsHeldByItsFriction) {
  for (const double friction : {0.1, 0.6}) {
    const auto file =
        parse(rolling("creepage = 0.5\nfriction = " + std::to_string(friction) + "\n"));
    const result::CaseResult axle = run_case(file, {}).cases.at(1);
    EXPECT_NEAR(scalar(axle, "final_tangential_force"), -friction * 1e4 * 9.81,
                1e-6 * friction * 1e4 * 9.81);
  }
}

TEST(TrainBridgeCase, SectionsNearASupportAreSections) {
  for (const char* place : {"0.05", "1e-3", "1e-6", "24.99"}) {
    const result::CaseResult result =
        run(test::k_yang_yau_bridge + "modes = 5\n" + k_mass +
            at_speed(25, "[output]\nsections = [" + std::string(place) + "]\n"));
    EXPECT_TRUE(result.ok) << place;
    // Close to the left support the shear is the reaction: all of the weight as the wheel enters.
    EXPECT_NEAR(std::abs(scalar(result, "max_shear")), 5750 * 9.81, 0.15 * 5750 * 9.81) << place;
  }
}

TEST(TrainBridgeCase, RollingThatCannotBeIsToldAtItsKey) {
  EXPECT_EQ(error_of(rolling("")),
            "case.toml:10: rolling.creepage: is missing\n  hint: give creepage, drive_torque or "
            "brake_torque");
  EXPECT_EQ(
      error_of(rolling("creepage = 1e-3\naxle = 2\n")),
      "case.toml:13: rolling.axle: axle 2 is to roll with friction, but the train has 1 axles");
  EXPECT_EQ(error_of(rolling("brake_torque_kNm = 6\n")),
            "case.toml:12: rolling.brake_torque_kNm: needs rolling.moment_of_inertia as well");
  try {
    run_case(parse(rolling("brake_torque_kNm = 60\nmoment_of_inertia = 60\n")), {});
    FAIL();
  } catch (const CaseError& error) {
    EXPECT_EQ(error.problems().front().key, "rolling.start");
    EXPECT_EQ(error.problems().front().reason,
              "the wheel cannot roll steadily at the start: torques of -6e+04 N m need 1.304e+05 N "
              "of friction, which carries 2.943e+04 N; start it freely, or apply the torque later");
  }
}

TEST(TrainBridgeCase, WhatCannotBeIsToldAtItsKey) {
  const std::string start = test::k_yang_yau_bridge + "modes = 5\n" + k_mass;
  EXPECT_EQ(
      error_of(start + at_speed(10, "start_position = -30\n[time]\nend = 2\n")),
      "case.toml:13: train.start_position: the train never reaches the bridge: it starts 30 m "
      "before it and goes 20 m; start nearer or run longer");
  EXPECT_EQ(error_of(start + at_speed(10, "start_position = 30\n")),
            "case.toml:13: train.start_position: the train starts at 30 m, all of it beyond the "
            "bridge of 25 m: start before it");
  EXPECT_EQ(error_of(start + at_speed(10, "acceleration = -5\n")),
            "case.toml:13: train.acceleration: the train stops before its last wheel has left the "
            "bridge, braking with -5 m/s2: brake less, or give a duration");
  EXPECT_EQ(error_of(start + at_speed(10, "[output]\nsections = [26]\n")),
            "case.toml:14: output.sections: the section at 26 m lies beyond the end of the bridge "
            "at 25 m");
  EXPECT_EQ(error_of(start + at_speed(10, "[time]\nstep_ms = 1\nrecord_interval = 1\n")),
            "case.toml:15: time.record_interval: records every 1 s are too few for a run of 3 s, "
            "whose extremes are taken from them: take 0.06 s or less");
  EXPECT_EQ(
      error_of(start + at_speed(10,
                                "[contact]\nmodel = \"grid\"\n[time]\nend = 1\n"
                                "[output]\npatch_times = [3]\n")),
      "case.toml:18: output.patch_times: the patch at 3 s lies beyond the end of the run at 1 "
      "s");
  EXPECT_EQ(error_of(start + at_speed(10, "[time]\nstep = 10\n")),
            "case.toml:14: time.step: the step of 10 s is longer than the crossing of 3 s");
  EXPECT_EQ(error_of(start + at_speed(10,
                                      "[wheel_defect]\ntype = \"out_of_round\"\n"
                                      "amplitude_mm = 1\nwheel = 3\n")),
            "case.toml:16: wheel_defect.wheel: axle 3 has the defect, but the train has 1 axles");
  EXPECT_EQ(
      error_of(test::k_yang_yau_bridge +
               "[vehicle]\ntype = \"manchester\"\ncount = 2\npitch = 10\n" + at_speed(10)),
      "case.toml:10: vehicle.pitch: vehicle 'manchester' begins 10 m behind the train's first "
      "wheel, the one ahead of it ends at 21.56 m: list vehicles from the front, apart from "
      "each other");
}

/// A wheel whose flat hits the rail: far more than three times its load.
std::string hit_by_a_flat(const std::string& grid) {
  return "[bridge]\nlength = 15\nbending_stiffness = 1e10\nmass_per_length = 1e4\nmodes = 5\n"
         "[vehicle]\ntype = \"wheel\"\nmass = 5000\nwheel_radius = 0.46\n"
         "[train]\nspeed = 50\n[contact]\nmodel = \"grid\"\n"
         "[wheel_defect]\ntype = \"flat\"\nlength_mm = 60\n[time]\nend = 0.03\n" +
         grid;
}

TEST(TrainBridgeCase, AContactThatOutgrowsItsGridGoesOnAsOnALargerOne) {
  const result::CaseResult grown = run(hit_by_a_flat("[grid]\ncells_x = 16\ncells_y = 16\n"));
  EXPECT_TRUE(grown.ok);
  EXPECT_GT(scalar(grown, "max_force_ratio"), 3.5);
  const auto is_told = [](const std::string& note) {
    return note.starts_with("The contact outgrew the area of 16 x 16 cells");
  };
  EXPECT_TRUE(std::ranges::any_of(grown.notes, is_told));
  ASSERT_TRUE(grown.fields);
  const Grid& grid = grown.fields->grid;
  const result::CaseResult given = run(hit_by_a_flat(
      fmt::format("[grid]\ncells_x = 48\ncells_y = 48\ncell_size_x = {}\ncell_size_y = {}\n",
                  grid.dx, grid.dy)));
  EXPECT_TRUE(given.ok);
  EXPECT_TRUE(std::ranges::none_of(given.notes, is_told));
  for (const char* name : {"max_force_ratio", "max_deflection", "peak_pressure"}) {
    EXPECT_NEAR(scalar(grown, name), scalar(given, name), 1e-6 * scalar(given, name)) << name;
  }
}

TEST(TrainBridgeCase, AGridThatWasGivenTooSmallIsNamedByItsKey) {
  const auto refused_at = [](const std::string& grid) -> std::string {
    try {
      run(hit_by_a_flat(grid));
    } catch (const CaseError& error) {
      return error.problems().front().text();
    }
    return "no error";
  };
  const std::string by_size =
      refused_at("[grid]\ncells_x = 24\ncells_y = 24\nsize_x_mm = 18\nsize_y_mm = 18\n");
  EXPECT_TRUE(
      by_size.starts_with("case.toml:23: grid.size_x: the contact reaches the edge of its "
                          "grid of 0.018 x 0.018 m"))
      << by_size;
  const std::string by_cells = refused_at(
      "[grid]\ncells_x = 24\ncells_y = 24\ncell_size_x_mm = 0.75\ncell_size_y_mm = 0.75\n");
  EXPECT_TRUE(by_cells.starts_with("case.toml:23: grid.cell_size_x: ")) << by_cells;
}

TEST(TrainBridgeCase, ABridgeSoftInShearTakesFewModes) {
  const std::string bridge =
      "[bridge]\nlength = 20\nbending_stiffness = 1e10\nmass_per_length = 1e4\n";
  const result::CaseResult soft = run(bridge + "shear_stiffness = 1e8\n" + k_mass + k_spring +
                                      at_speed(25, "[time]\nstep_ms = 1\n"));
  EXPECT_TRUE(soft.ok);
  EXPECT_LE(scalar(soft, "modes"), 81);
  // P L^3/48 EI + P L/4 GA
  const double load = 5750 * 9.81;
  EXPECT_NEAR(scalar(soft, "static_deflection"), load * (8000 / 48e10 + 20 / 4e8),
              0.012 * scalar(soft, "static_deflection"));
}

}  // namespace
}  // namespace tread::study
