#include "tread/differential/gmsh_program.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>

#include "differential/small_pieces.hpp"
#include "tread/core/errors.hpp"

namespace tread::differential {
namespace {

namespace fs = std::filesystem;

/// A PATH with a program `gmsh` of the test's own.
class GmshProgram : public testing::Test {
 protected:
  GmshProgram() : path_(std::getenv("PATH")), temporary_(std::getenv("TMPDIR")) {
    fs::create_directory(folder_.path() / "tmp");
    setenv("PATH", folder_.path().c_str(), 1);
    setenv("TMPDIR", (folder_.path() / "tmp").c_str(), 1);
  }
  ~GmshProgram() override {
    setenv("PATH", path_.c_str(), 1);
    temporary_ ? setenv("TMPDIR", temporary_, 1) : unsetenv("TMPDIR");
    EXPECT_TRUE(fs::is_empty(folder_.path() / "tmp"));
  }
  void install(const std::string& script) {
    const fs::path program = folder_.path() / "gmsh";
    std::ofstream(program) << "#!/bin/sh\nPATH=/usr/bin:/bin\n" << script;
    fs::permissions(program, fs::perms::owner_all);
  }
  std::string refusal(const GmshJob& job) {
    try {
      run_gmsh(job, nullptr);
    } catch (const ModelError& error) {
      return error.what();
    }
    return "";
  }

  testing_support::TemporaryFolder folder_;
  std::string path_;
  const char* temporary_;
};

TEST_F(GmshProgram, that_is_missing_is_told_with_the_package_to_install) {
  EXPECT_NE(refusal({"", {}}).find("install Debian's package gmsh"), std::string::npos);
}

TEST_F(GmshProgram, that_fails_is_told_with_the_end_of_what_it_said) {
  install("seq 1 1000; echo no mesh today >&2; exit 3");
  const std::string text = refusal({"", {}});
  EXPECT_NE(text.find("exit status 3"), std::string::npos) << text;
  EXPECT_NE(text.find("no mesh today"), std::string::npos) << text;
  EXPECT_EQ(text.find("\n17\n"), std::string::npos);
}

TEST_F(GmshProgram, that_crashes_is_told_with_the_signal) {
  install("kill -SEGV $$");
  EXPECT_NE(refusal({"", {}}).find("signal 11"), std::string::npos);
}

TEST_F(GmshProgram, that_writes_nothing_is_refused) {
  install("exit 0");
  EXPECT_NE(refusal({"", {}}).find("wrote no file"), std::string::npos);
}

TEST_F(GmshProgram, that_takes_too_long_is_ended) {
  install("exec sleep 60");
  EXPECT_NE(refusal({"", {}, 0.2}).find("ended after 0.2 s"), std::string::npos);
}

TEST_F(GmshProgram, gets_its_files_and_no_personal_settings) {
  install("cat piece.geo more.txt > piece.msh; echo $GMSH_HOME > piece.tmp; pwd | cmp - piece.tmp");
  EXPECT_EQ(run_gmsh({"script ", {{"more.txt", "and more"}}}, nullptr), "script and more");
}

TEST_F(GmshProgram, ends_when_the_observer_asks_for_it) {
  struct : Observer {
    bool stop_requested() override { return ++asked_ > 3; }
    int asked_ = 0;
  } observer;
  install("exec sleep 60");
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THROW(run_gmsh({"", {}}, &observer), PreparationStopped);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

}  // namespace
}  // namespace tread::differential
