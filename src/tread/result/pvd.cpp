#include "tread/result/pvd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "tread/core/errors.hpp"
#include "tread/result/markup.hpp"
#include "tread/result/output_file.hpp"
#include "tread/result/safe_name.hpp"
#include "tread/result/vtu.hpp"

namespace tread::result {
namespace {

namespace fs = std::filesystem;

struct Step {
  double time = 0;  // or the number of the case
  std::function<void(OutputFile&)> write;
};

struct Collection {
  std::string name;
  std::vector<Step> steps;
};

Collection history_collection(const FieldHistory& history) {
  Collection collection{history.name, {}};
  for (std::size_t i = 0; i < history.n_frames(); ++i) {
    collection.steps.push_back(
        {history.times[i], [&history, i](OutputFile& file) {
           const auto n = static_cast<std::ptrdiff_t>(history.grid.n_cells());
           const auto first = static_cast<std::ptrdiff_t>(i) * n;
           FieldSet frame{history.grid, {}, history.y_name};
           for (const Field& field : history.fields) {
             const auto begin = field.values.begin() + first;
             frame.fields.push_back({field.name, field.unit, field.meaning, {begin, begin + n}});
           }
           write_vtu(frame, file);
         }});
  }
  return collection;
}

Collection bridge_collection(const BridgeAnimation& animation) {
  Collection collection{"bridge", {}};
  for (const BridgeAnimation::Frame& frame : animation.frames) {
    collection.steps.push_back({frame.time, [&animation, &frame](OutputFile& file) {
                                  write_vtu(animation, frame, file);
                                }});
  }
  return collection;
}

/// Adds a step to the collection of that name, which is made with the first.
void add_step(std::vector<Collection>& collections, const std::string& name, Step step) {
  for (Collection& collection : collections) {
    if (collection.name != name) continue;
    collection.steps.push_back(std::move(step));
    return;
  }
  collections.push_back({name, {}});
  collections.back().steps.push_back(std::move(step));
}

std::vector<Collection> collections_of(const Result& result) {
  std::vector<Collection> by_case;
  std::vector<Collection> over_time;
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    const CaseResult& c = result.cases[i];
    const auto number = static_cast<double>(i + 1);
    if (c.fields) {
      add_step(by_case, "fields", {number, [&c](OutputFile& file) { write_vtu(*c.fields, file); }});
    }
    for (const SolidFields& solid : c.solids) {
      add_step(by_case, solid.name,
               {number, [&solid](OutputFile& file) { write_vtu(solid, file); }});
    }
    for (const FieldHistory& history : c.histories) {
      over_time.push_back(history_collection(history));
    }
    if (c.animation) over_time.push_back(bridge_collection(*c.animation));
  }
  for (Collection& collection : by_case) over_time.push_back(std::move(collection));
  return over_time;
}

/// Safe and each once.
void settle_names(std::vector<Collection>& collections) {
  std::set<std::string> taken;
  for (Collection& collection : collections) {
    const std::string safe = safe_name(collection.name, "unnamed");
    collection.name = safe;
    for (int number = 2; !taken.insert(collection.name).second; ++number) {
      collection.name = fmt::format("{}_{}", safe, number);
    }
  }
}

/// Numbers of equal width, so that programs that sort names keep the order.
std::string step_name(const Collection& collection, std::size_t i) {
  const std::size_t width = std::to_string(collection.steps.size()).size();
  return fmt::format("{}_{:0{}}.vtu", collection.name, i + 1, width);
}

std::string pvd_of(const Collection& collection, const std::string& steps_folder) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" "
      "byte_order=\"LittleEndian\">\n<Collection>\n";
  for (std::size_t i = 0; i < collection.steps.size(); ++i) {
    text +=
        fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", collection.steps[i].time,
                    escape_markup(steps_folder + "/" + step_name(collection, i)));
  }
  return text + "</Collection>\n</VTKFile>\n";
}

/// Whether it is the name of a step, of any number: NAME_0012.vtu.
bool is_step_of(const Collection& collection, std::string_view name) {
  const std::string begin = collection.name + "_";
  constexpr std::string_view k_end = ".vtu";
  if (!name.starts_with(begin) || !name.ends_with(k_end)) return false;
  name.remove_prefix(begin.size());
  name.remove_suffix(k_end.size());
  return !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Of earlier collections of the same names, which had more steps: a program that opens the folder
/// instead of a collection would show them among the rest.
std::vector<fs::path> stale_steps(const fs::path& folder,
                                  const std::vector<Collection>& collections,
                                  const std::set<std::string>& written) {
  std::vector<fs::path> stale;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    const bool is_step = std::ranges::any_of(
        collections, [&name](const Collection& c) { return is_step_of(c, name); });
    if (is_step && !written.contains(name)) stale.push_back(entry.path());
  }
  return stale;
}

}  // namespace

std::vector<std::string> write_pvd(const Result& result, const fs::path& file,
                                   const NameCheck& check_name) {
  std::vector<Collection> collections = collections_of(result);
  if (collections.empty()) {
    throw IoError(
        fmt::format("cannot write '{}': the result has no fields, solids or bridge to show\n  "
                    "hint: numbers and tables go to .mat, .h5 or a folder of .csv",
                    file.string()));
  }
  settle_names(collections);
  const std::string stem = file.stem().string();
  const std::string steps_name = stem + "_steps";
  const fs::path steps_folder = file.parent_path() / steps_name;
  OutputBatch batch(file.parent_path(), check_name);
  OutputBatch steps(steps_folder, check_name);
  std::vector<std::string> names;
  for (const Collection& collection : collections) {
    names.push_back(collections.size() == 1 ? file.filename().string()
                                            : fmt::format("{}_{}.pvd", stem, collection.name));
    batch.add(names.back(), [&](OutputFile& out) { out.write(pvd_of(collection, steps_name)); });
  }
  std::set<std::string> step_names;
  for (const Collection& collection : collections) {
    for (std::size_t i = 0; i < collection.steps.size(); ++i) {
      const std::string name = step_name(collection, i);
      steps.add(name, collection.steps[i].write);
      step_names.insert(name);
    }
  }
  const std::vector<fs::path> stale = stale_steps(steps_folder, collections, step_names);
  if (check_name) std::ranges::for_each(stale, check_name);
  batch.check_obstacles();
  // What a collection names is there before the collection is.
  steps.commit();
  batch.commit();
  std::error_code error;
  for (const fs::path& step : stale) fs::remove(step, error);
  return names;
}

}  // namespace tread::result
