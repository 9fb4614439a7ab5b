#include "tread/result/write.hpp"

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "result/message_of.hpp"
#include "result/samples.hpp"
#include "result/text_of.hpp"
#include "result/well_formed.hpp"
#include "support/temporary_folder.hpp"
#include "tread/core/errors.hpp"

namespace tread::result {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test, removed afterwards.
class WriteResult : public testing::Test {
 protected:
  const testing_support::TemporaryFolder folder_;
  const fs::path root_ = folder_.path();
};

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
  return names;
}

std::vector<std::uint8_t> decode_base64(const std::string& text) {
  std::vector<std::uint8_t> bytes;
  std::uint32_t bits = 0;
  int n_bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::size_t sextet = alphabet.find(c);
    EXPECT_NE(sextet, std::string::npos) << "not base64: " << c;
    bits = (bits << 6) | static_cast<std::uint32_t>(sextet);
    n_bits += 6;
    if (n_bits >= 8) {
      n_bits -= 8;
      bytes.push_back(static_cast<std::uint8_t>((bits >> n_bits) & 0xFF));
    }
  }
  EXPECT_EQ(text.size() % 4, 0u);
  return bytes;
}

/// The numbers of one DataArray, after its length was compared with the length it announces.
template <class Number>
std::vector<Number> array_of(const std::string& vtu, const std::string& name,
                             const std::string& type) {
  const std::size_t tag = vtu.find("<DataArray type=\"" + type + "\" Name=\"" + name + "\"");
  EXPECT_NE(tag, std::string::npos) << name;
  const std::size_t begin = vtu.find('>', tag) + 1;
  const std::vector<std::uint8_t> bytes =
      decode_base64(vtu.substr(begin, vtu.find("</DataArray>", begin) - begin));
  std::uint64_t n_bytes = 0;
  std::memcpy(&n_bytes, bytes.data(), sizeof n_bytes);
  EXPECT_EQ(n_bytes, bytes.size() - sizeof n_bytes) << name;
  std::vector<Number> numbers(n_bytes / sizeof(Number));
  std::memcpy(numbers.data(), bytes.data() + sizeof n_bytes, n_bytes);
  return numbers;
}

TEST_F(WriteResult, MakesTheFolderAndAllFilesAndNamesThem) {
  CaseResult c = hertz_case(centred_grid(4, 3, 0.01, 0.01), 4e-3, 4e-3);
  c.tables = {{"subsurface", "Stresses", {{"z", "m", {0.001}}}}};
  const fs::path folder = root_ / "deep" / "out";
  const CaseFiles files = write_result(result_of({c, c}), folder);
  EXPECT_EQ(names_in(folder),
            (std::set<std::string>{"result.h5", "result.json", "report.html", "fields.csv",
                                   "fields.vtu", "fields_2.csv", "fields_2.vtu", "subsurface.csv",
                                   "subsurface_2.csv"}));
  const CaseFiles expected = {{"fields.csv", "fields.vtu", "subsurface.csv"},
                              {"fields_2.csv", "fields_2.vtu", "subsurface_2.csv"}};
  EXPECT_EQ(files, expected);
  const auto root = nlohmann::json::parse(text_of(folder / "result.json"));
  EXPECT_EQ(root["results"][1]["files"].get<std::vector<std::string>>(), expected[1]);
}

SolidFields one_tetrahedron(int n_nodes) {
  SolidFields solid;
  solid.name = "wheel";
  solid.nodes_per_cell = n_nodes;
  solid.points = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  // Gmsh's order: edges 01 12 20 30 32 31.
  if (n_nodes == 10) {
    const std::vector<double> middles = {0.5, 0, 0,   0.5, 0.5, 0,   0,   0.5, 0,
                                         0,   0, 0.5, 0,   0.5, 0.5, 0.5, 0,   0.5};
    solid.points.insert(solid.points.end(), middles.begin(), middles.end());
  }
  for (int i = 0; i < n_nodes; ++i) solid.cells.push_back(i);
  const auto field = [n_nodes](const char* name, int n_components) {
    SolidFields::PointField result{name, "Pa", "", n_components, {}};
    for (int i = 0; i < n_nodes * n_components; ++i) result.values.push_back(i / 7.0 - 1);
    return result;
  };
  solid.fields = {field("displacement", 3), field("stress", 6), field("von_mises", 1)};
  return solid;
}

