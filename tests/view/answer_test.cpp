#include "tread/view/answer.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>

#include "tread/core/errors.hpp"
#include "view/result_folder.hpp"

namespace tread::view {
namespace {

using nlohmann::json;

constexpr int k_port = 8737;
constexpr const char* k_pressure = "/cases/1/histories/pressure_history/pressure";

std::string body_of(const Response& response) {
  if (!response.pieces) return response.body;
  std::string body;
  while (body.size() < response.pieces->length) body += response.pieces->bytes_from(body.size());
  return body;
}

std::vector<double> numbers_of(const Response& response) {
  const std::string body = body_of(response);
  std::vector<double> numbers(body.size() / sizeof(double));
  if (!numbers.empty()) std::memcpy(numbers.data(), body.data(), body.size());
  return numbers;
}

std::string header(const Response& response, std::string_view name) {
  for (const auto& [key, value] : response.headers) {
    if (key == name) return value;
  }
  return "";
}

class Answer : public testing::Test {
 protected:
  Answer() : runs_({write_result_folder(folder_.path() / "run")}) {}

  Response get(const std::string& target) {
    return answer({"GET", target, "127.0.0.1:8737"}, runs_, k_port);
  }

  void expect_refused(const std::string& target, int status) {
    const Response response = get(target);
    EXPECT_EQ(response.status, status) << target;
    const json body = json::parse(body_of(response), nullptr, false);
    ASSERT_TRUE(body.is_object()) << target;
    EXPECT_FALSE(body.value("error", "").empty()) << target;
  }

  std::filesystem::path run() const { return folder_.path() / "run"; }

