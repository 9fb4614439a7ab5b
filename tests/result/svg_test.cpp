#include "tread/result/svg.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "result/contains.hpp"
#include "result/samples.hpp"
#include "result/well_formed.hpp"

namespace tread::result {
namespace {

constexpr double k_inf = std::numeric_limits<double>::infinity();

// The part of a heat map that holds the cells, in cell coordinates.
std::string cells_of(const std::string& svg) {
  const std::size_t begin = svg.find("transform=\"translate");
  return svg.substr(begin, svg.find("</g>", begin) - begin);
}

std::string pressure_svg(const Grid& grid, double a, double b) {
  const CaseResult c = hertz_case(grid, a, b);
  const std::vector<double>& p = c.fields->fields[0].values;
  return heat_map(grid, p,
                  {.title = "Pressure",
                   .quantity = "pressure",
                   .unit = "Pa",
                   .zero = Zero::blank,
                   .outline = p,
                   .sections = CellIndex{grid.nx / 2, grid.ny / 2}});
}

TEST(HeatMap, IsWellFormedForEveryShapeOfGrid) {
  for (const Grid& grid :
       {centred_grid(100, 100, 0.0144, 0.0144), centred_grid(100, 100, 0.012, 0.06),
        centred_grid(25, 11, 0.05, 8.8), centred_grid(216, 1, 0.02, 1),
        centred_grid(1, 30, 1, 0.02), centred_grid(1, 1, 1, 1)}) {
    EXPECT_EQ(xml_problem(pressure_svg(grid, 0.4 * grid.width(), 0.4 * grid.height())), "");
  }
}

TEST(HeatMap, AxesAndColourBarCarryUnitsThatFit) {
  const std::string square = pressure_svg(centred_grid(50, 50, 0.0144, 0.0144), 6e-3, 6e-3);
  EXPECT_TRUE(contains(square, "x [mm]") && contains(square, "y [mm]"));
  EXPECT_TRUE(contains(square, "pressure [MPa]"));
  const std::string long_cells = pressure_svg(centred_grid(25, 11, 0.05, 8.8), 1e-2, 10);
  EXPECT_TRUE(contains(long_cells, "x [mm]") && contains(long_cells, "y [m]"));
}

TEST(HeatMap, AxesOfAMatrixCountItsRowsAndColumns) {
  const Grid grid{3000, 2000, 0, 0, 1, 1};
  const std::string matrix =
      heat_map(grid, std::vector<double>(grid.n_cells(), 1.0),
               {.quantity = "q", .x_label = "column J", .y_label = "row I", .length_unit = ""});
  EXPECT_TRUE(contains(matrix, ">column J<") && contains(matrix, ">row I<"));
  EXPECT_TRUE(contains(matrix, ">2000<"));  // not 2 k
}

TEST(HeatMap, EqualNeighboursInARowAreOneRectangle) {
  const Grid grid = centred_grid(50, 3, 5, 3);
  std::vector<double> values(150, 2.0);
  values[50 + 7] = 1.0;
  const std::string cells = cells_of(heat_map(grid, values, {.quantity = "q", .unit = ""}));
  EXPECT_EQ(count(cells, "M"), 5u) << cells;
  EXPECT_TRUE(contains(cells, "M0 0h50v1h-50z"));
  EXPECT_TRUE(contains(cells, "M7 1h1v1h-1z"));
}

TEST(HeatMap, BlankZerosAndNonFiniteCellsAreNotDrawn) {
  const Grid grid = centred_grid(3, 1, 3, 1);
  const std::vector<double> values = {0.0, 5.0, k_inf};
  const std::string blank =
      cells_of(heat_map(grid, values, {.quantity = "q", .unit = "", .zero = Zero::blank}));
  EXPECT_EQ(count(blank, "M"), 1u) << blank;
  EXPECT_TRUE(contains(blank, "M1 0h1"));
  const std::string coloured = cells_of(heat_map(grid, values, {.quantity = "q", .unit = ""}));
  EXPECT_EQ(count(coloured, "M"), 2u) << coloured;
}

TEST(HeatMap, TheOutlineGoesOnceAroundTheContact) {
  const Grid grid = centred_grid(5, 5, 5, 5);
  std::vector<double> values(25, 0.0);
  for (const std::size_t k : {11u, 12u, 13u}) values[k] = 1.0;
  const std::string svg =
      heat_map(grid, values, {.quantity = "q", .unit = "", .zero = Zero::blank, .outline = values});
  const std::size_t begin = svg.find("stroke=\"#111\"");
  ASSERT_NE(begin, std::string::npos);
  const std::string path = svg.substr(svg.rfind("<path", begin), begin - svg.rfind("<path", begin));
  EXPECT_EQ(count(path, "H"), 2u)
      << path;  // a bar of three cells: two long sides in one stroke each
  EXPECT_EQ(count(path, "V"), 2u) << path;
}

TEST(HeatMap, NothingButZerosOrNothingFiniteStillMakesAPicture) {
  const Grid grid = centred_grid(4, 4, 1, 1);
  const HeatMap how{.quantity = "q", .unit = "Pa", .zero = Zero::blank};
  EXPECT_EQ(xml_problem(heat_map(grid, std::vector<double>(16, 0.0), how)), "");
  EXPECT_EQ(xml_problem(heat_map(grid, std::vector<double>(16, std::nan("")), how)), "");
}

TEST(HeatMap, AMillionCellsStayASmallFile) {
  const std::string svg = pressure_svg(centred_grid(1000, 1000, 0.0144, 0.0144), 6e-3, 6e-3);
  EXPECT_LT(svg.size(), 300'000u);
}

LinePlot two_curves() {
  return {"Title",
          {.label = "x", .unit = "m"},
          {.label = "pressure", .unit = "Pa"},
          {{"first", {0, 0.001, 0.002}, {0, 1e8, 4e8}, Mark::line},
           {"second", {0, 0.001, 0.002}, {1e8, 1e8, 2e8}, Mark::line_and_points}}};
}

TEST(LinePlot, HasLegendTicksAndUnits) {
  const std::string svg = line_plot(two_curves());
  EXPECT_EQ(xml_problem(svg), "");
  EXPECT_TRUE(contains(svg, ">first<") && contains(svg, ">second<"));
  EXPECT_TRUE(contains(svg, "x [mm]") && contains(svg, "pressure [MPa]"));
  EXPECT_TRUE(contains(svg, ">400<"));
}

TEST(LinePlot, LinesBreakWhereThereIsNoNumber) {
  LinePlot plot = two_curves();
  plot.series = {{"", {0, 1, 2, 3, 4, 5}, {0, 1, std::nan(""), k_inf, 1, 2}, Mark::line}};
  EXPECT_EQ(count(line_plot(plot), "stroke-width=\"1.8\""), 2u);
}

TEST(LinePlot, LogarithmicAxesShowDecadesAndSkipWhatIsNotPositive) {
  LinePlot plot;
  plot.x = {.label = "n", .unit = "", .scale = Scale::logarithmic};
  plot.y = {.label = "error", .unit = "", .scale = Scale::logarithmic};
  plot.series = {{"", {10, 100, 1000}, {1e-2, 1e-4, 0}, Mark::points}};
  const std::string svg = line_plot(plot);
  EXPECT_EQ(xml_problem(svg), "");
  EXPECT_TRUE(contains(svg, ">10⁻³<"));
  EXPECT_EQ(count(svg, "a2.6 2.6 0 1 0 5.2 0"), 2u);
}

double number_after(const std::string& text, std::string_view what, std::size_t from) {
  return std::stod(text.substr(text.find(what, from) + what.size(), 20));
}

// Pixel height of the highest point of the first curve.
double top_of_curve(const std::string& svg) {
  const std::size_t end = svg.rfind("\" fill=\"none\"", svg.find("stroke-width=\"1.8\""));
  const std::size_t begin = svg.rfind("d=\"", end);
  double top = 1e9;
  for (std::size_t at = begin; (at = svg.find(' ', at + 1)) < end;) {
    top = std::min(top, std::stod(svg.substr(at, 10)));
  }
  return top;
}

TEST(LinePlot, AMillionPointsKeepTheirOnePeakInASmallFile) {
  LinePlot plot = two_curves();
  Series history;
  for (int k = 0; k < 1'000'000; ++k) {
    history.x.push_back(k * 1e-4);
    history.y.push_back(k == 654'321 ? 100.0 : std::sin(0.01 * k));
  }
  plot.series = {history};
  plot.y.unit = "";
  const std::string svg = line_plot(plot);
  EXPECT_LT(svg.size(), 60'000u);
  // The label of the tick at 100 stands 4 pixels below its height, and pixels are written to a
  // tenth.
  const std::size_t tick = svg.rfind("<text", svg.find(">100<"));
  EXPECT_NEAR(top_of_curve(svg), number_after(svg, " y=\"", tick) - 4, 0.11);
}

TEST(LinePlot, EmptyAndConstantDataMakeAPictureToo) {
  LinePlot plot = two_curves();
  plot.series = {};
  EXPECT_EQ(xml_problem(line_plot(plot)), "");
  plot.series = {{"one", {1}, {5}, Mark::line}, {"two", {1, 2}, {0, 0}, Mark::line}};
  const std::string svg = line_plot(plot);
  EXPECT_EQ(xml_problem(svg), "");
  EXPECT_FALSE(contains(svg, "nan") || contains(svg, "inf"));
}

TEST(Svg, TextOfUsersIsInert) {
  LinePlot plot = two_curves();
  plot.title = "</svg><script>alert(1)</script>";
  plot.series[0].name = "a & b < \"c\" \x01 \xff";
  const std::string svg = line_plot(plot);
  EXPECT_EQ(xml_problem(svg), "");
  EXPECT_FALSE(contains(svg, "<script"));
}

}  // namespace
}  // namespace tread::result
