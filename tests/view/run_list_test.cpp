#include "tread/view/run_list.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

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

/// Of the answer that asks for run 0.
int status_of(RunList& runs) {
  try {
    runs.open(0);
  } catch (const Refusal& refusal) {
    return refusal.status();
  }
  return 200;
}

/// As long as it is there no more files can be opened.
class FewFiles {
 public:
  FewFiles() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit none{0, before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &none);
  }
  ~FewFiles() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  FewFiles(const FewFiles&) = delete;
  FewFiles& operator=(const FewFiles&) = delete;

 private:
  rlimit before_{};
};

TEST(RunList, CountsTheChecksThatFail) {
  using result::Check;
  const TemporaryFolder folder;
  result::Result study = small_result();
  for (const auto verdict : {Check::Verdict::pass, Check::Verdict::fail,
                             Check::Verdict::not_applicable, Check::Verdict::fail}) {
    Check& check = study.cases.front().checks.emplace_back();
    check.title = "fail";  // a word like a verdict's
    check.verdict = verdict;
  }
  std::filesystem::create_directories(folder.path() / "study");
  write_hdf5(study, folder.path() / "study" / "result.h5");
  write_result_folder(folder.path() / "without");
  RunList runs({folder.path() / "study", folder.path() / "without"});
  const std::vector<RunList::Entry> entries = runs.entries();
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_TRUE(entries[0].ok);
  EXPECT_EQ(entries[0].failed_checks, 2);
  EXPECT_EQ(entries[1].failed_checks, 0);
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
  EXPECT_EQ(runs.open(1)->overview().status, "converged");
}

TEST(RunList, ThePlaceOfAResultMayBecomeAPipe) {
  const TemporaryFolder folder;
  const fs::path run = write_result_folder(folder.path() / "run");
  RunList runs({run});
  std::weak_ptr<const OpenRun> old = runs.open(0);
  fs::remove(run / "result.h5");
  ASSERT_EQ(::mkfifo((run / "result.h5").c_str(), 0600), 0);
  EXPECT_EQ(status_of(runs), 410);
  EXPECT_TRUE(old.expired());
  EXPECT_NE(runs.entries()[0].error.find("not a regular file"), std::string::npos);
  EXPECT_THROW(runs.files(0).open("result.h5"), Refusal);
  EXPECT_NE(refusal_of({run / "result.h5"}).find("not a regular file"), std::string::npos);
  EXPECT_NE(refusal_of({run}).find("not a regular file"), std::string::npos);
  EXPECT_THROW(result::ResultFile{run}, IoError);
  fs::remove(run / "result.h5");
  write_result_folder(run);
  EXPECT_EQ(status_of(runs), 200);
}

TEST(RunList, AFoundFolderThatBecomesALinkIsNotFollowed) {
  const TemporaryFolder folder;
  write_result_folder(folder.path() / "all" / "run");
  const fs::path secret = write_result_folder(folder.path() / "secret");
  RunList runs({folder.path() / "all"});
  EXPECT_EQ(status_of(runs), 200);
  fs::remove_all(folder.path() / "all" / "run");
  fs::create_directory_symlink(secret, folder.path() / "all" / "run");
  EXPECT_EQ(status_of(runs), 410);
  EXPECT_TRUE(runs.files(0).list().empty());
  EXPECT_THROW(runs.files(0).open("result.h5"), Refusal);
  EXPECT_FALSE(runs.files(0).open_result().is_open());
}

TEST(RunList, AResultInAFolderMayNotBeALinkAndOneThatIsNamedMay) {
  const TemporaryFolder folder;
  const fs::path run = write_result_folder(folder.path() / "run");
  const fs::path other = folder.path() / "all" / "other";
  fs::create_directories(other);
  fs::create_symlink(run / "result.h5", other / "result.h5");
  EXPECT_NE(refusal_of({other}).find("a link, which is not followed"), std::string::npos);
  EXPECT_NE(refusal_of({folder.path() / "all"}), "");
  RunList named({other / "result.h5"});
  EXPECT_EQ(status_of(named), 200);
  EXPECT_TRUE(named.files(0).list().empty());

  fs::create_directory_symlink(run, folder.path() / "link");
  RunList folder_named({folder.path() / "link"});
  EXPECT_EQ(status_of(folder_named), 200);
  fs::remove(run / "result.h5");
  fs::create_symlink("/etc/passwd", run / "result.h5");
  EXPECT_EQ(status_of(folder_named), 410);
  EXPECT_FALSE(folder_named.files(0).open_result().is_open());
}