TEST_F(WriteResult, VtuOfASolidHasItsNodesTetrahedraAndPointDataInFull) {
  for (const int n_nodes : {4, 10}) {
    SolidFields solid = one_tetrahedron(n_nodes);
    CaseResult c;
    c.solids = {solid};
    const CaseFiles files = write_result(result_of({c}), root_);
    EXPECT_EQ(files, (CaseFiles{{"wheel.vtu"}}));
    const std::string vtu = text_of(root_ / "wheel.vtu");
    EXPECT_EQ(xml_problem(vtu), "");
    EXPECT_NE(vtu.find("NumberOfPoints=\"" + std::to_string(n_nodes) + "\" NumberOfCells=\"1\""),
              std::string::npos);
    EXPECT_EQ(array_of<double>(vtu, "Points", "Float64"), solid.points);
    EXPECT_EQ(array_of<std::int32_t>(vtu, "offsets", "Int32"), std::vector<std::int32_t>{n_nodes});
    EXPECT_EQ(array_of<std::uint8_t>(vtu, "types", "UInt8"),
              std::vector<std::uint8_t>{static_cast<std::uint8_t>(n_nodes == 10 ? 24 : 10)});
    const std::size_t point_data = vtu.find("<PointData>");
    for (const SolidFields::PointField& field : solid.fields) {
      EXPECT_EQ(array_of<double>(vtu, field.name, "Float64"), field.values);
      const std::size_t tag = vtu.find("Name=\"" + field.name + "\" NumberOfComponents=\"" +
                                       std::to_string(field.n_components) + "\"");
      EXPECT_NE(tag, std::string::npos) << field.name;
      EXPECT_GT(tag, point_data);
    }
  }
}

/// VTK file formats, quadratic tetrahedron: corners 0 to 3, then the middles of 01 12 20 03 13 23.
TEST_F(WriteResult, VtuOfQuadraticTetrahedraHasTheMiddlesOfEdgesInVtksOrder) {
  CaseResult c;
  c.solids = {one_tetrahedron(10)};
  write_result(result_of({c}), root_);
  const std::string vtu = text_of(root_ / "wheel.vtu");
  const auto points = array_of<double>(vtu, "Points", "Float64");
  const auto cell = array_of<std::int32_t>(vtu, "connectivity", "Int32");
  ASSERT_EQ(cell.size(), 10u);
  constexpr std::array<std::array<std::size_t, 2>, 6> edges{
      {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}};
  for (std::size_t e = 0; e < edges.size(); ++e) {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto coordinate = [&](std::size_t node) {
        return points[3 * static_cast<std::size_t>(cell[node]) + i];
      };
      EXPECT_EQ(coordinate(4 + e), (coordinate(edges[e][0]) + coordinate(edges[e][1])) / 2) << e;
    }
  }
}

TEST_F(WriteResult, FieldsCsvHasCoordinatesAndEveryFieldWithUnits) {
  CaseResult c;
  c.fields = FieldSet{Grid{2, 2, 0.1, -0.5, 0.2, 1.0},
                      {{"pressure", "Pa", "", {0, 123456789.123, 1e-30, -4}},
                       {"slip, \"real\"", "", "", {1, std::nan(""), 3, 1.0 / 3}}}};
  c.fields->fields[1].values[2] = std::numeric_limits<double>::infinity();
  write_result(result_of({c}), root_);
  EXPECT_EQ(text_of(root_ / "fields.csv"),
            "x [m],y [m],pressure [Pa],\"slip, \"\"real\"\"\"\n"
            "0.1,-0.5,0,1\n"
            "0.3,-0.5,123456789,nan\n"
            "0.1,0.5,1e-30,inf\n"
            "0.3,0.5,-4,0.333333333\n");
}

