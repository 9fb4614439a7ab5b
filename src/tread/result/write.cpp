#include "tread/result/write.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "tread/result/bridge_animation.hpp"
#include "tread/result/csv.hpp"
#include "tread/result/document.hpp"
#include "tread/result/hdf5_writer.hpp"
#include "tread/result/report.hpp"
#include "tread/result/safe_name.hpp"
#include "tread/result/vtu.hpp"

namespace tread::result {
namespace {

/// Hands out each file name once: results that would overwrite one another get a number.
class FileNames {
 public:
  std::string take(const std::string& stem, std::size_t i_case, std::string_view extension) {
    const std::string safe = safe_name(stem, "table");
    for (std::size_t number = i_case + 1;; ++number) {
      const std::string name = number == 1 ? fmt::format("{}{}", safe, extension)
                                           : fmt::format("{}_{}{}", safe, number, extension);
      if (taken_.insert(name).second) return name;
    }
  }

 private:
  std::set<std::string> taken_;
};

std::vector<std::string> write_case(const CaseResult& c, std::size_t i_case, FileNames& names,
                                    OutputBatch& batch) {
  std::vector<std::string> files;
  const auto add = [&](const std::string& stem, std::string_view extension, auto&& fill) {
    files.push_back(names.take(stem, i_case, extension));
    batch.add(files.back(), fill);
  };
  if (c.fields) {
    add("fields", ".csv", [&c](OutputFile& file) { write_csv(*c.fields, file); });
    add("fields", ".vtu", [&c](OutputFile& file) { write_vtu(*c.fields, file); });
  }
  for (const SolidFields& solid : c.solids) {
    add(solid.name, ".vtu", [&solid](OutputFile& file) { write_vtu(solid, file); });
  }
  for (const Table& table : c.tables) {
    add(table.name, ".csv", [&table](OutputFile& file) { write_csv(table, file); });
  }
  if (c.animation) {
    add("animation", ".csv",
        [&c](OutputFile& file) { write_csv(animation_table(*c.animation), file); });
  }
  for (const TextFile& text : c.files) {
    add(text.stem, text.extension, [&text](OutputFile& file) { file.write(text.text); });
  }
  return files;
}

/// The names that a result.json in the folder lists for its cases; none where there is no such file
/// or it is not one of ours. Only names that a result can have: no paths, nothing hidden.
std::set<std::string> files_of_earlier_result(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(folder / "result.json", ignored)) return {};
  std::ifstream file(folder / "result.json");
  const auto tree = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
  std::set<std::string> names;
  if (!tree.is_object() || !tree.contains("case_file") || !tree.contains("results")) return names;
  for (const auto& entry : tree["results"]) {
    if (!entry.is_object() || !entry.contains("files")) continue;
    for (const auto& listed : entry["files"]) {
      if (!listed.is_string()) continue;
      const std::filesystem::path name = listed.get<std::string>();
      const std::string stem = name.stem().string();
      if (name.has_extension() && !name.has_parent_path() && safe_name(stem, "") == stem) {
        names.insert(name.string());
      }
    }
  }
  return names;
}

void remove_superseded(const std::filesystem::path& folder, std::set<std::string> earlier,
                       const CaseFiles& written) {
  for (const std::vector<std::string>& of_case : written) {
    for (const std::string& name : of_case) earlier.erase(name);
  }
  for (const std::string& name : earlier) {
    std::error_code ignored;
    const std::filesystem::path path = folder / name;
    if (std::filesystem::is_regular_file(std::filesystem::symlink_status(path, ignored))) {
      std::filesystem::remove(path, ignored);
    }
  }
}

}  // namespace

std::vector<std::string> write_csv_folder(const Result& result, const std::filesystem::path& folder,
                                          const NameCheck& check_name) {
  OutputBatch batch(folder, check_name);
  FileNames names;
  std::vector<std::string> files;
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    const CaseResult& c = result.cases[i];
    const auto add = [&](const std::string& stem, const auto& what) {
      files.push_back(names.take(stem, i, ".csv"));
      batch.add(files.back(), [&what](OutputFile& file) { write_csv(what, file); });
    };
    if (c.fields) add("fields", *c.fields);
    for (const FieldHistory& history : c.histories) add(history.name, history);
    for (const Table& table : c.tables) add(table.name, table);
    if (c.animation) add("animation", animation_table(*c.animation));
    add("numbers", c.scalars);
  }
  batch.commit();
  return files;
}

CaseFiles write_result(const Result& result, const std::filesystem::path& folder) {
  std::set<std::string> earlier = files_of_earlier_result(folder);
  OutputBatch batch(folder);
  FileNames names;
  CaseFiles files;
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    files.push_back(write_case(result.cases[i], i, names, batch));
  }
  const Document document = document_of(result);
  batch.add("report.html", [&](OutputFile& file) { file.write(report_html(result, document)); });
  batch.add("result.h5", [&](OutputFile& file) {
    write_document(document, result.program_version, folder / "result.h5", file);
  });
  batch.add("result.json", [&](OutputFile& file) { file.write(to_json(result, files)); });
  batch.commit();
  remove_superseded(folder, std::move(earlier), files);
  return files;
}

}  // namespace tread::result
