#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "tread/result/output_file.hpp"
#include "tread/result/report.hpp"
#include "tread/result/result_file.hpp"

namespace tread::app {
namespace {

namespace fs = std::filesystem;

fs::path default_file(const fs::path& results) {
  std::error_code error;
  return (fs::is_directory(results, error) ? results : results.parent_path()) / "report.html";
}

}  // namespace

int report(const ReportArguments& arguments) {
  const result::Result result = result::read_result(arguments.results);
  const fs::path file =
      arguments.out.empty() ? default_file(arguments.results) : fs::path(arguments.out);
  result::OutputBatch batch(file.parent_path());
  batch.add(file.filename().string(),
            [&result](result::OutputFile& out) { out.write(result::report_html(result)); });
  batch.commit();
  fmt::print("{}\n", file.string());
  return 0;
}

}  // namespace tread::app