TEST_F(WriteResult, TablesKeepEveryBitAndDoNotLeaveTheFolder) {
  CaseResult c;
  c.tables = {{"../escape me", "", {{"t", "s", {0.1 + 0.2, 2}}, {"n", "", {7}}}},
              {"fields", "", {{"a", "", {1}}}},
              {"fields", "", {{"b", "", {1}}}}};
  const CaseFiles files = write_result(result_of({c}), root_ / "out");
  EXPECT_EQ(files[0], (std::vector<std::string>{"___escape_me.csv", "fields.csv", "fields_2.csv"}));
  EXPECT_EQ(text_of(root_ / "out" / "___escape_me.csv"), "t [s],n\n0.30000000000000004,7\n2,\n");
  EXPECT_EQ(names_in(root_), std::set<std::string>{"out"});
}

TEST_F(WriteResult, VtuIsWellFormedAndItsArraysComeBackBitForBit) {
  // Lengths that leave 0, 1 and 2 bytes over in groups of three exercise every padding of base64.
  for (const auto& [nx, ny] :
       {std::array{5, 4}, std::array{7, 3}, std::array{1, 1}, std::array{216, 1}}) {
    const Grid grid = centred_grid(nx, ny, 0.0125, 8.8, 0.25, -1);
    CaseResult c = hertz_case(grid, 1, 10);
    c.fields->fields[0].values.back() = std::nan("");
    c.fields->fields[0].values.front() = 0.1 + 0.2;
    c.fields->fields[1].name = "gap <&>";
    write_result(result_of({c}), root_);
    const std::string vtu = text_of(root_ / "fields.vtu");
    EXPECT_EQ(xml_problem(vtu), "");
    EXPECT_NE(vtu.find("byte_order=\"LittleEndian\" header_type=\"UInt64\""), std::string::npos);

    const std::size_t n = grid.n_cells();
    const std::size_t n_points = static_cast<std::size_t>((nx + 1) * (ny + 1));
    EXPECT_NE(vtu.find("NumberOfPoints=\"" + std::to_string(n_points) + "\" NumberOfCells=\"" +
                       std::to_string(n) + "\""),
              std::string::npos);
    const auto points = array_of<double>(vtu, "Points", "Float64");
    const auto connectivity = array_of<std::int32_t>(vtu, "connectivity", "Int32");
    const auto offsets = array_of<std::int32_t>(vtu, "offsets", "Int32");
    const auto types = array_of<std::uint8_t>(vtu, "types", "UInt8");
    ASSERT_EQ(points.size(), 3 * n_points);
    ASSERT_EQ(connectivity.size(), 4 * n);
    ASSERT_EQ(offsets.size(), n);
    ASSERT_EQ(types, std::vector<std::uint8_t>(n, 9));  // VTK_QUAD

    for (std::size_t k = 0; k < n; ++k) {
      EXPECT_EQ(offsets[k], static_cast<std::int32_t>(4 * (k + 1)));
      // The mean of a cell's corners is the cell's centre; its area, by the corners in order, is
      // positive and dx dy.
      std::array<double, 4> x{}, y{};
      for (std::size_t corner = 0; corner < 4; ++corner) {
        const auto point = static_cast<std::size_t>(connectivity[4 * k + corner]);
        ASSERT_LT(point, n_points);
        x[corner] = points[3 * point];
        y[corner] = points[3 * point + 1];
        EXPECT_EQ(points[3 * point + 2], 0.0);
      }
      const int i = static_cast<int>(k) % nx;
      const int j = static_cast<int>(k) / nx;
      EXPECT_NEAR((x[0] + x[1] + x[2] + x[3]) / 4, grid.x(i), 1e-14);
      EXPECT_NEAR((y[0] + y[1] + y[2] + y[3]) / 4, grid.y(j), 1e-14);
      const double area = 0.5 * ((x[2] - x[0]) * (y[3] - y[1]) - (x[3] - x[1]) * (y[2] - y[0]));
      EXPECT_NEAR(area, grid.cell_area(), 1e-14);
    }

    const auto pressure = array_of<double>(vtu, "pressure", "Float64");
    const auto gap = array_of<double>(vtu, "gap &lt;&amp;&gt;", "Float64");
    ASSERT_EQ(pressure.size(), n);
    EXPECT_EQ(std::memcmp(pressure.data(), c.fields->fields[0].values.data(), 8 * n), 0);
    EXPECT_EQ(gap, c.fields->fields[1].values);
  }
}

