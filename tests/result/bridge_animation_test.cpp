#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "result/samples.hpp"
#include "result/well_formed.hpp"
#include "tread/result/report.hpp"
#include "tread/result/write.hpp"

namespace tread::result {
namespace {

/// A triangle that one wheel presses 1, 2 and 1 mm deep.
CaseResult crossing() {
  CaseResult c;
  c.title = "Crossing";
  c.status = "converged";
  c.ok = true;
  c.animation = BridgeAnimation{
      .places = {0, 5, 10},
      .supports = {0, 10},
      .vehicle_of_wheel = {0},
      .frames = {{0.1, {0, 1e-3, 0}, {2}}, {0.2, {0, 2e-3, 0}, {5}}, {0.3, {0, 1e-3, 0}, {8}}},
      .still = 1};
  return c;
}

TEST(BridgeAnimation, StillPictureIsTheFrameOfTheLargestDeflection) {
  const std::string html = report_html(result_of({crossing()}));
  const std::size_t begin = html.find("<svg");
  const std::string svg = html.substr(begin, html.find("</svg>", begin) + 6 - begin);
  EXPECT_EQ(xml_problem(svg), "");
  EXPECT_NE(svg.find("t = 200 ms"), std::string::npos);
  // 20 % of 10 m beside the bridge on both sides of 1080 pixels: its middle is that of the picture,
  // and the largest deflection is drawn 80 pixels below the rail at 110.
  EXPECT_NE(svg.find("M154.3 110.0L540.0 190.0L925.7 110.0"), std::string::npos);
}

TEST(BridgeAnimation, PageStaysWellFormedAndNeedsNothingFromOutside) {
  const std::string html = report_html(result_of({crossing()}));
  const std::size_t begin = html.find("<body>");
  EXPECT_EQ(xml_problem(html.substr(begin, html.find("</body>") + 7 - begin)), "");
  for (const char* outside : {"src=", "<link", "url(", "https:", "fetch", "import"}) {
    EXPECT_EQ(html.find(outside), std::string::npos) << outside;
  }
  // all three frames, the still one twice: in the picture and in the script
  const std::string rail = "L540.0 150.0L925.7 110.0";  // half the largest deflection
  const std::size_t first = html.find(rail);
  ASSERT_NE(first, std::string::npos);
  EXPECT_NE(html.find(rail, first + 1), std::string::npos);
}

TEST(BridgeAnimation, TableHasARowAnInstant) {
  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / "tread_bridge_animation";
  const CaseFiles files = write_result(result_of({crossing()}), folder);
  EXPECT_EQ(std::ranges::count(files.at(0), "animation.csv"), 1);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace tread::result