  TemporaryFolder folder_;
  RunList runs_;
};

TEST_F(Answer, ListsTheRuns) {
  const Response response = get("/api/runs");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.content_type, "application/json");
  EXPECT_EQ(json::parse(body_of(response)), json({{"runs",
                                                   {{{"id", 0},
                                                     {"name", "run"},
                                                     {"path", run().string()},
                                                     {"status", "converged"},
                                                     {"ok", true},
                                                     {"failed_checks", 0},
                                                     {"error", nullptr}}}}}));
}

TEST_F(Answer, TheDocumentIsThatOfTheFile) {
  const Response response = get("/api/runs/0/document");
  EXPECT_EQ(body_of(response), result::ResultFile(run()).tree());
  EXPECT_EQ(json::parse(body_of(response))["cases"][0]["tables"][0]["name"], "curve");
}

TEST_F(Answer, AnArrayIsSentAsItIs) {
  const Response response = get("/api/runs/0/array?path=/cases/1/tables/curve/height");
  EXPECT_EQ(response.content_type, "application/octet-stream");
  EXPECT_EQ(header(response, "X-Tread-Shape"), "4");
  EXPECT_EQ(numbers_of(response), (std::vector<double>{5, 4, 3, 7}));
}

TEST_F(Answer, AFrameOfAHistoryIsARowOfItsArray) {
  const Response response =
      get("/api/runs/0/"
          "array?path=%2Fcases%2F1%2Fhistories%2Fpressure_history%2Fpressure&first=1&count=1");
  EXPECT_EQ(header(response, "X-Tread-Shape"), "1,2,2");
  EXPECT_EQ(numbers_of(response), (std::vector<double>{4, 5, 6, 7}));
}

TEST_F(Answer, RowsThatAreNotThereAreRefused) {
  const std::string array = std::string("/api/runs/0/array?path=") + k_pressure;
  for (const char* rows : {"&first=3", "&first=0&count=4", "&first=1&count=3", "&count=0",
                           "&first=-1", "&first=1.5", "&first=", "&count=x", "&count=1e3",
                           "&first=99999999999999999999", "&first=9223372036854775807",
                           "&first=1&count=9223372036854775807", "&first=0x1", "&first=%201"}) {
    expect_refused(array + rows, 400);
  }
}

TEST_F(Answer, PathsAreThoseOfTheDocumentAndNoOthers) {
  for (const char* path : {"", "/", "/document", "/cases", "/cases/1", "/cases/1/tables/curve",
                           "/cases/1/tables/curve/../curve/height", "//cases/1/tables/curve/height",
                           "cases/1/tables/curve/height", "/cases/1/tables/curve/height/",
                           "/etc/passwd", "..%2F..%2Fetc%2Fpasswd"}) {
    expect_refused(std::string("/api/runs/0/array?path=") + path, 404);
    expect_refused(std::string("/api/runs/0/curve?x=/cases/1/tables/curve/time&y=") + path, 404);
  }
}

TEST_F(Answer, ACurveIsXThenY) {
  const Response response =
      get("/api/runs/0/curve?x=/cases/1/tables/curve/time&y=/cases/1/tables/curve/"
          "height&from=2.5&to=9");
  EXPECT_EQ(header(response, "X-Tread-Shape"), "2,2");
  EXPECT_EQ(numbers_of(response), (std::vector<double>{2, 3, 3, 7}));
}

TEST_F(Answer, CurvesThatCannotBeAreRefused) {
  const std::string curve = "/api/runs/0/curve?x=/cases/1/tables/curve/time&y=";
  const std::string good = curve + "/cases/1/tables/curve/height";
  expect_refused(curve + k_pressure, 400);                                   // no column
  expect_refused(curve + "/cases/1/histories/pressure_history/times", 400);  // other length
  expect_refused("/api/runs/0/curve?x=/cases/1/tables/curve/time", 400);     // no y
  for (const char* rest :
       {"&points=1", "&points=0", "&points=-5", "&points=1000000000", "&points=a", "&from=nan",
        "&from=1&to=0", "&to=inf", "&to=1e999", "&from=", "&colour=red", "&points=10&points=20"}) {
    expect_refused(good + rest, 400);
  }
}

TEST_F(Answer, AnswersBeyond16MegabytesAreRefusedWithAWayOut) {
  const TemporaryFolder other;
  RunList runs({write_result_folder(other.path() / "large", 900)});  // 3 frames of 6.5 MB
  const std::string array = std::string("/api/runs/0/array?path=") + k_pressure;
  const Response refused = answer({"GET", array, "localhost:8737"}, runs, k_port);
  EXPECT_EQ(refused.status, 413);
  EXPECT_NE(body_of(refused).find("2 rows at a time with first and count"), std::string::npos);

  const Response two = answer({"GET", array + "&first=1&count=2", "localhost:8737"}, runs, k_port);
  EXPECT_EQ(two.status, 200);
  EXPECT_EQ(header(two, "X-Tread-Shape"), "2,900,900");
  ASSERT_TRUE(two.pieces);
  EXPECT_LE(two.pieces->bytes_from(0).size(), 1u << 20) << "in memory as a whole";
  const std::vector<double> numbers = numbers_of(two);
  ASSERT_EQ(numbers.size(), 2u * 900 * 900);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    ASSERT_EQ(numbers[i], static_cast<double>(900 * 900 + i));
  }
  EXPECT_EQ(two.pieces->bytes_from(900 * 900 * 8 + 3)[5], body_of(two)[900 * 900 * 8 + 8]);
}

TEST_F(Answer, AFrameLargerThanAnAnswerIsSentAlone) {
  const TemporaryFolder other;
  constexpr std::size_t cells = 1500 * 1500;  // 18 MB a frame
  RunList runs({write_result_folder(other.path() / "large", 1500)});
  const std::string array = std::string("/api/runs/0/array?path=") + k_pressure;
  const Response refused = answer({"GET", array, "localhost:8737"}, runs, k_port);
  EXPECT_EQ(refused.status, 413);
  EXPECT_NE(body_of(refused).find("ask for 1 rows at a time"), std::string::npos);

  const Response frame =
      answer({"GET", array + "&first=1&count=1", "localhost:8737"}, runs, k_port);
  EXPECT_EQ(header(frame, "X-Tread-Shape"), "1,1500,1500");
  ASSERT_TRUE(frame.pieces);
  EXPECT_LE(frame.pieces->bytes_from(0).size(), 1u << 20);
  const std::vector<double> numbers = numbers_of(frame);
  ASSERT_EQ(numbers.size(), cells);
  for (std::size_t i = 0; i < cells; ++i) ASSERT_EQ(numbers[i], static_cast<double>(cells + i));
}

