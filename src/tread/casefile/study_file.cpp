#include "tread/casefile/study_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tread/casefile/case_toml.hpp"
#include "tread/casefile/study_values.hpp"
#include "tread/casefile/text_file.hpp"
#include "tread/casefile/tree_setting.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/letters.hpp"

namespace tread::casefile {
namespace {

constexpr long long k_draws = 100;
constexpr long long k_seed = 1;
constexpr std::string_view k_vary = "vary";

KeyList<StudyInput> study_key_list() {
  KeyList<StudyInput> keys;
  keys.add(file("base", "The case in which keys vary, relative to the study file").is_required(),
           at(&StudyInput::base));
  keys.add(text("title", "A line for the reader, shown with the results"), at(&StudyInput::title));
  keys.add(whole_number("draws", between(1, k_most_values_of_a_key),
                        "How often keys that vary at random are drawn")
               .defaults_to(k_draws),
           at(&StudyInput::draws));
  keys.add(whole_number("seed", between(0, 2147483647), "Another seed, other random numbers")
               .defaults_to(k_seed),
           at(&StudyInput::seed));
  keys.add(truth("evidence",
                 "The case that decides is run again with more modes, half the step and finer "
                 "elements, and the change told")
               .defaults_to(true),
           at(&StudyInput::evidence));
  keys.table({.name = "envelope", .doc = "Extremes as curves."});
  keys.add(text("over",
                "Key with numbers along the axis; left out: train.speed if it varies, else the one "
                "with the most values"),
           at(&StudyInput::envelope_over));
  keys.add(text("curves",
                "Key whose values have a curve each; left out: the train or vehicle, else the "
                "first key of words"),
           at(&StudyInput::envelope_curves));
  keys.adopt(check_keys(), {"checks"}, at(&StudyInput::checks),
             [](const KeyInfo& key) { return std::optional(key); });
  return keys;
}

/// A key of [vary] with its whole path.
struct VaryEntry {
  std::string written;
  const TomlEntry* entry;
};

bool names_a_table(const KeyTable& keys, const std::string& path) {
  return std::ranges::any_of(keys.tables, [&](const TableInfo& table) {
    return table.name == path || table.name.starts_with(path + ".");
  });
}

/// train.type and [vary.train] type are the same. In the order of writing.
void flatten(const TomlTable& table, const std::string& path, const KeyTable& keys,
             std::vector<VaryEntry>& out) {
  for (const TomlEntry& entry : table.entries) {
    const std::string name = path.empty() ? entry.key : path + "." + entry.key;
    const auto* inner = std::get_if<TomlTable>(&entry.node.value);
    const bool is_key = WrittenKey(name).declared_in(keys).key != nullptr;
    if (inner != nullptr && !is_key && names_a_table(keys, name)) {
      flatten(*inner, name, keys, out);
    } else {
      out.push_back({name, &entry});
    }
  }
}

std::vector<VaryEntry> varied_entries(const TomlTable& vary, const KeyTable& keys) {
  std::vector<VaryEntry> entries;
  flatten(vary, "", keys, entries);
  std::ranges::stable_sort(entries, {}, [](const VaryEntry& entry) { return entry.entry->line; });
  return entries;
}

/// Numbers in SI, if all are numbers.
std::vector<double> numbers_of(const std::vector<TomlNode>& values, const Unit& unit) {
  std::vector<double> numbers;
  for (const TomlNode& value : values) {
    if (const auto* whole = std::get_if<std::int64_t>(&value.value)) {
      numbers.push_back(unit.to_si(static_cast<double>(*whole)));
    } else if (const auto* real = std::get_if<double>(&value.value)) {
      numbers.push_back(unit.to_si(*real));
    } else {
      return {};
    }
  }
  return numbers;
}

/// One pass over a study; see parse_study.
class StudyReader {
 public:
  StudyReader(std::string file_name, const std::filesystem::path& folder) : folder_(folder) {
    study_.path = std::move(file_name);
  }

