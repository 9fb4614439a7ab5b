#include "tread/casefile/study_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "tread/core/errors.hpp"
#include "tread/core/random_numbers.hpp"
#include "tread/core/word_digest.hpp"

namespace tread::casefile {
namespace {

/// { from = 150, to = 400, step = 5 } and the like.
struct Recipe {
  std::optional<double> from;
  std::optional<double> to;
  std::optional<double> step;
  std::optional<int> count;
  std::vector<double> uniform;
  std::vector<double> normal;
  std::vector<double> lognormal;
  std::string with;
};

KeyList<Recipe> recipe_keys() {
  using enum Dimension;
  KeyList<Recipe> keys;
  const std::vector<std::string> drawn{"uniform", "normal", "lognormal"};
  keys.add(number("from", none, any_value(), "First value of a grid")
               .needs_one_of({"to"})
               .excludes(drawn),
           at(&Recipe::from));
  keys.add(number("to", none, any_value(), "Last value").needs_one_of({"from"}), at(&Recipe::to));
  keys.add(number("step", none, positive(), "From one to the next")
               .needs_one_of({"from"})
               .excludes({"count"}),
           at(&Recipe::step));
  keys.add(whole_number("count", between(1, k_most_values_of_a_key), "How many, instead of step")
               .needs_one_of({"from"}),
           at(&Recipe::count));
  const auto add_pair = [&](const char* name, const char* doc, auto member) {
    KeyInfo key = numbers(name, none, any_value(), doc);
    key.count = 2;
    for (const std::string& other : drawn) {
      if (other > key.name) key.not_with.push_back(other);
    }
    keys.add(key, at(member));
  };
  add_pair("uniform", "Drawn evenly between two values", &Recipe::uniform);
  add_pair("normal", "Drawn from a normal distribution: mean, standard deviation", &Recipe::normal);
  add_pair("lognormal", "Drawn so that its logarithm is normal: median, standard deviation of ln",
           &Recipe::lognormal);
  keys.add(text("with", "The key it goes along with, value by value"), at(&Recipe::with));
  return keys;
}

class Values {
 public:
  Values(std::string written, int line, Kind kind, const StudyInput& study, std::string file)
      : written_(std::move(written)),
        line_(line),
        kind_(kind),
        study_(study),
        file_(std::move(file)) {}

  StudyValues of_recipe(TomlTable table) const {
    StudyValues result;
    const auto listed = std::ranges::find(table.entries, "values", &TomlEntry::key);
    const bool is_listed = listed != table.entries.end();
    if (is_listed) {
      result.values = of_list(listed->node);
      table.entries.erase(listed);
    }
    const Recipe recipe = read(table);
    result.with = recipe.with;
    const bool is_grid = recipe.from && recipe.to;
    const bool is_drawn =
        !recipe.uniform.empty() || !recipe.normal.empty() || !recipe.lognormal.empty();
    if (static_cast<int>(is_listed) + static_cast<int>(is_grid) + static_cast<int>(is_drawn) != 1) {
      refuse("must say in one way which values it takes", "",
             "write [1, 2], { from = 1, to = 9, step = 2 } or { uniform = [1, 2] }");
    }
    if (is_grid) {
      result.values = of_grid(recipe);
      result.warning = warning_of(recipe, result.values);
    }
    if (is_drawn) {
      result.values = drawn(recipe);
      result.origin = StudyVariation::Origin::drawn;
      if (!recipe.with.empty()) {
        refuse("drawn keys all go along with each other already", recipe.with, "leave out `with`");
      }
    }
    return result;
  }

  std::vector<TomlNode> of_list(const TomlNode& node) const {
    const auto* array = std::get_if<TomlArray>(&node.value);
    if (array == nullptr) return {node};
    if (array->nodes.empty()) refuse("must have at least one value", "[]", "");
    if (static_cast<double>(array->nodes.size()) > k_most_values_of_a_key) {
      refuse("has too many values", fmt::format("{}", array->nodes.size()),
             fmt::format("at most {:g}", k_most_values_of_a_key));
    }
    return array->nodes;
  }

 private:
  [[noreturn]] void refuse(std::string reason, std::string value, std::string hint) const {
    throw CaseError(
        Problem{file_, line_, written_, std::move(reason), std::move(value), std::move(hint)});
  }

  Recipe read(const TomlTable& table) const {
    const KeyList<Recipe> keys = recipe_keys();
    ProblemList found;
    const Reading reading = read_keys(table, file_, keys.declarations(), found);
    try {
      found.throw_if_any(file_);
    } catch (const CaseError& error) {
      std::vector<Problem> problems = error.problems();
      for (Problem& problem : problems) problem.key = fmt::format("{}.{}", written_, problem.key);
      throw CaseError(std::move(problems));
    }
    return keys.fill(reading);
  }