TEST(RunList, WhatKeptAResultFromBeingReadMayPass) {
  const TemporaryFolder folder;
  RunList runs({write_result_folder(folder.path() / "run")});
  write_result_folder(folder.path() / "run", 3);
  {
    const FewFiles no_more;
    EXPECT_EQ(status_of(runs), 500);
  }
  EXPECT_EQ(status_of(runs), 500) << "not at once: everybody would try";
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  EXPECT_EQ(status_of(runs), 200);
}

TEST(RunList, ManyFilesOpenAreNoReasonToCloseAResult) {
  const TemporaryFolder folder;
  RunList runs({write_result_folder(folder.path() / "run")});
  const std::shared_ptr<const OpenRun> open = runs.open(0);
  const FewFiles no_more;
  EXPECT_EQ(runs.open(0), open);
}

TEST(RunList, AChangeIsSeenThoughSizeAndTimeAreTheOldOnes) {
  const TemporaryFolder folder;
  const fs::path file = write_result_folder(folder.path() / "run") / "result.h5";
  RunList runs({file});
  const auto time = fs::last_write_time(file);
  const std::uintmax_t size = fs::file_size(file);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the clock of files is coarse
  write_text(file, std::string(size, 'x'));
  fs::last_write_time(file, time);
  EXPECT_EQ(status_of(runs), 500);
}

TEST(RunList, AResultThatIsCutOffIsNotTakenForTheOneThatSomebodyStillReads) {
  const TemporaryFolder folder;
  const fs::path run = write_result_folder(folder.path() / "run");
  RunList runs({run});
  const std::shared_ptr<const OpenRun> under_way = runs.open(0);
  fs::resize_file(run / "result.h5", 3000);
  EXPECT_EQ(status_of(runs), 500);
}

TEST(RunList, ADeletedResultIsClosed) {
  const TemporaryFolder folder;
  const fs::path run = write_result_folder(folder.path() / "run");
  RunList runs({run});
  std::weak_ptr<const OpenRun> open = runs.open(0);
  runs.close_deleted();
  EXPECT_FALSE(open.expired());
  fs::remove(run / "result.h5");
  runs.close_deleted();
  EXPECT_TRUE(open.expired());
  EXPECT_EQ(status_of(runs), 410);
}

TEST(RunList, ManyThreadsMayAskWhileResultsChange) {
  const TemporaryFolder folder;
  for (const char* name : {"a", "b", "c"}) write_result_folder(folder.path() / name);
  RunList runs({folder.path()});
  std::atomic<bool> ended = false;
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (std::size_t j = i; !ended; ++j) {
        EXPECT_EQ(runs.open(j % 3)->overview().status, "converged");
        EXPECT_EQ(runs.entries().size(), 3u);
      }
    });
  }
  for (int i = 0; i < 20; ++i) write_result_folder(folder.path() / "b", 2 + i % 3);
  ended = true;
  for (std::thread& thread : threads) thread.join();
}

TEST(RunList, RunsThatAreComparedStayOpen) {
  const TemporaryFolder folder;
  for (int i = 0; i < 12; ++i) write_result_folder(folder.path() / std::to_string(100 + i));
  RunList runs({folder.path()});
  std::vector<std::uint64_t> first;
  std::vector<std::uint64_t> second;
  for (std::size_t i = 0; i < runs.size(); ++i) first.push_back(runs.open(i)->serial());
  for (std::size_t i = 0; i < runs.size(); ++i) second.push_back(runs.open(i)->serial());
  EXPECT_EQ(first, second);
}

TEST(RunList, ManyRunsAreReadInTurnWithoutAllBeingOpen) {
  const TemporaryFolder folder;
  for (int i = 0; i < 40; ++i) write_result_folder(folder.path() / std::to_string(100 + i));
  RunList runs({folder.path()});
  std::vector<std::weak_ptr<const OpenRun>> opened;
  for (std::size_t i = 0; i < runs.size(); ++i) opened.push_back(runs.open(i));
  const auto n_open =
      std::count_if(opened.begin(), opened.end(), [](const auto& run) { return !run.expired(); });
  EXPECT_LE(n_open, 32);
  EXPECT_EQ(runs.open(0)->overview().status, "converged");
}

}  // namespace
}  // namespace tread::view
