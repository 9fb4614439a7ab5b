#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "keep_files.hpp"
#include "tread/result/output_file.hpp"
#include "tread/result/report.hpp"
#include "tread/result/result_file.hpp"

namespace tread::app {
namespace {

namespace fs = std::filesystem;

struct ReportArguments {
  std::string results;  // folder, or the result.h5 in it
  std::string out;      // empty: report.html beside the result.h5
  bool force = false;
};

fs::path default_file(const fs::path& results) {
  std::error_code error;
  return (fs::is_directory(results, error) ? results : results.parent_path()) / "report.html";
}

/// A report can be made again at any time, so one may take the place of another; whatever else is
/// there may be all that someone has.
void check_report_name(const ReportArguments& arguments, const fs::path& file) {
  refuse_to_replace_input(arguments.results, file);
  if (!arguments.force && file.filename() != "report.html") refuse_to_overwrite(file);
}

int report(const ReportArguments& arguments, Console& console) {
  const fs::path file =
      arguments.out.empty() ? default_file(arguments.results) : fs::path(arguments.out);
  check_report_name(arguments, file);
  const result::Result result = result::read_result(arguments.results);
  result::OutputBatch batch(file.parent_path());
  batch.add(file.filename().string(),
            [&result](result::OutputFile& out) { out.write(result::report_html(result)); });
  batch.commit();
  if (!console.is_quiet()) fmt::print("{}\n", file.string());
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
  command.add_flag("--force", arguments->force,
                   "Write over a file that is there; a report.html is replaced without");
  command.footer("  tread report out/train_bridge");
  on_command(command, action, arguments, report);
}

}  // namespace tread::app
