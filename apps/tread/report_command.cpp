#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "tread/result/output_file.hpp"
#include "tread/result/report.hpp"
#include "tread/result/result_file.hpp"

namespace tread::app {
namespace {

namespace fs = std::filesystem;

struct ReportArguments {
  std::string results;  // folder, or the result.h5 in it
  std::string out;      // empty: report.html beside the result.h5
};

fs::path default_file(const fs::path& results) {
  std::error_code error;
  return (fs::is_directory(results, error) ? results : results.parent_path()) / "report.html";
}

int report(const ReportArguments& arguments, Console&) {
  const result::Result result = result::read_result(arguments.results);
  const fs::path file =
      arguments.out.empty() ? default_file(arguments.results) : fs::path(arguments.out);
  result::OutputBatch batch(file.parent_path());
  batch.add(file.filename().string(),
            [&result](result::OutputFile& out) { out.write(result::report_html(result)); });
  batch.commit();
  fmt::print("{}\n", file.string());
  return k_done;
}

}  // namespace

void add_report(CLI::App& program, Action& action) {
  const auto arguments = std::make_shared<ReportArguments>();
  CLI::App& command = *program.add_subcommand(
      "report", "Make the report of finished results again, without solving anything");
  command.group(k_group_results);
  command
      .add_option("results", arguments->results, "Folder of the results, or the result.h5 in it")
      ->type_name("RESULTS")
      ->required()
      ->check(not_empty);
  command
      .add_option("--out", arguments->out, "File to write (default: report.html beside result.h5)")
      ->type_name("FILE")
      ->check(not_empty);
  command.footer("  tread report out/train_bridge");
  on_command(command, action, arguments, report);
}

}  // namespace tread::app
