#include "tread/sweep/study_run.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "study_folder.hpp"
#include "tread/core/errors.hpp"

namespace tread::sweep {
namespace {

/// Stops as soon as a case is finished.
class StopSoon : public Observer {
 public:
  void on_progress(double fraction, std::string_view) override { stop_ = stop_ || fraction > 0; }
  bool stop_requested() override { return stop_; }

 private:
  bool stop_ = false;
};

StudyOutcome run(const StudyFolder& folder, const std::filesystem::path& out, int workers,
                 Observer* observer = nullptr) {
  Ranks alone;
  StudyOptions options;
  options.folder = out;
  options.workers = workers;
  options.observer = observer;
  return run_study(folder.read(), alone, options);
}

std::vector<CaseRecord> records_in(const StudyFolder& folder, const std::filesystem::path& out) {
  return FinishedCases(folder.read(), out, FinishedCases::Start::resume).records();
}

TEST(StudyRun, GivesTheSameBytesForAnyNumberOfWorkers) {
  const StudyFolder folder(k_small_grid);
  const auto lines = [&](int workers) {
    const std::filesystem::path out = folder.out() / std::to_string(workers);
    EXPECT_EQ(run(folder, out, workers).status, SolveStatus::converged);
    std::string text;
    for (const CaseRecord& record : records_in(folder, out)) text += to_line(record);
    return text;
  };
  const std::string one = lines(1);
  EXPECT_GT(one.size(), 1000u);
  EXPECT_EQ(one, lines(3));
}

TEST(StudyRun, EqualsEachCaseRunByItself) {
  const StudyFolder folder(k_small_grid);
  const casefile::StudyFile study = folder.read();
  run(folder, folder.out(), 2);
  const std::vector<CaseRecord> records = records_in(folder, folder.out());
  for (const std::size_t i : {std::size_t{0}, std::size_t{7}, study.n_cases() - 1}) {
    study::MeasureMemory memory;
    Observer deaf;
    EXPECT_EQ(to_line(records[i]), to_line(*run_case_of(study, i, memory, deaf))) << i;
  }
}

TEST(StudyRun, OfBridgesOfElementsIsTheSameTwice) {
  const StudyFolder folder("train.speed = [30, 40]\n");
  folder.folder().write("base.toml", R"(scenario = "train_bridge"
[bridge]
length = 10
bending_stiffness = 2e9
mass_per_length = 8000
model = "elements"
elements = 4
[vehicle]
type = "wheel"
mass = 5000
[train]
speed = 30
)");
  const casefile::StudyFile study = folder.read();
  study::MeasureMemory kept;
  study::MeasureMemory fresh;
  Observer deaf;
  const std::string first = to_line(*run_case_of(study, 0, kept, deaf));
  EXPECT_NE(first.find("max_deflection"), std::string::npos) << first;
  const std::string second = to_line(*run_case_of(study, 1, kept, deaf));
  EXPECT_EQ(second, to_line(*run_case_of(study, 1, fresh, deaf)));
  EXPECT_EQ(first, to_line(*run_case_of(study, 0, kept, deaf)));
}

TEST(StudyRun, GoesOnWhereItWasStoppedAndRepeatsNothing) {
  // Twenty modes: a case takes long enough to be stopped amid many.
  const StudyFolder folder(
      "bridge.modes = [20]\ntrain.speed = { from = 20, to = 60, count = 150 }\n");
  StopSoon stop;
  const StudyOutcome stopped = run(folder, folder.out(), 1, &stop);
  EXPECT_EQ(stopped.status, SolveStatus::stopped);
  EXPECT_GE(stopped.n_cases - stopped.n_missing, 1u);
  EXPECT_GE(stopped.n_missing, 1u);
  EXPECT_TRUE(stopped.result.cases.empty());
  const StudyOutcome rest = run(folder, folder.out(), 2);
  EXPECT_EQ(rest.n_before, stopped.n_cases - stopped.n_missing);
  EXPECT_EQ(rest.n_missing, 0u);
  const std::filesystem::path undisturbed = folder.out() / "undisturbed";
  run(folder, undisturbed, 1);
  const std::vector<CaseRecord> one = records_in(folder, folder.out());
  const std::vector<CaseRecord> other = records_in(folder, undisturbed);
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(to_line(one[i]), to_line(other[i])) << i;
}

TEST(StudyRun, ListsACaseThatFailsAndRunsTheOthers) {
  // A train that begins behind the bridge never reaches it.
  const StudyFolder folder("train.front = [0, 1000, 5]\n");
  const StudyOutcome outcome = run(folder, folder.out(), 2);
  EXPECT_EQ(outcome.status, SolveStatus::converged);
  EXPECT_EQ(outcome.n_failed, 1u);
  EXPECT_FALSE(outcome.ok());
  const std::vector<std::string>& notes = outcome.result.cases[0].notes;
  const bool is_told = std::ranges::any_of(notes, [](const std::string& note) {
    return note.find("Case 2 (train.front = 1000)") != std::string::npos;
  });
  EXPECT_TRUE(is_told);
  const std::vector<CaseRecord> records = records_in(folder, folder.out());
  EXPECT_EQ(records[1].state, CaseRow::State::failed);
  EXPECT_EQ(records[2].state, CaseRow::State::done);
}

TEST(StudyRun, StatesHowNumbersThatDecideChangeWithMoreModes) {
  const StudyFolder folder("train.speed = [20, 40]\n");
  const StudyOutcome outcome = run(folder, folder.out(), 1);
  const std::vector<result::Evidence>& evidence = outcome.result.cases[0].evidence;
  const auto modes = std::ranges::find(evidence, "more_modes", &result::Evidence::name);
  ASSERT_NE(modes, evidence.end());
  EXPECT_EQ(modes->failure, "");
  ASSERT_FALSE(modes->changes.empty());
  EXPECT_LT(modes->largest()->relative(), 0.5) << modes->largest()->name;
}

TEST(StudyRun, ReportsN0OfTheOwnWeightBesideThatOfTheModel) {
  const StudyFolder folder("train.speed = [20, 40]\n", "evidence = false\n");
  const StudyOutcome outcome = run(folder, folder.out(), 1);
  const auto number = [&](std::string_view name) {
    const auto& scalars = outcome.result.cases[0].scalars;
    const auto found = std::ranges::find(scalars, name, &result::Scalar::name);
    return found == scalars.end() ? std::nan("") : found->value;
  };
  const double deflection = 5 * 8000 * 9.81 * 1e4 / (384 * 2e9);  // 5 m g L^4 / (384 EI)
  EXPECT_NEAR(number("permanent_deflection"), deflection, 1e-6 * deflection);
  EXPECT_NEAR(number("n0_of_deflection"), 17.75 / std::sqrt(1e3 * deflection), 1e-5);
  EXPECT_NEAR(number("n0_of_deflection"), number("first_frequency"), 0.01);
}

TEST(StudyRun, RefusesAStudyWhoseFirstCaseCannotBeBuiltAndMakesNoFolder) {
  const StudyFolder folder("train.front = [1000]\n");
  EXPECT_THROW(run(folder, folder.out(), 1), CaseError);
  EXPECT_FALSE(std::filesystem::exists(folder.out()));
}

}  // namespace
}  // namespace tread::sweep
