#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <vector>

#include "commands.hpp"
#include "terminal_observer.hpp"
#include "tread/result/output_file.hpp"
#include "tread/result/svg.hpp"
#include "tread/study/reproduce.hpp"
#include "tread/study/run_case.hpp"
#include "tread/study/validation_page.hpp"

namespace tread::app {
namespace {

struct ReproduceArguments {
  std::vector<std::string> what;
  std::string out;
  bool list = false;
  bool json = false;
};

/// "approach [m]" as label and unit.
result::PlotAxis axis_of(const std::string& label) {
  const std::size_t bracket = label.rfind(" [");
  if (bracket == std::string::npos || label.back() != ']') return {.label = label};
  return {.label = label.substr(0, bracket),
          .unit = label.substr(bracket + 2, label.size() - bracket - 3)};
}

/// One picture for all curves that share their axes.
std::vector<result::LinePlot> plots_of(const study::Reproduction& reproduction) {
  std::vector<std::string> labels;
  std::vector<result::LinePlot> plots;
  for (const study::ReproducedCurve& curve : reproduction.curves) {
    const std::string key = curve.x_label + "/" + curve.y_label;
    auto found = std::find(labels.begin(), labels.end(), key);
    if (found == labels.end()) {
      labels.push_back(key);
      plots.push_back(
          {.title = reproduction.title, .x = axis_of(curve.x_label), .y = axis_of(curve.y_label)});
      plots.back().y.scale = curve.y_scale;
      found = labels.end() - 1;
    }
    plots[static_cast<std::size_t>(found - labels.begin())].series.push_back(
        {.name = curve.name,
         .x = curve.x,
         .y = curve.y,
         .mark = curve.mark,
         .y_high = curve.y_high});
  }
  return plots;
}

std::string picture_of(const study::ReproducedMap& map) {
  const result::PlotAxis x = axis_of(map.x_label);
  const result::PlotAxis quantity = axis_of(map.quantity);
  return result::heat_map(map.grid, map.values,
                          {.title = map.name,
                           .quantity = quantity.label,
                           .unit = quantity.unit,
                           .x_label = x.label,
                           .y_label = axis_of(map.y_label).label,
                           .length_unit = x.unit});
}

std::optional<std::string> file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// Writes an entry's pictures and its section, and the page of all sections that the folder has.
/// @returns the names of the pictures
std::vector<std::string> write_entry(const study::Reproduction& reproduction,
                                     const std::filesystem::path& folder) {
  std::vector<std::string> pictures;
  for (const result::LinePlot& plot : plots_of(reproduction)) {
    pictures.push_back(result::line_plot(plot));
  }
  for (const study::ReproducedMap& map : reproduction.maps) pictures.push_back(picture_of(map));
  std::vector<std::string> names;
  result::OutputBatch batch(folder);
  for (const std::string& picture : pictures) {
    names.push_back(names.empty() ? reproduction.name + ".svg"
                                  : fmt::format("{}-{}.svg", reproduction.name, names.size() + 1));
    batch.add(names.back(), [&](result::OutputFile& file) { file.write(picture); });
  }
  const std::string section =
      study::validation_section(reproduction, names, study::program_version());
  const std::string page = study::validation_page([&](std::string_view name) {
    return name == reproduction.name ? section
                                     : file_text(folder / fmt::format("{}.section", name));
  });
  batch.add(reproduction.name + ".section", [&](result::OutputFile& file) { file.write(section); });
  batch.add("index.md", [&](result::OutputFile& file) { file.write(page); });
  batch.commit();
  return names;
}

std::vector<std::string> names_asked_for(const std::vector<std::string>& what) {
  std::vector<std::string> names;
  for (const std::string& name : what) {
    if (name != "all") names.push_back(name);
    for (const study::CatalogueEntry& entry : study::catalogue()) {
      if (name == "all" && entry.built()) names.emplace_back(entry.name);
    }
  }
  return names;
}

int reproduce(const ReproduceArguments& arguments, Console& console) {
  if (arguments.list || arguments.what.empty()) {
    fmt::print("{}", study::catalogue_table());
    return 0;
  }
  const bool writes = !arguments.json || !arguments.out.empty();
  const std::filesystem::path folder = arguments.out.empty() ? "out/reproduce" : arguments.out;
  if (writes) result::check_writable(folder);
  TerminalObserver observer(console);
  study::SharedWork shared;
  std::vector<study::Reproduction> done;
  bool complete = true;
  const std::vector<std::string> names = names_asked_for(arguments.what);
  for (const std::string& name : names) {
    if (observer.stop_requested()) break;
    console.detail("computing " + name);
    done.push_back(study::reproduce(name, shared, observer));
    console.clear_status();
    complete = complete && done.back().status == SolveStatus::converged;
    std::vector<std::string> files;
    const bool was_stopped = done.back().status == SolveStatus::stopped;
    if (writes && !was_stopped) files = write_entry(done.back(), folder);
    if (arguments.json) continue;
    fmt::print("{}", study::to_table(done.back()));
    for (const std::string& file : files) fmt::print("picture: {}\n", (folder / file).string());
    fmt::print("\n");
  }
  if (observer.stop_requested()) {
    console.failure("stopped", fmt::format("{} of {} were begun, the last is not complete",
                                           done.size(), names.size()));
    complete = false;
  }
  if (!arguments.json) fmt::print("page: {}\n", (folder / "index.md").string());
  if (arguments.json) {
    fmt::print("{}", done.size() == 1 ? study::to_json(done.front().rows) : study::to_json(done));
  }
  return complete ? k_done : k_failed;
}

}  // namespace

void add_reproduce(CLI::App& program, Action& action) {
  const auto arguments = std::make_shared<ReproduceArguments>();
  CLI::App& command = *program.add_subcommand(
      "reproduce", "Tables and figures of the source documents: their value, ours, the difference");
  command.group(k_group_cases);
  command.add_option("what", arguments->what, "Names of tables or figures, or all")
      ->type_name("TABLE");
  command.add_flag("--list", arguments->list, "Name all; those with nothing to compute are marked");
  command.add_flag("--json", arguments->json, "Print the rows as one JSON array and nothing else");
  command
      .add_option(
          "--out", arguments->out,
          "Folder for pictures and the page of all sections it has (default: out/reproduce)")
      ->type_name("FOLDER")
      ->check(not_empty);
  command.footer(
      "  tread reproduce --list\n"
      "  tread reproduce thesis-table-10.3\n"
      "  tread reproduce wheel-rail-fig-11 wheel-rail-fig-12    (what both need is run once)\n"
      "  tread reproduce all --out docs/validation");
  on_command(command, action, arguments, reproduce);
}

}  // namespace tread::app
