#include "tread/result/embedding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "tread/result/markup.hpp"

namespace tread::result {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t k_values_in_full = 1000;   // beyond, 4 bytes a number suffice for pictures
constexpr std::size_t k_rows_of_a_table = 2000;  // a table is not thinned below this

/// What is taken along of an array: every stride-th row from the first on.
struct Share {
  const ArrayView* array = nullptr;
  std::size_t first = 0;
  std::size_t stride = 1;
  bool left_out = false;

  std::size_t n_rows() const { return array->shape.empty() ? 1 : array->shape.front(); }
  std::size_t n_kept() const {
    return n_rows() <= first ? 0 : (n_rows() - first + stride - 1) / stride;
  }
  std::size_t row_length() const {
    std::size_t length = 1;
    for (std::size_t i = 1; i < array->shape.size(); ++i) length *= array->shape[i];
    return length;
  }
  bool is_integer() const { return std::holds_alternative<std::span<const int>>(array->values); }
  std::size_t value_bytes() const {
    return is_integer() || n_kept() * row_length() > k_values_in_full ? 4 : 8;
  }
  std::size_t bytes() const {
    return left_out ? 0 : n_kept() * row_length() * value_bytes() * 4 / 3;
  }
};

enum class Kind { moving, table, other };

Kind kind_of(const ArrayView& array) {
  std::string_view part = array.path;
  for (int slashes = 0; slashes < 3; ++slashes) {  // "/cases/1/" goes
    part.remove_prefix(std::min(part.find('/'), part.size() - 1) + 1);
  }
  if (part.starts_with("tables/")) return Kind::table;
  const bool is_moving = part.starts_with("histories/") || part == "animation/times" ||
                         part == "animation/deflections" || part == "animation/wheels";
  return is_moving ? Kind::moving : Kind::other;
}

std::size_t bytes_of(const std::vector<Share>& shares) {
  std::size_t sum = 0;
  for (const Share& share : shares) sum += share.bytes();
  return sum;
}

/// The frame that an animation shows first stays among those that are kept.
using Stills = std::map<std::string, std::size_t>;  // by "/cases/1/animation/"

Stills stills_of(const Json& tree) {
  Stills stills;
  for (std::size_t i = 0; i < tree.at("cases").size(); ++i) {
    const Json& animation = tree.at("cases")[i].at("animation");
    if (animation.is_object()) {
      stills[fmt::format("/cases/{}/animation/", i + 1)] = animation.at("still");
    }
  }
  return stills;
}

std::size_t still_of(const Stills& stills, const std::string& path) {
  for (const auto& [prefix, still] : stills) {
    if (path.starts_with(prefix)) return still;
  }
  return 0;
}

/// 2nd, 4th, .. 32nd: of powers of two, which never end with 1 or 3.
std::string ordinal(std::size_t n) {
  return fmt::format("{}{}", n, n % 10 == 2 && n % 100 != 12 ? "nd" : "th");
}

class Fitting {
 public:
  Fitting(const Document& document, std::size_t budget, Stills stills)
      : budget_(budget), stills_(std::move(stills)) {
    for (const ArrayView& array : document.arrays) shares_.push_back({.array = &array});
    thin(Kind::moving, 2);
    thin(Kind::table, k_rows_of_a_table);
    leave_out();
  }

  const std::vector<Share>& shares() const { return shares_; }
  const std::string& note() const { return note_; }

 private:
  /// Twice as coarse until all fits, or no array of the kind has more than so many rows.
  void thin(Kind kind, std::size_t fewest_rows) {
    std::size_t stride = 1;
    bool goes_on = true;
    while (bytes_of(shares_) > budget_ && goes_on) {
      stride *= 2;
      goes_on = false;
      for (Share& share : shares_) {
        if (kind_of(*share.array) != kind || share.n_rows() / stride < fewest_rows) continue;
        share.stride = stride;
        share.first = kind == Kind::moving ? still_of(stills_, share.array->path) % stride : 0;
        goes_on = true;
      }
    }
    if (stride == 1) return;
    note_ += fmt::format("Of {} this page has a part only, up to every {}. ",
                         kind == Kind::moving ? "frames" : "rows of long tables", ordinal(stride));
  }

  void leave_out() {
    bool any = false;
    while (bytes_of(shares_) > budget_) {
      std::ranges::max_element(shares_, {}, &Share::bytes)->left_out = true;
      any = true;
    }
    if (any) note_ += "Some fields are too large for this page. ";
    if (!note_.empty()) note_ += "All of it is in result.h5: tread view shows it.";
  }

