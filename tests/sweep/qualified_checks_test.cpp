#include <gtest/gtest.h>

#include <algorithm>

#include "sweep/named_check.hpp"
#include "sweep/study_folder.hpp"
#include "tread/sweep/study_run.hpp"

namespace tread::sweep {
namespace {

result::Check check_of(const StudyFolder& folder, std::string_view name) {
  Ranks alone;
  StudyOptions options;
  options.folder = folder.out();
  options.workers = 1;
  const StudyOutcome outcome = run_study(folder.read(), alone, options);
  const std::vector<result::Check>& checks = outcome.result.cases[0].checks;
  const auto found = std::ranges::find(checks, name, &result::Check::name);
  return found == checks.end() ? result::Check{} : *found;
}

TEST(QualifiedChecks, SayThatRunsEndedEarly) {
  const StudyFolder whole("train.speed = [30, 40]\n");
  EXPECT_EQ(check_of(whole, "deck_acceleration").note.find("time.end"), std::string::npos);
  const StudyFolder early("train.speed = [30, 40]\ntime.end = [0.2]\n");
  EXPECT_NE(check_of(early, "deck_acceleration").note.find("time.end"), std::string::npos);
}

TEST(QualifiedChecks, SayThatOnlySomePlacesWereLookedAt) {
  const StudyFolder folder("train.speed = [30, 40]\noutput.sections = [[1.0]]\n");
  EXPECT_NE(check_of(folder, "deflection").note.find("output.sections"), std::string::npos);
}

TEST(QualifiedChecks, DoNotPassADeckWhoseFrequenciesWereCutOff) {
  const StudyFolder folder("train.speed = [30, 40]\noutput.deck_frequency = [5]\n");
  EXPECT_EQ(check_of(folder, "deck_acceleration").verdict, Verdict::not_applicable);
}

TEST(QualifiedChecks, CountTwoTracksWhereTwoTrainsMeet) {
  const double one = check_of(StudyFolder("train.speed = [30]\n"), "end_rotation").limit;
  const double two =
      check_of(StudyFolder("train.speed = [30]\nsecond_train.type = [\"same\"]\n"), "end_rotation")
          .limit;
  EXPECT_GT(one, 0);
  EXPECT_LT(two, one);
}

}  // namespace
}  // namespace tread::sweep
