#include "tread/sweep/finished_cases.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "study_folder.hpp"
#include "tread/core/errors.hpp"

namespace tread::sweep {
namespace {

using Start = FinishedCases::Start;

CaseRecord record(std::size_t i_case, double value) {
  return {i_case, CaseRow::State::done, "converged", "", {{"max_deflection", value, "m"}}};
}

std::string text_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void overwrite(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

TEST(CaseRecord, ComesBackWithTheSameBitsAndWithoutTheNumbersThatAreNone) {
  CaseRecord one = record(7, 0.1 + 0.2);
  one.numbers.push_back({"min_force_ratio", std::nan(""), ""});
  one.message = "a \"quoted\" line\nand another";
  const std::optional<CaseRecord> back = record_of(to_line(one));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->i_case, 7u);
  EXPECT_EQ(back->numbers[0].value, 0.1 + 0.2);
  EXPECT_TRUE(std::isnan(back->numbers[1].value));
  EXPECT_EQ(back->message, one.message);
}

TEST(CaseRecord, IsRefusedWhenAnyByteIsChangedOrMissing) {
  const std::string line = to_line(record(3, 1.25));
  for (std::size_t i = 0; i < line.size(); ++i) {
    std::string changed = line;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(record_of(changed)) << i;
    EXPECT_FALSE(record_of(std::string_view(line).substr(0, i))) << i;
  }
  EXPECT_TRUE(record_of(line));
}

TEST(FinishedCases, AreThereAgainWhenTheFolderIsOpenedAgain) {
  const StudyFolder folder(k_small_grid);
  const casefile::StudyFile study = folder.read();
  {
    FinishedCases finished(study, folder.out(), Start::resume);
    finished.add(record(2, 0.5));
    finished.add(record(0, 0.25));
  }
  const FinishedCases again(study, folder.out(), Start::resume);
  EXPECT_EQ(again.n_finished(), 2u);
  EXPECT_EQ(again.n_damaged(), 0u);
  EXPECT_EQ(again.records()[2].numbers[0].value, 0.5);
  EXPECT_EQ(again.records()[1].state, CaseRow::State::missing);
}

TEST(FinishedCases, LeaveOutWhatIsDamagedOrCutOffAndKeepTheRest) {
  const StudyFolder folder(k_small_grid);
  const casefile::StudyFile study = folder.read();
  {
    FinishedCases finished(study, folder.out(), Start::resume);
    for (std::size_t i = 0; i < 4; ++i) finished.add(record(i, 1.0 + static_cast<double>(i)));
  }
  const std::filesystem::path file = folder.out() / "cases.jsonl";
  std::string text = text_of(file);
  text[text.find("2.0")] = '7';  // the value of case 1
  text.resize(text.size() - 5);  // the end of case 3
  overwrite(file, text);
  {
    FinishedCases again(study, folder.out(), Start::resume);
    EXPECT_EQ(again.n_damaged(), 2u);
    EXPECT_EQ(again.n_finished(), 2u);
    EXPECT_EQ(again.records()[1].state, CaseRow::State::missing);
    EXPECT_EQ(again.records()[3].state, CaseRow::State::missing);
    EXPECT_EQ(again.records()[2].numbers[0].value, 3.0);
    again.add(record(3, 9.0));  // must not be joined to the line that was cut off
  }
  const FinishedCases third(study, folder.out(), Start::resume);
  EXPECT_EQ(third.n_damaged(), 0u);
  EXPECT_EQ(third.records()[3].numbers[0].value, 9.0);
}

TEST(FinishedCases, DoNotTakeLinesOfAnotherStudy) {
  const StudyFolder folder(k_small_grid);
  const StudyFolder other("train.speed = [20, 30]\n");
  { FinishedCases(other.read(), other.out(), Start::resume).add(record(1, 0.5)); }
  { FinishedCases finished(folder.read(), folder.out(), Start::resume); }
  std::filesystem::copy_file(other.out() / "cases.jsonl", folder.out() / "cases.jsonl",
                             std::filesystem::copy_options::overwrite_existing);
  const FinishedCases again(folder.read(), folder.out(), Start::resume);
  EXPECT_EQ(again.n_finished(), 0u);
  EXPECT_EQ(again.n_damaged(), 1u);
}

TEST(FinishedCases, RefuseTheFolderOfAnotherStudyUnlessToldToForgetIt) {
  const StudyFolder folder(k_small_grid);
  const StudyFolder other("train.speed = [20, 30]\n");
  { FinishedCases finished(folder.read(), folder.out(), Start::resume); }
  try {
    FinishedCases finished(other.read(), folder.out(), Start::resume);
    FAIL() << "took the folder of another study";
  } catch (const IoError& error) {
    EXPECT_NE(std::string(error.what()).find("another study"), std::string::npos) << error.what();
  }
  const FinishedCases afresh(other.read(), folder.out(), Start::afresh);
  EXPECT_EQ(afresh.records().size(), 2u);
}

TEST(FinishedCases, RefuseAFolderWithOtherThingsInItAndLeaveItAlone) {
  const StudyFolder folder(k_small_grid);
  std::filesystem::create_directories(folder.out());
  overwrite(folder.out() / "thesis.txt", "mine");
  EXPECT_THROW(FinishedCases(folder.read(), folder.out(), Start::resume), IoError);
  EXPECT_EQ(text_of(folder.out() / "thesis.txt"), "mine");
}

TEST(FinishedCases, AreForOneProcessAtATime) {
  const StudyFolder folder(k_small_grid);
  const casefile::StudyFile study = folder.read();
  const FinishedCases first(study, folder.out(), Start::resume);
  EXPECT_THROW(FinishedCases(study, folder.out(), Start::resume), IoError);
}

TEST(StudyIdentity, ChangesWithWhatResultsDependOnAndWithNothingElse) {
  const StudyFolder folder(k_small_grid);
  const std::string one = identity_of(folder.read());
  EXPECT_EQ(one, identity_of(StudyFolder(k_small_grid, "title = \"another\"\n").read()));
  EXPECT_EQ(one, identity_of(StudyFolder(k_small_grid, "evidence = false\n").read()));
  EXPECT_NE(one, identity_of(StudyFolder("train.speed = [20, 30]\n").read()));
  std::string base = text_of(folder.folder().path() / "base.toml");
  overwrite(folder.folder().path() / "base.toml", "# a remark\n" + base);
  EXPECT_EQ(one, identity_of(folder.read()));
  base.replace(base.find("8000"), 4, "8001");
  overwrite(folder.folder().path() / "base.toml", base);
  EXPECT_NE(one, identity_of(folder.read()));
}

}  // namespace
}  // namespace tread::sweep