  std::vector<TomlNode> of_grid(const Recipe& recipe) const {
    const double way = *recipe.to - *recipe.from;
    if (way < 0) refuse("ends before it begins", "", "from <= to");
    if (recipe.count && *recipe.count == 1 && way > 0) {
      refuse("must have two values at least to go from one to another", "1", "");
    }
    if (!recipe.step && !recipe.count) {
      refuse("is missing how far the values are apart", "", "give step, or count");
    }
    const double n_steps = recipe.count ? *recipe.count - 1 : std::floor(way / *recipe.step + 1e-9);
    if (n_steps >= k_most_values_of_a_key) {
      refuse("has too many values", fmt::format("{:.4g}", n_steps + 1),
             fmt::format("at most {:g}: give a larger step", k_most_values_of_a_key));
    }
    const double step = recipe.step ? *recipe.step : n_steps > 0 ? way / n_steps : 0;
    std::vector<TomlNode> values;
    for (int i = 0; i <= static_cast<int>(n_steps); ++i) {
      values.push_back(node_of(*recipe.from + i * step));
    }
    return values;
  }

  /// The end of a grid may be the very value that matters.
  std::string warning_of(const Recipe& recipe, const std::vector<TomlNode>& values) const {
    const std::string last = label_of(values.back());
    const double reached = std::strtod(last.c_str(), nullptr);
    if (std::abs(reached - *recipe.to) <= 1e-9 * std::max(1.0, std::abs(*recipe.to))) return "";
    return fmt::format("{} ends at {}, not at {}: the step does not lead there.", written_, last,
                       number_text(*recipe.to));
  }

  /// Every key has numbers of its own: another drawn key does not change them.
  std::vector<TomlNode> drawn(const Recipe& recipe) const {
    WordDigest digest;
    digest.add(static_cast<std::uint64_t>(study_.seed));
    digest.add(std::string_view(written_));
    RandomNumbers random(digest.low());
    std::vector<TomlNode> values;
    for (int i = 0; i < study_.draws; ++i) values.push_back(node_of(draw(recipe, random)));
    return values;
  }

  double draw(const Recipe& recipe, RandomNumbers& random) const {
    if (kind_ == Kind::whole_number) return draw_whole_number(recipe, random);
    if (!recipe.uniform.empty()) {
      if (!(recipe.uniform[0] <= recipe.uniform[1])) {
        refuse("ends before it begins", "", "uniform = [smallest, largest]");
      }
      return recipe.uniform[0] + random.uniform() * (recipe.uniform[1] - recipe.uniform[0]);
    }
    const std::vector<double>& pair = recipe.normal.empty() ? recipe.lognormal : recipe.normal;
    if (!(pair[1] >= 0)) {
      refuse("must have a standard deviation >= 0", fmt::format("{}", pair[1]), "");
    }
    if (!recipe.normal.empty()) return pair[0] + random.normal() * pair[1];
    if (!(pair[0] > 0)) refuse("must have a median > 0", fmt::format("{}", pair[0]), "");
    return pair[0] * std::exp(random.normal() * pair[1]);
  }

  /// Each of the whole numbers, both ends among them, is as likely as the others.
  double draw_whole_number(const Recipe& recipe, RandomNumbers& random) const {
    if (recipe.uniform.empty()) {
      refuse("takes whole numbers only, which are drawn evenly", "",
             "uniform = [smallest, largest]");
    }
    const double low = std::ceil(recipe.uniform[0]);
    const double high = std::floor(recipe.uniform[1]);
    if (!(low <= high)) {
      refuse("has no whole number to draw", "", "uniform = [smallest, largest]");
    }
    return std::min(high, low + std::floor(random.uniform() * (high - low + 1)));
  }

  /// Twelve digits: 0.1 and 0.3, not 0.30000000000000004 for the third of three steps.
  TomlNode node_of(double value) const {
    const double clean = std::strtod(fmt::format("{:.12g}", value).c_str(), nullptr);
    if (kind_ == Kind::whole_number && clean == std::round(clean) && std::abs(clean) < 1e15) {
      return {line_, static_cast<std::int64_t>(clean)};
    }
    return {line_, clean};
  }

  std::string written_;
  int line_;
  Kind kind_;
  const StudyInput& study_;
  std::string file_;
};

}  // namespace

StudyValues study_values(const std::string& written, const TomlEntry& entry, Kind kind,
                         const StudyInput& study, const std::string& file_name) {
  const Values values(written, entry.line, kind, study, file_name);
  StudyValues result;
  if (const auto* table = std::get_if<TomlTable>(&entry.node.value)) {
    result = values.of_recipe(*table);
  } else {
    result.values = values.of_list(entry.node);
  }
  for (TomlNode& value : result.values) value.line = entry.line;
  return result;
}

std::string label_of(const TomlNode& value) {
  struct Writer {
    std::string operator()(bool v) const { return v ? "true" : "false"; }
    std::string operator()(std::int64_t v) const { return fmt::format("{}", v); }
    std::string operator()(double v) const { return number_text(v); }
    std::string operator()(const std::string& v) const { return one_line(v); }
    std::string operator()(const TomlDate& v) const { return one_line(v.text); }
    std::string operator()(const TomlTable&) const { return "a table"; }
    std::string operator()(const TomlArray& v) const {
      std::vector<std::string> items;
      for (const TomlNode& item : v.nodes) {
        if (items.size() == 4) {
          items.emplace_back("...");
          break;
        }
        const bool is_nested = std::holds_alternative<TomlArray>(item.value);
        items.push_back(is_nested ? "a list" : label_of(item));
      }
      return fmt::format("[{}]", fmt::join(items, ", "));
    }
  };
  return std::visit(Writer{}, value.value);
}

}  // namespace tread::casefile
