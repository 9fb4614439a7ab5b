#include "tread/result/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>

#include "tread/core/errors.hpp"
#include "tread/result/document_parts.hpp"
#include "tread/result/json_types.hpp"
#include "tread/result/safe_name.hpp"

namespace tread::result {
namespace {

using Names = std::initializer_list<std::string_view>;

constexpr std::string_view k_format = "tread-result";

/// Parts whose arrays have a group of their own, by the name of the part.
template <class Part>
constexpr bool k_has_own_group = Is<Part, Table> || Is<Part, FieldHistory> || Is<Part, SolidFields>;

// ---- writing

/// What all parts of a document that is being written share.
struct Paper {
  Document document;
  std::set<std::string> taken;  // paths

  std::string take(const std::string& group, std::string_view name) {
    const std::string path = group + "/" + safe_name(name, "unnamed");
    if (taken.insert(path).second) return path;
    for (int number = 2;; ++number) {
      std::string other = fmt::format("{}_{}", path, number);
      if (taken.insert(other).second) return other;
    }
  }
};

/// One object of the tree, being written.
class TreeWriter {
 public:
  TreeWriter(Paper& paper, Json& node, std::string group)
      : paper_(paper), node_(node), group_(std::move(group)) {
    node_ = Json::object();
  }

  template <class Value>
  void value(const char* key, const Value& value) {
    node_[key] = value;  // a number that is not finite is dumped as null
  }

  template <class Value>
  void value(const char* key, const std::optional<Value>& value) {
    node_[key] = value ? Json(*value) : Json();
  }

  void added(const char* key, const std::string& word) { value(key, word); }

  void words(const char* key, const std::vector<std::string>& words) { node_[key] = words; }

  template <class Choice>
  void choice(const char* key, Choice value, Names names) {
    node_[key] = std::string(names.begin()[static_cast<std::size_t>(value)]);
  }

  template <class Part, class Describe>
  void list(const char* key, const std::vector<Part>& parts, Describe&& describe_one) {
    Json& nodes = node_[key] = Json::array();
    for (const Part& part : parts) {
      Json node;
      TreeWriter inside(paper_, node, group_of(key, part, nodes.size() + 1));
      describe_one(inside, part);
      nodes.push_back(std::move(node));
    }
  }

  template <class Part>
  void list(const char* key, const std::vector<Part>& parts) {
    list(key, parts, [](TreeWriter& inside, const Part& part) { describe(inside, part); });
  }

  template <class Part>
  void part(const char* key, const Part& part) {
    TreeWriter inside(paper_, node_[key], group_);
    describe(inside, part);
  }

  template <class Part>
  void part(const char* key, const std::optional<Part>& part) {
    node_[key] = nullptr;
    if (!part) return;
    TreeWriter inside(paper_, node_[key], group_ + "/" + key);
    describe(inside, *part);
  }

  template <class Number>
  void array(const char* key, std::string_view name, ArrayShape shape,
             const std::vector<Number>& values, std::string unit, std::string meaning) {
    const std::size_t n_per_row = values_per_row(shape);
    if (shape[0] == k_as_many) shape[0] = n_per_row == 0 ? 0 : values.size() / n_per_row;
    assert(values.size() == shape[0] * n_per_row);
    std::string path = paper_.take(group_, name);
    node_[key] = {{"array", path}, {"shape", shape}};
    paper_.document.arrays.push_back({std::move(path), std::move(shape), std::move(unit),
                                      std::move(meaning), std::span<const Number>(values)});
  }

  void frames(const BridgeAnimation& animation) {
    const auto frames = std::make_shared<FrameArrays>();
    for (const BridgeAnimation::Frame& frame : animation.frames) {
      assert(frame.deflections.size() == animation.places.size());
      assert(frame.wheels.size() == animation.vehicle_of_wheel.size());
      frames->times.push_back(frame.time);
      frames->deflections.insert(frames->deflections.end(), frame.deflections.begin(),
                                 frame.deflections.end());
      frames->wheels.insert(frames->wheels.end(), frame.wheels.begin(), frame.wheels.end());
    }
    paper_.document.gathered.push_back(frames);
    describe_frames(*this, std::as_const(*frames), animation.places.size(),
                    animation.vehicle_of_wheel.size());
  }

  template <class Find>
  void derived(const char* key, Find&& find) {
    node_[key] = find();
  }

  void require([[maybe_unused]] bool condition, const char*) { assert(condition); }