TEST_F(WriteResult, AFolderThatCannotBeUsedIsRefusedWithPathReasonAndRemedy) {
  const fs::path file = root_ / "taken";
  std::ofstream(file) << "a file";
  const std::string expected = "cannot write results to the folder '" + (file / "out").string() +
                               "': '" + file.string() +
                               "' is not a folder\n"
                               "  hint: choose another output folder, or make this one writable";
  EXPECT_EQ(message_of([&] { check_writable(file / "out"); }), expected);
  EXPECT_EQ(message_of([&] { write_result(result_of({}), file / "out"); }), expected);
  EXPECT_EQ(message_of([&] { check_writable(file); }),
            "cannot write results to the folder '" + file.string() + "': '" + file.string() +
                "' is not a folder\n"
                "  hint: choose another output folder, or make this one writable");
  EXPECT_EQ(text_of(file), "a file");
}

TEST_F(WriteResult, AFolderWithoutPermissionIsRefused) {
  if (::geteuid() == 0) GTEST_SKIP() << "permissions do not bind root";
  fs::permissions(root_, fs::perms::owner_read | fs::perms::owner_exec);
  const std::string message = message_of([&] { check_writable(root_ / "out"); });
  fs::permissions(root_, fs::perms::owner_all);
  EXPECT_NE(message.find("Permission denied"), std::string::npos) << message;
}

TEST_F(WriteResult, AFolderWhereNothingCanBeMadeIsRefusedForRootToo) {
  const std::string message = message_of([] { check_writable("/proc/tread_results"); });
  EXPECT_EQ(message.rfind("cannot write results to the folder '/proc/tread_results': ", 0), 0u)
      << message;
}

TEST_F(WriteResult, CheckingLeavesNothingBehind) {
  check_writable(root_ / "not" / "there" / "yet");
  check_writable(root_);
  EXPECT_EQ(names_in(root_), std::set<std::string>{});
}

TEST_F(WriteResult, AFailureLeavesTheFolderAsItWas) {
  const fs::path folder = root_ / "out";
  fs::create_directories(folder / "report.html");
  std::ofstream(folder / "fields.csv") << "of before";
  const Result result = result_of({hertz_case(centred_grid(4, 3, 1, 1), 0.4, 0.4)});
  EXPECT_EQ(message_of([&] { write_result(result, folder); }),
            "cannot write '" + (folder / "report.html").string() + "': a folder has this name");
  EXPECT_EQ(names_in(folder), (std::set<std::string>{"fields.csv", "report.html"}));
  EXPECT_EQ(text_of(folder / "fields.csv"), "of before");
}

TEST_F(WriteResult, ANameThatMustNotBeTakenIsFoundBeforeAnyFileIsThere) {
  std::ofstream(root_ / "numbers.csv") << "of before";  // the last that would be written
  const Result result = result_of({hertz_case(centred_grid(4, 3, 1, 1), 0.4, 0.4)});
  const auto check = [](const fs::path& path) {
    if (fs::exists(path)) throw IoError(path.filename().string() + " is there");
  };
  EXPECT_EQ(message_of([&] { write_csv_folder(result, root_, check); }), "numbers.csv is there");
  EXPECT_EQ(names_in(root_), std::set<std::string>{"numbers.csv"});
  EXPECT_EQ(text_of(root_ / "numbers.csv"), "of before");
}

