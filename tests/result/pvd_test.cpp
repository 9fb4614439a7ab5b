#include "tread/result/pvd.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "result/rich_result.hpp"
#include "result/text_of.hpp"
#include "result/well_formed.hpp"
#include "support/temporary_folder.hpp"
#include "tread/core/errors.hpp"
#include "tread/result/write.hpp"

namespace tread::result {
namespace {

namespace fs = std::filesystem;

class Collections : public testing::Test {
 protected:
  const testing_support::TemporaryFolder folder_;
  const fs::path root_ = folder_.path();
};

/// Time and file of every step that a collection names.
std::vector<std::pair<std::string, std::string>> steps_of(const std::string& pvd) {
  std::vector<std::pair<std::string, std::string>> steps;
  const auto value = [&pvd](std::size_t at, const std::string& name) {
    const std::size_t begin = pvd.find(name + "=\"", at) + name.size() + 2;
    return pvd.substr(begin, pvd.find('"', begin) - begin);
  };
  for (std::size_t at = pvd.find("<DataSet"); at != std::string::npos;
       at = pvd.find("<DataSet", at + 1)) {
    steps.emplace_back(value(at, "timestep"), value(at, "file"));
  }
  return steps;
}

TEST_F(Collections, OfEverythingThereIsNameStepsThatAreThere) {
  const std::vector<std::string> names = write_pvd(rich_result(), root_ / "all.pvd");
  EXPECT_EQ(names, (std::vector<std::string>{"all_pressure_history.pvd", "all_bridge.pvd",
                                             "all_fields.pvd", "all_wheel.pvd"}));
  const std::vector<std::size_t> n_steps = {200, 2, 2, 1};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string pvd = text_of(root_ / names[i]);
    EXPECT_EQ(xml_problem(pvd), "") << names[i];
    const auto steps = steps_of(pvd);
    EXPECT_EQ(steps.size(), n_steps[i]) << names[i];
    for (const auto& [time, file] : steps) {
      EXPECT_EQ(xml_problem(text_of(root_ / file)), "") << file;
    }
  }
  EXPECT_EQ(steps_of(text_of(root_ / "all_fields.pvd")),
            (std::vector<std::pair<std::string, std::string>>{{"1", "all_steps/fields_1.vtu"},
                                                              {"3", "all_steps/fields_2.vtu"}}));
  EXPECT_EQ(steps_of(text_of(root_ / "all_bridge.pvd"))[1].first, "0.2");
}

TEST_F(Collections, AFrameOfAHistoryIsTheFieldAtThatInstant) {
  const Result result = rich_result();
  write_pvd(result, root_ / "all.pvd");
  const FieldHistory& history = result.cases[0].histories[0];
  FieldSet frame{history.grid, {history.fields[0]}};
  frame.fields[0].values.assign(history.fields[0].values.begin() + 7 * 12,
                                history.fields[0].values.begin() + 8 * 12);
  CaseResult alone;
  alone.fields = frame;
  write_result(result_of({alone}), root_ / "alone");
  EXPECT_EQ(text_of(root_ / "all_steps" / "pressure_history_008.vtu"),
            text_of(root_ / "alone" / "fields.vtu"));
}

TEST_F(Collections, OneAloneHasTheNameThatWasGiven) {
  Result result = result_of({no_contact_case()});
  EXPECT_EQ(write_pvd(result, root_ / "one.pvd"), std::vector<std::string>{"one.pvd"});
  EXPECT_EQ(steps_of(text_of(root_ / "one.pvd")).size(), 1u);
}

TEST_F(Collections, OfNothingToShowAreRefused) {
  EXPECT_THROW(write_pvd(result_of({CaseResult{}}), root_ / "none.pvd"), IoError);
  EXPECT_TRUE(fs::is_empty(root_));
}

TEST_F(Collections, TheBridgeIsALineAndItsWheelsArePointsOnIt) {
  write_pvd(rich_result(), root_ / "all.pvd");
  const std::string vtu = text_of(root_ / "all_steps" / "bridge_1.vtu");
  EXPECT_NE(vtu.find("NumberOfPoints=\"5\" NumberOfCells=\"3\""), std::string::npos);
  // Wheels at 2 m and -1 m of a line that sinks by 1 mm at 5 m: 0.4 mm and none, after 0, 1, 0.
  CaseResult c;
  c.animation = BridgeAnimation{.places = {0, 5, 10, 2, -1},
                                .supports = {},
                                .vehicle_of_wheel = {},
                                .frames = {{0.1, {0, 1e-3, 0, 0.4 * 1e-3, 0}, {}}},
                                .still = 0};
  write_pvd(result_of({c}), root_ / "line.pvd");
  const std::string line = text_of(root_ / "line_steps" / "bridge_1.vtu");
  for (const char* name : {"Points", "deflection", "displacement"}) {
    const auto array = [name](const std::string& text) {
      const std::size_t begin = text.find(std::string("Name=\"") + name + "\"");
      return text.substr(begin, text.find("</DataArray>", begin) - begin);
    };
    EXPECT_EQ(array(vtu), array(line)) << name;
  }
}

TEST_F(Collections, StepsOfAnEarlierOneAreRemovedAndOtherFilesStay) {
  Result result = rich_result();
  write_pvd(result, root_ / "all.pvd");
  const fs::path steps = root_ / "all_steps";
  std::ofstream(steps / "pressure_history_notes.vtu") << "mine";
  FieldHistory& history = result.cases[0].histories[0];
  history.times.resize(3);
  history.fields[0].values.resize(3 * 12);
  const auto refuse_to_overwrite = [](const fs::path& path) {
    if (fs::exists(path)) throw IoError("there already");
  };
  EXPECT_THROW(write_pvd(result, root_ / "all.pvd", refuse_to_overwrite), IoError);
  EXPECT_TRUE(fs::exists(steps / "pressure_history_200.vtu"));
  write_pvd(result, root_ / "all.pvd");
  EXPECT_FALSE(fs::exists(steps / "pressure_history_200.vtu"));
  EXPECT_FALSE(fs::exists(steps / "pressure_history_001.vtu"));
  EXPECT_TRUE(fs::exists(steps / "pressure_history_3.vtu"));
  EXPECT_TRUE(fs::exists(steps / "pressure_history_notes.vtu"));
}

TEST_F(Collections, AFolderInTheWayIsFoundBeforeAnyStepIsThere) {
  fs::create_directories(root_ / "all_wheel.pvd");
  EXPECT_THROW(write_pvd(rich_result(), root_ / "all.pvd"), IoError);
  EXPECT_FALSE(fs::exists(root_ / "all_steps"));
}

TEST_F(Collections, CsvOfAHistoryHasARowACellAndInstant) {
  const std::vector<std::string> names = write_csv_folder(rich_result(), root_ / "csv");
  EXPECT_EQ(std::count(names.begin(), names.end(), "pressure_history.csv"), 1);
  EXPECT_EQ(std::count(names.begin(), names.end(), "numbers_3.csv"), 1);
  const std::string csv = text_of(root_ / "csv" / "pressure_history.csv");
  EXPECT_EQ(csv.rfind("distance [m],x [m],y [m],times [Pa]\n0,-0.375,-0.333333333,0\n", 0), 0u);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 200 * 12);
  EXPECT_NE(csv.find("\n0.007,-0.375,-0.333333333,0.644217687\n"), std::string::npos);
}

}  // namespace
}  // namespace tread::result