 private:
  template <class Part>
  std::string group_of(const char* key, const Part& part, std::size_t number) {
    if constexpr (Is<Part, CaseResult>) return fmt::format("{}/{}/{}", group_, key, number);
    if constexpr (k_has_own_group<Part>) return paper_.take(group_ + "/" + key, part.name);
    return group_;
  }

  Paper& paper_;
  Json& node_;
  std::string group_;
};

// ---- reading

[[noreturn]] void refuse(const std::string& reason) {
  throw IoError(fmt::format("{}\n  hint: the result is damaged; run the case again", reason));
}

/// What all parts of a document that is being read share.
struct Reading {
  const ArraySource& arrays;
  std::set<std::string> paths;  // of arrays that were read
};

/// One object of the tree, being read. Everything is doubted: the file may be damaged.
class Reader {
 public:
  /// @param place of the node in the tree, for messages: "cases 1 tables 2"
  Reader(Reading& reading, const Tree& node, std::string place)
      : reading_(reading), node_(node), place_(std::move(place)) {
    if (!node_.is_object()) refuse(fmt::format("{} is no object", place_));
  }

  void value(const char* key, std::string& value) { value = text(key, at(key)); }

  void added(const char* key, std::string& word) {
    word.clear();
    if (node_.contains(key)) value(key, word);
  }

  void value(const char* key, bool& value) {
    const Tree& node = at(key);
    if (!node.is_boolean()) refuse_value(key, "neither true nor false");
    value = node.get<bool>();
  }

  template <std::integral Integer>
  void value(const char* key, Integer& value) {
    value = integer<Integer>(key, at(key));
  }

  void value(const char* key, double& value) {
    const Tree& node = at(key);
    if (!node.is_number() && !node.is_null()) refuse_value(key, "no number");
    value = node.is_null() ? std::nan("") : node.get<double>();
  }

  template <class Value>
  void value(const char* key, std::optional<Value>& optional) {
    optional.reset();
    if (at(key).is_null()) return;
    value(key, optional.emplace());
  }

  void words(const char* key, std::vector<std::string>& words) {
    words.clear();
    for (const Tree& node : nodes(key)) words.push_back(text(key, node));
  }

  template <class Choice>
  void choice(const char* key, Choice& value, Names names) {
    const auto* name = std::find(names.begin(), names.end(), text(key, at(key)));
    if (name == names.end()) refuse_value(key, "a word that this version does not know");
    value = static_cast<Choice>(name - names.begin());
  }

  template <class Part, class Describe>
  void list(const char* key, std::vector<Part>& parts, Describe&& describe_one) {
    parts.clear();
    for (const Tree& node : nodes(key)) {
      Reader inside(reading_, node, fmt::format("{} {} {}", place_, key, parts.size() + 1));
      describe_one(inside, parts.emplace_back());
    }
  }

  template <class Part>
  void list(const char* key, std::vector<Part>& parts) {
    list(key, parts, [](Reader& inside, Part& part) { describe(inside, part); });
  }

  template <class Part>
  void part(const char* key, Part& part) {
    Reader inside(reading_, at(key), fmt::format("{} {}", place_, key));
    describe(inside, part);
  }

  template <class Part>
  void part(const char* key, std::optional<Part>& optional) {
    optional.reset();
    if (!at(key).is_null()) part(key, optional.emplace());
  }

  template <class Number>
  void array(const char* key, std::string_view, ArrayShape shape, std::vector<Number>& values,
             std::string_view, std::string_view) {
    const Tree& node = at(key);
    if (!node.is_object() || !node.contains("array") || !node.contains("shape")) {
      refuse_value(key, "no array");
    }
    const std::string path = text(key, node["array"]);
    const ArrayShape written = shape_of(key, node["shape"]);
    if (shape[0] == k_as_many && !written.empty()) shape[0] = written[0];
    if (written != shape) refuse_value(key, "of another shape than the rest of the result");
    // A small file that names a large array over and over would fill any memory.
    if (!reading_.paths.insert(path).second) refuse_value(key, "an array that is read already");
    if constexpr (std::same_as<Number, int>) {
      values = reading_.arrays.integers(path);
    } else {
      values = reading_.arrays.numbers(path);
    }
    if (values.size() != n_values(key, shape)) refuse_value(key, "longer or shorter than it says");
  }