  std::size_t budget_;
  Stills stills_;
  std::vector<Share> shares_;
  std::string note_;
};

void append_base64(std::string& text, std::span<const unsigned char> bytes) {
  constexpr std::string_view k_digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t n = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < n ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= n ? k_digits[group >> (18 - 6 * k) & 63U] : '=';
    }
  }
}

/// Little-endian whatever the machine is.
template <class Bits>
void append_bits(std::vector<unsigned char>& bytes, Bits bits) {
  for (std::size_t k = 0; k < sizeof(Bits); ++k) {
    bytes.push_back(static_cast<unsigned char>(bits >> (8 * k) & 255U));
  }
}

void append_value(std::vector<unsigned char>& bytes, double value, std::size_t size) {
  if (size == 8) {
    append_bits(bytes, std::bit_cast<std::uint64_t>(value));
  } else {
    append_bits(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
  }
}

void append_value(std::vector<unsigned char>& bytes, int value, std::size_t) {
  append_bits(bytes, static_cast<std::uint32_t>(value));
}

std::vector<unsigned char> bytes_kept(const Share& share) {
  std::vector<unsigned char> bytes;
  const std::size_t length = share.row_length();
  bytes.reserve(share.n_kept() * length * share.value_bytes());
  std::visit(
      [&](const auto values) {
        for (std::size_t row = share.first; row < share.n_rows(); row += share.stride) {
          for (const auto value : values.subspan(row * length, length)) {
            append_value(bytes, value, share.value_bytes());
          }
        }
      },
      share.array->values);
  return bytes;
}

std::vector<std::size_t> shape_kept(const Share& share) {
  std::vector<std::size_t> shape = share.array->shape;
  if (!shape.empty()) shape.front() = share.n_kept();
  return shape;
}

std::string script_of(const Share& share) {
  const char* type = share.is_integer() ? "i4" : share.value_bytes() == 8 ? "f8" : "f4";
  std::string text = fmt::format(
      R"(<script type="application/octet-stream" class="tread-array" data-path="{}" data-type="{}" )"
      R"(data-shape="{}">)",
      escape_markup(share.array->path), type, fmt::join(shape_kept(share), ","));
  append_base64(text, bytes_kept(share));
  return text + "</script>\n";
}

/// Gives every array of the tree the shape of what is there, and tells how many rows there were.
void reshape(Json& node, const std::map<std::string, Share>& shares) {
  if (node.is_object() && node.contains("array") && node.contains("shape")) {
    const auto found = shares.find(node.at("array").get<std::string>());
    if (found == shares.end()) return;
    node["shape"] = shape_kept(found->second);
    if (found->second.stride > 1) node["rows_in_full"] = found->second.n_rows();
    return;
  }
  if (!node.is_structured()) return;
  for (Json& part : node) reshape(part, shares);
}

void move_stills(Json& tree, const std::map<std::string, Share>& shares) {
  for (std::size_t i = 0; i < tree.at("cases").size(); ++i) {
    Json& animation = tree.at("cases")[i].at("animation");
    if (!animation.is_object()) continue;
    const auto found = shares.find(animation.at("times").at("array").get<std::string>());
    if (found == shares.end()) continue;
    const Share& times = found->second;
    animation["still"] = (animation.at("still").get<std::size_t>() - times.first) / times.stride;
  }
}

}  // namespace

std::string safe_in_script(std::string_view json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<' || c == '>' || c == '&') {
      fmt::format_to(std::back_inserter(text), "\\u{:04x}", static_cast<unsigned>(c));
    } else {
      text += c;
    }
  }
  return text;
}

EmbeddedDocument embed(const Document& document, std::size_t budget) {
  Json tree = Json::parse(document.tree);
  const Fitting fitting(document, budget, stills_of(tree));
  EmbeddedDocument embedded;
  std::map<std::string, Share> shares;
  for (const Share& share : fitting.shares()) {
    shares.emplace(share.array->path, share);
    if (!share.left_out) embedded.arrays += script_of(share);
  }
  if (!fitting.note().empty()) {
    reshape(tree, shares);
    move_stills(tree, shares);
    tree["embedding_note"] = fitting.note();
  }
  embedded.tree = safe_in_script(tree.dump());
  return embedded;
}

}  // namespace tread::result
