#include "tread/casefile/study_file.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/temporary_folder.hpp"
#include "tread/core/errors.hpp"

namespace tread::casefile {
namespace {

class StudyFileTest : public ::testing::Test {
 protected:
  StudyFileTest() {
    folder_.write("base.toml", R"(scenario = "moving_load"
[bridge]
length = 10
bending_stiffness = 2e9
mass_per_length = 8000
[train]
distances = [0, 3]
forces_kN = [100]
speed = 30
)");
  }

  StudyFile read(const std::string& vary, const std::string& top = "") const {
    return parse_study("base = \"base.toml\"\n" + top + "[vary]\n" + vary, "study.toml",
                       folder_.path());
  }

  /// The problems of a study, a line each.
  std::string refusal(const std::string& text) const {
    try {
      parse_study(text, "study.toml", folder_.path());
    } catch (const CaseError& error) {
      std::string all;
      for (const Problem& problem : error.problems()) all += problem.text() + "\n";
      return all;
    }
    return "accepted";
  }
  std::string refusal_of(const std::string& vary) const {
    return refusal("base = \"base.toml\"\n[vary]\n" + vary);
  }

  testing_support::TemporaryFolder folder_;
};

TEST_F(StudyFileTest, CombinesAllValuesTheLastKeyFastest) {
  const StudyFile study =
      read("bridge.length = [10, 20]\ntrain.speed_km_h = { from = 36, to = 108, step = 36 }\n");
  ASSERT_EQ(study.n_cases(), 6u);
  EXPECT_EQ(study.case_in_words(1), "bridge.length = 10, train.speed_km_h = 72");
  const CaseFile last = case_of_study(study, 5);
  EXPECT_EQ(last.moving_load->bridge.length, 20);
  EXPECT_DOUBLE_EQ(*last.moving_load->train.speed, 30);
  EXPECT_EQ(study.variations[1].key, "train.speed");
  EXPECT_DOUBLE_EQ(study.variations[1].numbers[0], 10);
}

TEST_F(StudyFileTest, PutsAVariedValueInPlaceOfTheBasesInWhateverUnit) {
  const CaseFile file = case_of_study(read("train.forces = [[5e4], [6e4]]\n"), 1);
  EXPECT_EQ(file.moving_load->train.axles.forces, std::vector<double>{6e4});
}

TEST_F(StudyFileTest, GridsHaveRoundNumbers) {
  const StudyFile study = read("bridge.damping_ratio = { from = 0, to = 0.3, step = 0.1 }\n");
  EXPECT_EQ(study.variations[0].labels, (std::vector<std::string>{"0", "0.1", "0.2", "0.3"}));
  const StudyFile counted = read("bridge.modes = { from = 1, to = 9, count = 3 }\n");
  EXPECT_EQ(counted.variations[0].labels, (std::vector<std::string>{"1", "5", "9"}));
}

TEST_F(StudyFileTest, WarnsOfAGridThatDoesNotReachItsEnd) {
  const StudyFile study = read("train.speed = { from = 60, to = 65, step = 20 }\n");
  ASSERT_EQ(study.warnings.size(), 1u);
  EXPECT_EQ(study.warnings[0], "train.speed ends at 60, not at 65: the step does not lead there.");
  EXPECT_TRUE(read("train.speed = { from = 0.1, to = 0.7, step = 0.1 }\n").warnings.empty());
}

TEST_F(StudyFileTest, KeysGoAlongWithOthersValueByValue) {
  const StudyFile study = read(
      "bridge.length = [10, 20]\nbridge.mass_per_length = { values = [8000, 9000], with = "
      "\"bridge.length\" }\n");
  ASSERT_EQ(study.n_cases(), 2u);
  EXPECT_EQ(case_of_study(study, 1).moving_load->bridge.mass_per_length, 9000);
}

TEST_F(StudyFileTest, DrawsAreTheSameForTheSameSeedAndFollowTheirDistribution) {
  const std::string vary =
      "bridge.damping_ratio = { normal = [0.02, 0.002] }\nbridge.length = { uniform = [8, 12] }\n";
  const StudyFile study = read(vary, "draws = 2000\n");
  ASSERT_EQ(study.n_cases(), 2000u);  // drawn together
  EXPECT_EQ(study.variations[0].numbers, read(vary, "draws = 2000\n").variations[0].numbers);
  EXPECT_NE(study.variations[0].numbers,
            read(vary, "draws = 2000\nseed = 2\n").variations[0].numbers);
  double sum = 0;
  double squares = 0;
  for (const double value : study.variations[0].numbers) {
    sum += value;
    squares += (value - 0.02) * (value - 0.02);
  }
  // Five standard deviations of a mean and of a deviation of 2000 draws.
  EXPECT_NEAR(sum / 2000, 0.02, 5 * 0.002 / std::sqrt(2000.0));
  EXPECT_NEAR(std::sqrt(squares / 2000), 0.002, 5 * 0.002 / std::sqrt(4000.0));
  for (const double length : study.variations[1].numbers) {
    EXPECT_GE(length, 8);
    EXPECT_LE(length, 12);
  }
}

TEST_F(StudyFileTest, WholeNumbersAreDrawnAsSuchEachAsLikelyAsTheOthers) {
  const StudyFile study = read("bridge.modes = { uniform = [1, 6] }\n", "draws = 600\n");
  std::vector<int> counts(7);
  for (const double n : study.variations[0].numbers) {
    ASSERT_EQ(n, std::round(n));
    ASSERT_GE(n, 1);
    ASSERT_LE(n, 6);
    ++counts[static_cast<std::size_t>(n)];
  }
  // 100 of each; five standard deviations are 46.
  for (int n = 1; n <= 6; ++n) EXPECT_NEAR(counts[static_cast<std::size_t>(n)], 100, 46) << n;
  EXPECT_EQ(case_of_study(study, 7).moving_load->bridge.modes,
            static_cast<int>(study.variations[0].numbers[7]));
  EXPECT_NE(refusal_of("bridge.modes = { normal = [3, 1] }\n").find("whole numbers only"),
            std::string::npos);
  EXPECT_NE(refusal_of("bridge.modes = { uniform = [1.2, 1.8] }\n").find("no whole number"),
            std::string::npos);
}

TEST_F(StudyFileTest, AnotherDrawnKeyDoesNotChangeTheNumbersOfTheFirst) {
  const std::string damping = "bridge.damping_ratio = { uniform = [0.01, 0.03] }\n";
  EXPECT_EQ(read(damping).variations[0].numbers,
            read(damping + "bridge.length = { uniform = [8, 12] }\n").variations[0].numbers);
}

TEST_F(StudyFileTest, TellsAnUnknownKeyInTheStudyWithWhatMayBeMeant) {
  const std::string text = refusal_of("train.sped = [20, 30]\n");
  EXPECT_NE(text.find("study.toml:3: train.sped: unknown key"), std::string::npos) << text;
  EXPECT_NE(text.find("did you mean speed"), std::string::npos) << text;
}

TEST_F(StudyFileTest, TellsEachWrongValueOfAKey) {
  const std::string text = refusal_of("train.speed = [20, -30, \"fast\"]\n");
  EXPECT_NE(text.find("study.toml:3: train.speed: must be > 0, got -30"), std::string::npos)
      << text;
  EXPECT_NE(text.find("must be a number, got \"fast\""), std::string::npos) << text;
}

TEST_F(StudyFileTest, RefusesWhatDescribesNoCases) {
  EXPECT_NE(refusal("base = \"base.toml\"\n").find("vary: is missing"), std::string::npos);
  EXPECT_NE(refusal_of("").find("nothing varies"), std::string::npos);
  EXPECT_NE(refusal_of("train.speed = []\n").find("at least one value"), std::string::npos);
  EXPECT_NE(refusal_of("train.speed = { from = 9, to = 1, step = 1 }\n").find("ends before"),
            std::string::npos);
  EXPECT_NE(refusal_of("train.speed = { from = 9, to = 10 }\n").find("give step, or count"),
            std::string::npos);
  EXPECT_NE(
      refusal_of("train.speed = { from = 1, to = 10, stepp = 1 }\n").find("train.speed.stepp"),
      std::string::npos);
}

TEST_F(StudyFileTest, RefusesOneKeyTwicePartnersThatDoNotFitAndTooManyCases) {
  EXPECT_NE(refusal_of("train.speed = [20]\ntrain.speed_km_h = [100]\n").find("varies already"),
            std::string::npos);
  EXPECT_NE(refusal_of("bridge.length = [10, 20]\ntrain.speed = { values = [30], with = "
                       "\"bridge.length\" }\n")
                .find("1 values to go along with 2"),
            std::string::npos);
  EXPECT_NE(refusal_of("train.speed = { from = 1, to = 2, step = 1e-9 }\n").find("too many values"),
            std::string::npos);
  EXPECT_NE(refusal_of("train.speed = { from = 1, to = 2, step = 1e-5 }\nbridge.length = { from = "
                       "1, to = 2, step = 1e-5 }\n")
                .find("cases, more than"),
            std::string::npos);
}

TEST_F(StudyFileTest, RefusesABaseThatIsMissingOrNoTomlCase) {
  EXPECT_NE(refusal("base = \"none.toml\"\n[vary]\ntrain.speed = [1]\n").find("none.toml"),
            std::string::npos);
  EXPECT_NE(refusal("base = \"a.inp\"\n[vary]\ntrain.speed = [1]\n").find("must be a TOML case"),
            std::string::npos);
}

}  // namespace
}  // namespace tread::casefile