TEST_F(Answer, WithoutRoomForWholeRowsPartsOfThemAreRead) {
  const TemporaryFolder other;
  RunList runs({write_result_folder(other.path() / "large", 700)},  // 3.9 MB a frame
               {std::chrono::milliseconds(0), std::chrono::milliseconds(0)});
  const LargeRows::Room others = runs.large_rows().take(LargeRows::k_most_bytes, {});
  const Response response = answer(
      {"GET", std::string("/api/runs/0/array?path=") + k_pressure, "localhost:8737"}, runs, k_port);
  ASSERT_TRUE(response.pieces);
  const std::vector<double> numbers = numbers_of(response);
  ASSERT_EQ(numbers.size(), 3u * 700 * 700);
  for (std::size_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(numbers[i], static_cast<double>(i));
}

TEST_F(Answer, RegularFilesOfTheFolderCanBeFetchedAndNothingElse) {
  write_text(run() / "table.csv", "a,b\n1,2\n");
  write_text(run() / "empty.csv", "");
  write_text(run() / "inside" / "deep.txt", "deep");
  write_text(folder_.path() / "secret.txt", "secret");
  std::filesystem::create_symlink(folder_.path() / "secret.txt", run() / "link.txt");
  std::filesystem::create_directory_symlink(folder_.path(), run() / "up");

  const json files = json::parse(body_of(get("/api/runs/0/files")))["files"];
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[0], json({{"name", "empty.csv"}, {"bytes", 0}}));
  EXPECT_EQ(files[1]["name"], "result.h5");
  EXPECT_EQ(files[2], json({{"name", "table.csv"}, {"bytes", 8}}));

  const Response table = get("/api/runs/0/files/table.csv");
  EXPECT_EQ(body_of(table), "a,b\n1,2\n");
  EXPECT_EQ(table.content_type, "application/octet-stream");
  EXPECT_EQ(header(table, "Content-Disposition"), "attachment; filename*=UTF-8''table.csv");
  EXPECT_EQ(body_of(get("/api/runs/0/files/empty.csv")), "");
  for (const char* name : {"link.txt", "up", "inside", "deep.txt", "secret.txt", "TABLE.CSV",
                           "table.csv.", "inside%20"}) {
    expect_refused(std::string("/api/runs/0/files/") + name, 404);
  }
}

TEST_F(Answer, AddressesThatTryToLeaveAreRefused) {
  for (const char* target : {"/..",
                             "/../",
                             "/../../etc/passwd",
                             "/%2e%2e/etc/passwd",
                             "/%2E%2e%2fetc",
                             "/.",
                             "/api/runs/0/files/..",
                             "/api/runs/0/files/../result.h5",
                             "/api/runs/0/files/..%2Fsecret",
                             "/api/runs/0/files/%2Fetc%2Fpasswd",
                             "/api/runs/0/files/..%5Csecret",
                             "/api/runs/0/files/a\\b",
                             "/api/runs/0/files/result.h5%00.txt",
                             "/api/runs/0/files/%0d%0a",
                             "/api/runs/0/files//",
                             "//api/runs",
                             "/api//runs",
                             "/api/runs/",
                             "/%",
                             "/%4",
                             "/%zz",
                             "",
                             "api/runs",
                             "*",
                             "http://127.0.0.1:8737/",
                             "/api/runs/-1/files",
                             "/api/runs/x/files",
                             "/api/runs/0%20/files",
                             "/api/runs/99999999999999999999/files"}) {
    expect_refused(target, 400);
  }
}

TEST_F(Answer, UnknownAddressesAndRunsAreRefused) {
  for (const char* target :
       {"/index.html", "/api", "/api/run", "/api/runs/0", "/api/runs/0/nothing", "/assets",
        "/assets/other.js", "/assets/tread.js/x", "/api/runs/1/document", "/api/runs/7/files",
        "/api/runs/0/document/x", "/api/runs/0/files/a/b", "/%252e%252e/etc/passwd"}) {
    expect_refused(target, 404);
  }
  for (const char* target : {"/?x=1", "/api/runs?x=1", "/api/runs/0/document?path=/",
                             "/api/runs/0/files?name=x", "/api/runs/0/array", "/api/runs?x"}) {
    expect_refused(target, 400);
  }
}