  /// @param base_text none: the file that the study names
  StudyFile read(TomlTable root, std::optional<std::string_view> base_text = {}) && {
    const TomlEntry vary = taken_out(root);
    read_own_keys(root);
    if (base_text) {
      study_.base_path = study_.input.base;
      use_base(*base_text);
    } else {
      read_base();
    }
    study_.keys = keys_of_tree(study_.base, study_.base_path);
    for (const VaryEntry& entry : varied_entries(table_of(vary), study_.keys)) add(entry);
    problems_.throw_if_any(study_.path);
    if (study_.variations.empty()) refuse(vary.line, std::string(k_vary), "nothing varies");
    make_axes();
    check_envelope("envelope.over", study_.input.envelope_over, Numbers::needed);
    check_envelope("envelope.curves", study_.input.envelope_curves, Numbers::not_needed);
    if (!study_.input.envelope_over.empty() &&
        study_.input.envelope_over == study_.input.envelope_curves) {
      Problem problem = envelope_problems_.back();
      problem.reason = "must be another key than envelope.over";
      problems_.add(problem);
    }
    problems_.throw_if_any(study_.path);
    check_count(vary.line);
    try_values();
    problems_.throw_if_any(study_.path);
    return std::move(study_);
  }

 private:
  static constexpr std::string_view k_example =
      "[vary]\n    train.speed_km_h = { from = 100, to = 300, step = 10 }";

  [[noreturn]] void refuse(int line, std::string key, std::string reason) const {
    throw CaseError(Problem{study_.path, line, std::move(key), std::move(reason), "",
                            fmt::format("write for example\n    {}", k_example)});
  }

  TomlEntry taken_out(TomlTable& root) const {
    const auto found = std::ranges::find(root.entries, k_vary, &TomlEntry::key);
    if (found == root.entries.end()) refuse(0, std::string(k_vary), "is missing");
    TomlEntry vary = std::move(*found);
    root.entries.erase(found);
    return vary;
  }

  const TomlTable& table_of(const TomlEntry& vary) const {
    const auto* table = std::get_if<TomlTable>(&vary.node.value);
    if (table == nullptr) refuse(vary.line, std::string(k_vary), "must be a table");
    return *table;
  }

  void read_own_keys(const TomlTable& root) {
    const KeyList<StudyInput> keys = study_key_list();
    const Reading reading = read_keys(root, study_.path, keys.declarations(), problems_);
    problems_.throw_if_any(study_.path);
    study_.input = keys.fill(reading);
    base_problem_ = reading.problem("base", "");
    for (const char* key : {"envelope.over", "envelope.curves"}) {
      envelope_problems_.push_back(reading.problem(key, ""));
    }
  }

  void read_base() {
    const std::filesystem::path path = folder_.empty() || folder_ == "."
                                           ? std::filesystem::path(study_.input.base)
                                           : folder_ / study_.input.base;
    Problem problem = base_problem_;
    problem.value = tread::quoted(study_.input.base);
    if (study_.input.base.empty()) {
      problem.reason = "must name a file";
      throw CaseError(problem);
    }
    if (lower_case_of(path.extension().string()) == ".inp") {
      problem.reason = "must be a TOML case";
      problem.hint = "keys vary, and an .inp file has none";
      throw CaseError(problem);
    }
    study_.base_path = path.string();
    study_.base_dir = path.parent_path().empty() ? "." : path.parent_path();
    try {
      use_base(read_text_file(path, k_max_case_bytes));
    } catch (const CaseError& error) {
      for (const Problem& one : error.problems()) {
        if (one.line > 0) throw;
        problem.reason = fmt::format("{}: {}", one.file, one.reason);
        problem.hint = one.hint;
      }
      throw CaseError(problem);
    }
    const auto vary = std::ranges::find(study_.base.entries, k_vary, &TomlEntry::key);
    if (vary == study_.base.entries.end()) return;
    problem.reason = "is a study itself";
    throw CaseError(problem);
  }

  void use_base(std::string_view text) {
    study_.base = parse_toml_document(text, study_.base_path);
  }

