#include "tread/casefile/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tread/casefile/infinity.hpp"

namespace tread::casefile {
namespace {

KeyInfo key_of(Kind kind, std::string name, std::string doc) {
  KeyInfo key;
  key.kind = kind;
  key.name = std::move(name);
  key.doc = std::move(doc);
  return key;
}

}  // namespace

std::string value_text(const Value& value) {
  struct Writer {
    std::string operator()(bool v) const { return v ? "true" : "false"; }
    std::string operator()(long long v) const { return fmt::format("{}", v); }
    std::string operator()(double v) const { return number_text(v); }
    std::string operator()(const std::string& v) const { return v; }
    std::string operator()(const std::vector<double>& v) const {
      std::vector<std::string> items;
      for (const double item : v) items.push_back(number_text(item));
      return fmt::format("[{}]", fmt::join(items, ", "));
    }
    std::string operator()(const std::vector<std::string>& v) const {
      return fmt::format("[{}]", fmt::join(v, ", "));
    }
  };
  return std::visit(Writer{}, value);
}

bool Range::contains(double value) const {
  if (bounds == Bounds::all_but_zero) return value != 0;
  const bool is_above = bounds == Bounds::open_below ? value > low : value >= low;
  return is_above && value <= high;
}

std::string Range::text() const {
  if (bounds == Bounds::all_but_zero) return "other than 0";
  const std::string_view sign = bounds == Bounds::open_below ? ">" : ">=";
  if (low == -k_infinity) return "";
  if (high == k_infinity) return fmt::format("{} {}", sign, number_text(low));
  if (bounds == Bounds::open_below) {
    return fmt::format("> {} and <= {}", number_text(low), number_text(high));
  }
  return fmt::format("in [{}, {}]", number_text(low), number_text(high));
}

Range any_value() { return {}; }
Range not_zero() { return {-k_infinity, k_infinity, Range::Bounds::all_but_zero}; }
Range positive() { return {0, k_infinity, Range::Bounds::open_below}; }
Range at_least(double low) { return {low, k_infinity, Range::Bounds::closed}; }
Range above(double low, double high) { return {low, high, Range::Bounds::open_below}; }
Range between(double low, double high) { return {low, high, Range::Bounds::closed}; }

std::vector<Choice> unit_choices(Dimension dimension) {
  std::vector<Choice> choices;
  for (const Unit& unit : info(dimension).units) choices.push_back({std::string(unit.suffix), ""});
  return choices;
}

KeyInfo KeyInfo::defaults_to(Value value) const {
  KeyInfo key = *this;
  key.default_value = std::move(value);
  return key;
}

KeyInfo KeyInfo::only_for(std::string deciding_key, std::vector<std::string> values) const {
  KeyInfo key = *this;
  key.condition = {std::move(deciding_key), std::move(values)};
  return key;
}

KeyInfo KeyInfo::is_required() const { return is_required_for({std::string(k_always)}); }

KeyInfo KeyInfo::is_required_for(std::vector<std::string> values) const {
  KeyInfo key = *this;
  key.required_for = std::move(values);
  return key;
}

KeyInfo KeyInfo::hints(std::string hint) const {
  KeyInfo key = *this;
  key.range_hint = std::move(hint);
  return key;
}

KeyInfo KeyInfo::usually(Range values) const {
  KeyInfo key = *this;
  key.usual = values;
  return key;
}

KeyInfo KeyInfo::excludes(std::vector<std::string> keys) const {
  KeyInfo key = *this;
  key.not_with = std::move(keys);
  return key;
}

KeyInfo KeyInfo::needs_one_of(std::vector<std::string> keys) const {
  KeyInfo key = *this;
  key.needs = std::move(keys);
  return key;
}

KeyInfo truth(std::string name, std::string doc) {
  return key_of(Kind::truth, std::move(name), std::move(doc));
}

KeyInfo whole_number(std::string name, Range range, std::string doc) {
  KeyInfo key = key_of(Kind::whole_number, std::move(name), std::move(doc));
  key.range = range;
  return key;
}

KeyInfo number(std::string name, Dimension dimension, Range range, std::string doc) {
  KeyInfo key = key_of(Kind::number, std::move(name), std::move(doc));
  key.dimension = dimension;
  key.range = range;
  return key;
}

KeyInfo numbers(std::string name, Dimension dimension, Range range, std::string doc) {
  KeyInfo key = number(std::move(name), dimension, range, std::move(doc));
  key.kind = Kind::numbers;
  return key;
}

KeyInfo plain_numbers(std::string name, std::size_t count, std::string unit_note, std::string doc) {
  KeyInfo key = key_of(Kind::numbers, std::move(name), std::move(doc));
  key.count = count;
  key.unit_note = std::move(unit_note);
  return key;
}

KeyInfo text(std::string name, std::string doc) {
  return key_of(Kind::text, std::move(name), std::move(doc));
}

KeyInfo choice(std::string name, std::vector<Choice> choices, std::string doc) {
  KeyInfo key = key_of(Kind::choice, std::move(name), std::move(doc));
  key.choices = std::move(choices);
  return key;
}

KeyInfo words(std::string name, std::vector<Choice> choices, std::string doc) {
  KeyInfo key = choice(std::move(name), std::move(choices), std::move(doc));
  key.kind = Kind::words;
  return key;
}

KeyInfo names(std::string name, std::string doc) {
  return key_of(Kind::words, std::move(name), std::move(doc));
}

KeyInfo file(std::string name, std::string doc) {
  return key_of(Kind::file, std::move(name), std::move(doc));
}

std::string TableInfo::header() const {
  return count == Count::many ? fmt::format("[[{}]]", name) : fmt::format("[{}]", name);
}

std::string nth_table(std::string_view table, int n) { return fmt::format("{}[{}]", table, n); }

const KeyInfo* KeyTable::find(std::string_view full_name) const {
  const std::size_t dot = full_name.rfind('.');
  const bool is_in_table = dot != std::string_view::npos;
  const std::string_view table = is_in_table ? full_name.substr(0, dot) : "";
  const std::string_view name = is_in_table ? full_name.substr(dot + 1) : full_name;
  for (const KeyInfo& key : keys) {
    if (key.table == table && key.name == name) return &key;
  }
  return nullptr;
}

const Given* Reading::given(std::string_view full_name) const {
  assert(keys_->find(full_name) != nullptr);
  const auto found = given_.find(full_name);
  return found == given_.end() ? nullptr : &found->second;
}

const Value* Reading::used(std::string_view full_name) const {
  assert(keys_->find(full_name) != nullptr);
  const auto found = used_.find(full_name);
  return found == used_.end() ? nullptr : &found->second;
}

bool Reading::has_table(std::string_view table) const { return table_lines_.contains(table); }

int Reading::table_line(std::string_view table) const {
  const auto found = table_lines_.find(table);
  return found == table_lines_.end() ? 0 : found->second;
}

int Reading::n_tables(std::string_view table) const {
  int n = 0;
  while (has_table(nth_table(table, n + 1))) ++n;
  return n;
}

Problem Reading::problem(std::string_view full_name, std::string reason, std::string hint) const {
  if (const auto found = given_.find(full_name); found != given_.end()) {
    const Given& given = found->second;
    return {file_, given.place.line, given.written, std::move(reason), "", std::move(hint)};
  }
  const std::string_view table =
      has_table(full_name) ? full_name : full_name.substr(0, full_name.rfind('.'));
  const int line = table_line(table);
  return {file_, line, std::string(full_name), std::move(reason), "", std::move(hint)};
}

void Reading::add(std::string full_name, Given given) {
  if (given.value) used_.insert_or_assign(full_name, *given.value);
  given_.insert_or_assign(std::move(full_name), std::move(given));
}

void Reading::use(std::string_view full_name, Value value) {
  assert(keys_->find(full_name) != nullptr);
  used_.insert_or_assign(std::string(full_name), std::move(value));
}

std::vector<std::string> Reading::unusual() const {
  std::vector<std::string> lines;
  for (const KeyInfo& key : keys_->keys) {
    const Given* found = key.usual ? given(key.full_name()) : nullptr;
    if (found == nullptr || !found->value) continue;
    std::vector<double> values;
    if (const auto* one = std::get_if<double>(&*found->value)) values = {*one};
    if (const auto* many = std::get_if<std::vector<double>>(&*found->value)) values = *many;
    const auto odd =
        std::ranges::find_if_not(values, [&](double value) { return key.usual->contains(value); });
    if (odd == values.end()) continue;
    const std::string si =
        info(key.dimension).si.empty() ? "" : fmt::format(" {}", info(key.dimension).si);
    const std::string usual =
        std::isinf(key.usual->high)
            ? fmt::format("at least {}", number_text(key.usual->low))
            : fmt::format("{} to {}", number_text(key.usual->low), number_text(key.usual->high));
    lines.push_back(fmt::format("line {}: {} of {}{} is unusual (usually {}{}): is the unit right?",
                                found->place.line, found->written, number_text(*odd), si, usual,
                                si));
  }
  return lines;
}

std::map<std::string, Place> Reading::places() const {
  std::map<std::string, Place> places;
  for (const auto& [name, given] : given_) places.emplace(name, given.place);
  return places;
}

std::vector<EchoEntry> Reading::echo() const {
  std::vector<EchoEntry> entries;
  for (const KeyInfo& key : keys_->keys) {
    if (const Value* value = used(key.full_name())) {
      entries.push_back({key.full_name(), value_text(*value), std::string(info(key.dimension).si)});
    }
  }
  return entries;
}

}  // namespace tread::casefile