  void frames(BridgeAnimation& animation) {
    FrameArrays frames;
    const std::size_t n_places = animation.places.size();
    const std::size_t n_wheels = animation.vehicle_of_wheel.size();
    describe_frames(*this, frames, n_places, n_wheels);
    animation.frames.clear();
    for (std::size_t i = 0; i < frames.times.size(); ++i) {
      const auto row = [i](const std::vector<double>& all, std::size_t n) {
        const auto values = std::span(all).subspan(i * n, n);
        return std::vector<double>(values.begin(), values.end());
      };
      animation.frames.push_back(
          {frames.times[i], row(frames.deflections, n_places), row(frames.wheels, n_wheels)});
    }
  }

  template <class Find>
  void derived(const char*, Find&&) {}

  void require(bool condition, const char* what) {
    if (!condition) refuse(fmt::format("{}: {}", place_, what));
  }

 private:
  [[noreturn]] void refuse_value(const char* key, std::string_view what) const {
    refuse(fmt::format("{}: '{}' is {}", place_, key, what));
  }

  const Tree& at(const char* key) const {
    const auto found = node_.find(key);
    if (found == node_.end()) refuse(fmt::format("{} has no '{}'", place_, key));
    return *found;
  }

  const Tree& nodes(const char* key) const {
    const Tree& list = at(key);
    if (!list.is_array()) refuse_value(key, "no list");
    return list;
  }

  std::string text(const char* key, const Tree& node) const {
    if (!node.is_string()) refuse_value(key, "no text");
    return node.get<std::string>();
  }

  template <std::integral Integer>
  Integer integer(const char* key, const Tree& node) const {
    // Numbers from 0 up are stored as unsigned ones.
    const bool fits =
        node.is_number_unsigned()
            ? std::in_range<Integer>(node.get<std::uint64_t>())
            : node.is_number_integer() && std::in_range<Integer>(node.get<std::int64_t>());
    if (fits) return node.get<Integer>();
    refuse_value(key, "no whole number of the size that it can have");
  }

  ArrayShape shape_of(const char* key, const Tree& node) const {
    if (!node.is_array()) refuse_value(key, "without a shape");
    ArrayShape shape;
    for (const Tree& n : node) shape.push_back(integer<std::size_t>(key, n));
    return shape;
  }

  std::size_t n_values(const char* key, const ArrayShape& shape) const {
    std::size_t n = 1;
    for (const std::size_t extent : shape) {
      if (extent != 0 && n > k_as_many / extent) refuse_value(key, "larger than any memory");
      n *= extent;
    }
    return n;
  }

  Reading& reading_;
  const Tree& node_;
  std::string place_;
};

std::string string_or(const Tree& root, const char* key, std::string instead) {
  const auto found = root.find(key);
  return found != root.end() && found->is_string() ? found->get<std::string>() : instead;
}

void check_document_format(const Tree& root) {
  if (!root.is_object() || string_or(root, "format", "") != k_format) {
    refuse("its document is not that of a tread result");
  }
  const auto version = root.find("format_version");
  if (version == root.end() || !version->is_number_integer()) {
    refuse("its document does not tell the version of its format");
  }
  if (version->get<std::int64_t>() >= 1 && version->get<std::int64_t>() <= k_document_version) {
    return;
  }
  throw IoError(fmt::format(
      "the result has format {} and was written by tread {}; this version reads formats up to "
      "{}\n  hint: use the version that wrote it, or run the case again",
      version->dump(), string_or(root, "program_version", "of unknown version"),
      k_document_version));
}

}  // namespace

std::size_t values_per_row(std::span<const std::size_t> shape) {
  std::size_t n = 1;
  for (std::size_t i = 1; i < shape.size(); ++i) n *= shape[i];
  return n;
}

Document document_of(const Result& result) {
  Paper paper;
  Json root;
  TreeWriter writer(paper, root, "");
  writer.value("format", k_format);
  writer.value("format_version", k_document_version);
  describe(writer, result);
  paper.document.tree = root.dump(-1, ' ', false, Json::error_handler_t::replace);
  return std::move(paper.document);
}

Result result_of(std::string_view tree, const ArraySource& arrays) {
  const Tree root = Tree::parse(tree, nullptr, false);
  if (root.is_discarded()) {
    refuse("its document is no JSON");
  }
  check_document_format(root);
  Result result;
  Reading reading{arrays, {}};
  Reader reader(reading, root, "its document");
  describe(reader, result);
  return result;
}

}  // namespace tread::result