  void add(const VaryEntry& entry) {
    const KeyMatch match = WrittenKey(entry.written).declared_in(study_.keys);
    StudyVariation variation;
    variation.written = entry.written;
    variation.place = {study_.path, entry.entry->line};
    variation.key = entry.written;
    if (match.key != nullptr) {
      // With the number of a [[table]], which a declaration does not have.
      variation.key.resize(entry.written.size() - WrittenKey(entry.written).name.size());
      variation.key += match.key->name;
      variation.unit = info(match.key->dimension).si;
    }
    for (const StudyVariation& other : study_.variations) {
      if (other.key != variation.key) continue;
      problems_.add(
          {study_.path, entry.entry->line, entry.written,
           fmt::format("varies already, as {} of line {}", other.written, other.place.line), "",
           ""});
      return;
    }
    try {
      StudyValues values = study_values(entry.written, *entry.entry,
                                        match.key == nullptr ? Kind::number : match.key->kind,
                                        study_.input, study_.path);
      variation.values = std::move(values.values);
      variation.origin = values.origin;
      if (!values.warning.empty()) study_.warnings.push_back(std::move(values.warning));
      partners_.push_back(std::move(values.with));
    } catch (const CaseError& error) {
      problems_.add(error);
      return;
    }
    for (const TomlNode& value : variation.values) variation.labels.push_back(label_of(value));
    variation.numbers = numbers_of(variation.values, match.unit);
    study_.variations.push_back(std::move(variation));
  }

  void make_axes() {
    std::optional<std::size_t> drawn;
    for (std::size_t i = 0; i < study_.variations.size(); ++i) {
      StudyVariation& variation = study_.variations[i];
      const bool is_drawn = variation.origin == StudyVariation::Origin::drawn;
      if (!partners_[i].empty()) {
        join(variation, partners_[i], i);
      } else if (is_drawn && drawn) {
        variation.axis = *drawn;
      } else {
        variation.axis = study_.axis_sizes.size();
        study_.axis_sizes.push_back(variation.values.size());
        if (is_drawn) drawn = variation.axis;
      }
    }
    problems_.throw_if_any(study_.path);
  }

  void join(StudyVariation& variation, const std::string& partner, std::size_t n_before) {
    for (std::size_t i = 0; i < n_before; ++i) {
      const StudyVariation& other = study_.variations[i];
      if (other.written != partner && other.key != partner) continue;
      variation.axis = other.axis;
      if (other.values.size() == variation.values.size()) return;
      problems_.add({study_.path, variation.place.line, variation.written,
                     fmt::format("has {} values to go along with {} of {}", variation.values.size(),
                                 other.values.size(), other.written),
                     "", "give as many"});
      return;
    }
    problems_.add(Problem{study_.path, variation.place.line, variation.written + ".with",
                          "must name a key that varies and stands before it",
                          tread::quoted(partner), ""});
  }

  enum class Numbers { needed, not_needed };

  /// Keys of [envelope] may be named as they are varied or as they are declared.
  void check_envelope(const char* key, std::string& named, Numbers numbers) {
    if (named.empty()) return;
    Problem problem = envelope_problems_[numbers == Numbers::needed ? 0 : 1];
    problem.key = key;
    problem.value = tread::quoted(named);
    for (const StudyVariation& variation : study_.variations) {
      if (variation.written != named && variation.key != named) continue;
      named = variation.key;
      if (numbers == Numbers::not_needed || !variation.numbers.empty()) return;
      problem.reason = "must be a key of numbers";
      return problems_.add(problem);
    }
    problem.reason = "must be a key that varies";
    problems_.add(problem);
  }

  void check_count(int line) const {
    double n_cases = 1;
    for (const std::size_t size : study_.axis_sizes) n_cases *= static_cast<double>(size);
    if (n_cases <= k_most_cases) return;
    throw CaseError(Problem{study_.path, line, std::string(k_vary),
                            fmt::format("has {:.4g} cases, more than {:g}", n_cases, k_most_cases),
                            "", "take fewer values"});
  }

  /// Each value with the first values of all others, so that a wrong one is told before hours are
  /// spent; of many the first ones.
  void try_values() {
    constexpr std::size_t k_most_tried = 1000;
    std::size_t stride = study_.n_cases();
    for (std::size_t axis = 0; axis < study_.axis_sizes.size(); ++axis) {
      stride /= study_.axis_sizes[axis];
      const std::size_t n_tried = std::min(study_.axis_sizes[axis], k_most_tried);
      for (std::size_t i = axis == 0 ? 0 : 1; i < n_tried; ++i) {
        try {
          case_of_study(study_, i * stride);
        } catch (const CaseError& error) {
          problems_.add(error);
          if (i == 0) return;  // what is wrong with the first is wrong with all
        }
        if (problems_.is_full()) return;
      }
    }
  }