TEST_F(Answer, OnlyGetAndHeadAreAnswered) {
  for (const char* method : {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "get", ""}) {
    const Response response = answer({method, "/", "127.0.0.1:8737"}, runs_, k_port);
    EXPECT_EQ(response.status, 405) << method;
    EXPECT_EQ(header(response, "Allow"), "GET, HEAD");
  }
  EXPECT_EQ(answer({"HEAD", "/", "127.0.0.1:8737"}, runs_, k_port).status, 200);
}

TEST_F(Answer, OtherHostsAreRefused) {
  for (const char* host : {"127.0.0.1:8737", "localhost:8737", "LocalHost:8737", "[::1]:8737"}) {
    EXPECT_EQ(answer({"GET", "/", host}, runs_, k_port).status, 200) << host;
  }
  for (const char* host : {"", "evil.example", "evil.example:8737", "127.0.0.1", "127.0.0.1:80",
                           "127.0.0.1:8737.evil.example", "localhost.evil.example:8737",
                           "127.0.0.2:8737", "0.0.0.0:8737", "x@127.0.0.1:8737"}) {
    EXPECT_EQ(answer({"GET", "/api/runs", host}, runs_, k_port).status, 403) << host;
  }
}

TEST_F(Answer, EveryAnswerTellsTheBrowserToStayHere) {
  for (const char* target : {"/", "/assets/tread.js", "/api/runs", "/nowhere"}) {
    const Response response = get(target);
    EXPECT_EQ(header(response, "Content-Security-Policy").find("default-src 'self'"), 0u);
    EXPECT_EQ(header(response, "X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(header(response, "Cache-Control"), "no-store");
  }
}

TEST_F(Answer, ThePageAndItsPartsAreThere) {
  const std::string page = body_of(get("/"));
  EXPECT_NE(page.find("data-mode=\"viewer\""), std::string::npos);
  EXPECT_NE(page.find("/assets/tread.js"), std::string::npos);
  EXPECT_EQ(get("/assets/tread.js").content_type, "text/javascript; charset=utf-8");
  EXPECT_EQ(get("/assets/tread.css").content_type, "text/css; charset=utf-8");
}

TEST_F(Answer, AResultThatIsWrittenAnewIsReadAnew) {
  EXPECT_EQ(header(get(std::string("/api/runs/0/array?path=") + k_pressure), "X-Tread-Shape"),
            "3,2,2");
  write_result_folder(run(), 5);
  EXPECT_EQ(header(get(std::string("/api/runs/0/array?path=") + k_pressure), "X-Tread-Shape"),
            "3,5,5");
}

TEST_F(Answer, AResultThatIsDeletedIsGoneAndTheListSaysSo) {
  get("/api/runs/0/document");
  std::filesystem::remove(run() / "result.h5");
  expect_refused("/api/runs/0/document", 410);
  expect_refused(std::string("/api/runs/0/array?path=") + k_pressure, 410);
  const json runs = json::parse(body_of(get("/api/runs")))["runs"];
  EXPECT_NE(runs[0]["error"].get<std::string>().find("No such file"), std::string::npos);
  write_result_folder(run());
  EXPECT_EQ(get("/api/runs/0/document").status, 200);
}

TEST_F(Answer, AResultThatIsCutOffWhileItIsOpenIsAnError) {
  write_result_folder(run(), 200);
  const std::string frames = std::string("/api/runs/0/array?path=") + k_pressure;
  EXPECT_EQ(get(frames).status, 200);
  std::filesystem::resize_file(run() / "result.h5", 5000);
  expect_refused(frames, 500);
  expect_refused("/api/runs/0/document", 500);
}

TEST_F(Answer, AnAnswerUnderWayEndsWhereItsFileIsCutOff) {
  write_result_folder(run(), 700);
  const Response response = get(std::string("/api/runs/0/array?path=") + k_pressure);
  ASSERT_TRUE(response.pieces);
  const std::size_t frame = 700 * 700 * sizeof(double);
  response.pieces->bytes_from(0);
  std::filesystem::resize_file(run() / "result.h5", 5000);
  EXPECT_THROW(response.pieces->bytes_from(frame), IoError);
}

}  // namespace
}  // namespace tread::view
