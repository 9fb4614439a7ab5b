#include "tread/view/run_list.hpp"

#include <gtest/gtest.h>

#include "tread/core/errors.hpp"
#include "tread/view/refusal.hpp"
#include "view/result_folder.hpp"

namespace tread::view {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_of(RunList& runs) {
  std::vector<std::string> names;
  for (const RunList::Entry& entry : runs.entries()) names.push_back(entry.name);
  return names;
}

std::string refusal_of(const std::vector<fs::path>& paths) {
  try {
    RunList runs(paths);
  } catch (const IoError& error) {
    return error.what();
  }
  return "";
}

TEST(RunList, AFolderWithResultFoldersInsideOffersEach) {
  const TemporaryFolder folder;
  write_result_folder(folder.path() / "b");
  write_result_folder(folder.path() / "a");
  write_result_folder(folder.path() / "deep" / "er");
  write_text(folder.path() / "notes" / "x.txt", "no result");
  fs::create_directory_symlink(folder.path() / "deep" / "er", folder.path() / "link");
  RunList runs({folder.path()});
  EXPECT_EQ(names_of(runs), (std::vector<std::string>{"a", "b"}));
}

TEST(RunList, AFolderGivenTwiceIsOneRun) {
  const TemporaryFolder folder;
  const fs::path run = write_result_folder(folder.path() / "a");
  RunList runs({run, run / ".", run / "result.h5", folder.path()});
  EXPECT_EQ(names_of(runs), (std::vector<std::string>{"a"}));
}

TEST(RunList, OfAFileGivenNothingElseOfItsFolderIsOffered) {
  const TemporaryFolder folder;
  const fs::path run = write_result_folder(folder.path() / "a");
  write_text(run / "private.txt", "x");
  RunList runs({run / "result.h5"});
  const std::vector<RunFiles::Entry> files = runs.files(0).list();
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].name, "result.h5");
  EXPECT_THROW(runs.files(0).open("private.txt"), Refusal);
}

TEST(RunList, PathsWithoutAResultAreRefused) {
  const TemporaryFolder folder;
  const fs::path good = write_result_folder(folder.path() / "good");
  const fs::path none = folder.path() / "none";
  fs::create_directories(none);
  EXPECT_NE(refusal_of({folder.path() / "missing"}).find("no such file or folder"),
            std::string::npos);
  EXPECT_NE(refusal_of({none}).find("no result.h5"), std::string::npos);
  EXPECT_NE(refusal_of({good, none}).find("no result.h5"), std::string::npos);
  EXPECT_NE(refusal_of({good, folder.path() / "missing"}).find("missing"), std::string::npos);
}

TEST(RunList, AFolderOfAnOlderVersionIsRefusedWithItsVersion) {
  const TemporaryFolder folder;
  write_text(folder.path() / "old" / "result.json", R"({"version": "0.0.9", "results": []})");
  EXPECT_NE(refusal_of({folder.path() / "old"}).find("0.0.9"), std::string::npos);
}

TEST(RunList, OfSeveralACorruptOneIsListedWithItsError) {
  const TemporaryFolder folder;
  const fs::path good = write_result_folder(folder.path() / "good");
  const fs::path bad = folder.path() / "bad";
  write_text(bad / "result.h5", "this is no HDF5");
  EXPECT_NE(refusal_of({bad}).find("not an HDF5 file"), std::string::npos);
  RunList runs({bad, good});
  const std::vector<RunList::Entry> entries = runs.entries();
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_NE(entries[0].error.find("not an HDF5 file"), std::string::npos);
  EXPECT_FALSE(entries[0].ok);
  EXPECT_EQ(entries[1].error, "");
  EXPECT_THROW(runs.open(0), Refusal);
  EXPECT_EQ(runs.open(1)->overview.status, "converged");
}

TEST(RunList, ManyRunsAreReadInTurnWithoutAllBeingOpen) {
  const TemporaryFolder folder;
  for (int i = 0; i < 30; ++i) write_result_folder(folder.path() / std::to_string(100 + i));
  RunList runs({folder.path()});
  std::vector<std::weak_ptr<const OpenRun>> opened;
  for (std::size_t i = 0; i < runs.size(); ++i) opened.push_back(runs.open(i));
  const auto n_open =
      std::count_if(opened.begin(), opened.end(), [](const auto& run) { return !run.expired(); });
  EXPECT_LE(n_open, 8);
  EXPECT_EQ(runs.open(0)->overview.status, "converged");
}

}  // namespace
}  // namespace tread::view