TEST_F(WriteResult, ASignalAmidAFileTakesEffectWhenAllFilesHaveTheirNames) {
  const auto write = [this] {
    OutputBatch batch(root_ / "out");
    batch.add("a.txt", [](OutputFile& file) {
      std::thread([] { std::raise(SIGTERM); }).join();  // any thread may be the one to get it
      file.write("a");
    });
    batch.add("b.txt", [](OutputFile& file) { file.write("b"); });
    batch.commit();
  };
  EXPECT_EXIT(write(), testing::KilledBySignal(SIGTERM), "");
  EXPECT_EQ(names_in(root_ / "out"), (std::set<std::string>{"a.txt", "b.txt"}));
}

TEST_F(WriteResult, ASignalBeforeAFailureLeavesNothing) {
  const auto fail = [this] {
    OutputBatch batch(root_ / "out");
    const OutputBatch second(root_ / "out" / "deep");
    batch.add("a.txt", [](OutputFile&) {
      std::raise(SIGINT);
      throw IoError("no more");
    });
  };
  const auto try_it = [&] {
    try {
      fail();
    } catch (const IoError&) {
      std::abort();  // the signal comes first
    }
  };
  EXPECT_EXIT(try_it(), testing::KilledBySignal(SIGINT), "");
  EXPECT_EQ(names_in(root_), std::set<std::string>{});
}

TEST_F(WriteResult, ASignalThatIsIgnoredStaysSo) {
  const auto write = [this] {
    std::signal(SIGHUP, SIG_IGN);
    {
      OutputBatch batch(root_);
      std::raise(SIGHUP);
    }
    std::raise(SIGHUP);
    std::exit(7);
  };
  EXPECT_EXIT(write(), testing::ExitedWithCode(7), "");
}

TEST_F(WriteResult, ASecondRunReplacesTheFirst) {
  write_result(result_of({hertz_case(centred_grid(4, 3, 1, 1), 0.4, 0.4)}), root_);
  write_result(result_of({no_contact_case()}), root_);
  const auto root = nlohmann::json::parse(text_of(root_ / "result.json"));
  EXPECT_EQ(root["results"][0]["title"], "Apart");
  EXPECT_EQ(names_in(root_), (std::set<std::string>{"result.h5", "result.json", "report.html",
                                                    "fields.csv", "fields.vtu"}));
}

TEST_F(WriteResult, FilesOfAnotherRunAreRemovedAndThoseOfPeopleKept) {
  CaseResult with_table = no_contact_case();
  with_table.tables = {{"history", "History", {{"time", "s", {0, 1}}}}};
  write_result(result_of({with_table, with_table}), root_);
  ASSERT_TRUE(fs::exists(root_ / "history_2.csv"));
  std::ofstream(root_ / "notes.txt") << "mine";
  std::ofstream(root_ / "measured.csv") << "mine";
  write_result(result_of({no_contact_case()}), root_);
  EXPECT_EQ(names_in(root_),
            (std::set<std::string>{"result.h5", "result.json", "report.html", "fields.csv",
                                   "fields.vtu", "notes.txt", "measured.csv"}));
}

TEST_F(WriteResult, AListOfFilesThatNoRunWroteRemovesNothingOutsideItsFolder) {
  const fs::path inside = root_ / "inside";
  fs::create_directories(inside / "kept.csv");
  std::ofstream(root_ / "precious.csv") << "mine";
  fs::create_symlink(root_ / "precious.csv", inside / "link.csv");
  std::ofstream(inside / "result.json")
      << R"({"case_file": "", "results": [{"files": ["../precious.csv", "kept.csv", "link.csv", ".csv", 3, null,
            ")"
      << (root_ / "precious.csv").string() << R"("]}, {"files": 7}, 5]})";
  write_result(result_of({no_contact_case()}), inside);
  EXPECT_EQ(text_of(root_ / "precious.csv"), "mine");
  EXPECT_TRUE(fs::is_directory(inside / "kept.csv"));
  EXPECT_TRUE(fs::is_symlink(inside / "link.csv"));
  for (const char* broken : {"", "{", "[1]", R"({"case_file": 1, "results": 3})"}) {
    std::ofstream(inside / "result.json") << broken;
    EXPECT_NO_THROW(write_result(result_of({no_contact_case()}), inside)) << broken;
  }
}

}  // namespace
}  // namespace tread::result
