#include "tread/result/embedding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <map>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "tread/result/base64.hpp"
#include "tread/result/json_types.hpp"
#include "tread/result/markup.hpp"

namespace tread::result {
namespace {

constexpr std::size_t k_values_in_full = 1000;    // beyond, 4 bytes a number suffice for pictures
constexpr std::size_t k_rows_of_a_table = 500;    // a table is not thinned below this
constexpr std::size_t k_frames_of_a_motion = 60;  // nor a motion, unless its frames are large:
constexpr std::size_t k_bytes_of_a_motion = 300'000;

std::size_t bytes_of_base64(std::size_t n_bytes) { return n_bytes * 4 / 3; }

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
  std::size_t row_length() const { return values_per_row(array->shape); }
  bool is_integer() const { return std::holds_alternative<std::span<const int>>(array->values); }
  std::size_t value_bytes() const {
    return is_integer() || n_rows() * row_length() > k_values_in_full ? 4 : 8;
  }
  std::size_t bytes() const {
    return left_out ? 0 : bytes_of_base64(n_kept() * row_length() * value_bytes());
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

/// Arrays of one table, history or animation, which are thinned together; or any other one alone.
struct Group {
  Kind kind = Kind::other;
  std::size_t still = 0;  // a row that stays
  std::vector<Share*> shares{};
  std::size_t coarsest = 1;

  std::size_t stride() const { return shares.front()->stride; }
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const Share* share : shares) sum += share->bytes();
    return sum;
  }
  void set_stride(std::size_t stride) {
    for (Share* share : shares) {
      share->stride = stride;
      share->first = still % stride;
    }
  }
};

std::size_t fewest_rows(const Group& group) {
  if (group.kind == Kind::table) return k_rows_of_a_table;
  std::size_t row_bytes = 1;
  for (const Share* share : group.shares) row_bytes += bytes_of_base64(4 * share->row_length());
  return std::clamp<std::size_t>(k_bytes_of_a_motion / row_bytes, 2, k_frames_of_a_motion);
}

std::size_t coarsest_stride(const Group& group) {
  if (group.kind == Kind::other) return 1;
  std::size_t n_rows = 0;
  for (const Share* share : group.shares) n_rows = std::max(n_rows, share->n_rows());
  return std::bit_floor(std::max<std::size_t>(n_rows / fewest_rows(group), 1));
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

class Fitting {
 public:
  Fitting(const Document& document, std::size_t budget, const Stills& stills) : budget_(budget) {
    for (const ArrayView& array : document.arrays) shares_.push_back({.array = &array});
    gather_groups(stills);
    leave_out();
    thin();
  }
  Fitting(const Fitting&) = delete;  // groups point to shares
  Fitting& operator=(const Fitting&) = delete;

  const std::vector<Share>& shares() const { return shares_; }

  /// Empty: all of it is there.
  std::string note() const {
    std::string note;
    if (const std::size_t stride = largest_stride(Kind::moving); stride > 1) {
      note += fmt::format("This page has not all frames, but at least one in {}. ", stride);
    }
    if (const std::size_t stride = largest_stride(Kind::table); stride > 1) {
      note += fmt::format("Long tables have not all rows here, but at least one in {}. ", stride);
    }
    if (std::ranges::any_of(shares_, &Share::left_out)) {
      note += "Some of the arrays are too large for this page. ";
    }
    if (!note.empty()) note += "All of it is in result.h5: tread view shows it.";
    return note;
  }

 private:
  void gather_groups(const Stills& stills) {
    std::map<std::string, Group> by_path;
    for (Share& share : shares_) {
      const Kind kind = kind_of(*share.array);
      const std::string& path = share.array->path;
      Group& group = by_path[kind == Kind::other ? path : path.substr(0, path.rfind('/'))];
      group.kind = kind;
      group.still = still_of(stills, path);
      group.shares.push_back(&share);
    }
    for (auto& [path, group] : by_path) {
      group.coarsest = coarsest_stride(group);
      groups_.push_back(std::move(group));
    }
  }

  /// Before anything is thinned: what is too large even so must not cost the rest its rows. The
  /// largest group loses its last array: what the others hang on, as times, comes first.
  void leave_out() {
    for (Group& group : groups_) group.set_stride(group.coarsest);
    shrink_largest([](Group& group) {
      const auto last =
          std::ranges::find(group.shares.rbegin(), group.shares.rend(), false, &Share::left_out);
      if (last == group.shares.rend()) return false;
      (*last)->left_out = true;
      return true;
    });
    for (Group& group : groups_) group.set_stride(1);
  }

  /// Twice as coarse until all fits, as it does when all are at their coarsest.
  void thin() {
    shrink_largest([](Group& group) {
      if (group.stride() == group.coarsest) return false;
      group.set_stride(2 * group.stride());
      return true;
    });
  }

  /// Again and again the group that is largest, until all fits.
  /// @param shrink tells whether it could
  template <class Shrink>
  void shrink_largest(Shrink&& shrink) {
    std::size_t sum = 0;
    std::priority_queue<std::pair<std::size_t, std::size_t>> largest;  // bytes, number of the group
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      largest.push({groups_[i].bytes(), i});
      sum += groups_[i].bytes();
    }
    while (sum > budget_ && !largest.empty()) {
      const auto [bytes, i] = largest.top();
      largest.pop();
      if (!shrink(groups_[i])) continue;
      sum = sum - bytes + groups_[i].bytes();
      largest.push({groups_[i].bytes(), i});
    }
  }

  std::size_t largest_stride(Kind kind) const {
    std::size_t largest = 1;
    for (const Group& group : groups_) {
      if (group.kind == kind && group.bytes() > 0) largest = std::max(largest, group.stride());
    }
    return largest;
  }

  std::size_t budget_;
  std::vector<Share> shares_;
  std::vector<Group> groups_;
};

/// Little-endian whatever the machine is.
template <class Bits>
void append_bits(std::vector<std::uint8_t>& bytes, Bits bits) {
  for (std::size_t k = 0; k < sizeof(Bits); ++k) {
    bytes.push_back(static_cast<std::uint8_t>(bits >> (8 * k) & 255U));
  }
}

void append_value(std::vector<std::uint8_t>& bytes, double value, std::size_t size) {
  if (size == 8) {
    append_bits(bytes, std::bit_cast<std::uint64_t>(value));
  } else {
    append_bits(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
  }
}

void append_value(std::vector<std::uint8_t>& bytes, int value, std::size_t) {
  append_bits(bytes, static_cast<std::uint32_t>(value));
}

std::vector<std::uint8_t> bytes_kept(const Share& share) {
  std::vector<std::uint8_t> bytes;
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

/// They lie beside the page, can be matrices of any size, and no page shows them.
void leave_out_files(Json& tree) {
  for (Json& one : tree.at("cases")) {
    for (Json& file : one.at("files")) file["text"] = "";
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
  leave_out_files(tree);
  const Fitting fitting(document, budget, stills_of(tree));
  EmbeddedDocument embedded;
  std::map<std::string, Share> shares;
  for (const Share& share : fitting.shares()) {
    shares.emplace(share.array->path, share);
    if (!share.left_out) embedded.arrays += script_of(share);
  }
  if (const std::string note = fitting.note(); !note.empty()) {
    reshape(tree, shares);
    move_stills(tree, shares);
    tree["embedding_note"] = note;
  }
  embedded.tree = safe_in_script(tree.dump());
  return embedded;
}

}  // namespace tread::result