  std::filesystem::path folder_;
  StudyFile study_;
  ProblemList problems_;
  Problem base_problem_;
  std::vector<Problem> envelope_problems_;  // over, curves
  std::vector<std::string> partners_;       // one a variation
};

}  // namespace

std::size_t StudyFile::n_cases() const {
  std::size_t n = 1;
  for (const std::size_t size : axis_sizes) n *= size;
  return n;
}

std::vector<std::size_t> StudyFile::choices_of(std::size_t i_case) const {
  std::vector<std::size_t> of_axes(axis_sizes.size());
  for (std::size_t axis = axis_sizes.size(); axis-- > 0;) {
    of_axes[axis] = i_case % axis_sizes[axis];
    i_case /= axis_sizes[axis];
  }
  std::vector<std::size_t> choices;
  for (const StudyVariation& variation : variations) choices.push_back(of_axes[variation.axis]);
  return choices;
}

std::string StudyFile::case_in_words(std::size_t i_case) const {
  const std::vector<std::size_t> choices = choices_of(i_case);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < variations.size(); ++i) {
    words.push_back(
        fmt::format("{} = {}", variations[i].written, variations[i].labels[choices[i]]));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

CaseFile case_of_study(const StudyFile& study, std::size_t i_case,
                       const std::vector<CaseSetting>& settings) {
  TomlTable root = study.base;
  const std::vector<std::size_t> choices = study.choices_of(i_case);
  for (std::size_t i = 0; i < study.variations.size(); ++i) {
    const StudyVariation& variation = study.variations[i];
    TomlNode value = variation.values[choices[i]];
    value.line = 0;  // it stands in no line of the base case
    const std::string obstacle =
        set_in_tree(root, study.keys, WrittenKey(variation.written), std::move(value));
    if (obstacle.empty()) continue;
    throw CaseError(Problem{study.path, variation.place.line, variation.written, obstacle, "", ""});
  }
  apply(settings, root, study.keys);
  try {
    return case_of_tree(root, study.base_path, study.base_dir);
  } catch (const CaseError& error) {
    throw placed_in_study(error, study);
  }
}

CaseError placed_in_study(const CaseError& error, const StudyFile& study) {
  std::vector<Problem> problems = error.problems();
  for (Problem& problem : problems) {
    const auto varied = std::ranges::find_if(study.variations, [&](const StudyVariation& v) {
      return v.written == problem.key || v.key == problem.key;
    });
    if (varied == study.variations.end()) continue;
    problem.file = varied->place.file;
    problem.line = varied->place.line;
  }
  return CaseError(std::move(problems));
}

StudyFile parse_study(std::string_view text, const std::string& file_name,
                      const std::filesystem::path& folder) {
  StudyFile study = StudyReader(file_name, folder).read(parse_toml_document(text, file_name));
  study.text = text_to_keep(text);
  return study;
}

StudyFile parse_study_on(std::string_view base_text, std::string_view text,
                         const std::string& file_name) {
  StudyFile study =
      StudyReader(file_name, "").read(parse_toml_document(text, file_name), base_text);
  study.text = text_to_keep(text);
  return study;
}

StudyFile read_study(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.parent_path();
  return parse_study(read_text_file(path, k_max_case_bytes), path.string(),
                     folder.empty() ? "." : folder);
}

KeyTable study_keys() {
  KeyTable keys = study_key_list().declarations();
  keys.tables.insert(
      keys.tables.begin(),
      {.name = std::string(k_vary),
       .doc = "Any keys of the base case, with the values they take: a list; a grid { from, to, "
              "step } or { from, to, count }; or, drawn at random, { uniform = [low, high] } "
              "(whole numbers for a key that takes such: a seed), { "
              "normal = [mean, deviation] }, { lognormal = [median, deviation of ln] }. With = "
              "\"KEY\" beside { values } or a grid goes along with another key, value by value."});
  return keys;
}

}  // namespace tread::casefile
