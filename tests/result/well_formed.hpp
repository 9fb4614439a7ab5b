#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace tread::result {

/// What is not well-formed about an XML document of elements, attributes, text and references;
/// empty if nothing is. Enough of XML for what tread writes: no comments, CDATA or document types.
class XmlCheck {
 public:
  explicit XmlCheck(std::string_view text) : rest_(text) {}

  std::string problem() {
    if (rest_.starts_with("<?xml")) rest_.remove_prefix(rest_.find("?>") + 2);
    while (!rest_.empty() && problem_.empty()) {
      if (rest_.front() == '<') {
        tag();
      } else {
        text();
      }
    }
    if (problem_.empty() && !open_.empty()) problem_ = "not closed: " + open_.back();
    if (problem_.empty() && n_roots_ != 1) problem_ = "not exactly one root element";
    return problem_;
  }

 private:
  void fail(const std::string& what) {
    problem_ = what + " before: " + std::string(rest_.substr(0, 60));
  }

  void text() {
    const std::size_t end = std::min(rest_.find('<'), rest_.size());
    const std::string_view words = rest_.substr(0, end);
    if (open_.empty() && words.find_first_not_of(" \n\r\t") != std::string_view::npos) {
      return fail("text outside the root");
    }
    check_references(words);
    if (problem_.empty()) rest_.remove_prefix(end);
  }

  void check_references(std::string_view words) {
    for (std::size_t at = words.find('&'); at != std::string_view::npos;
         at = words.find('&', at + 1)) {
      const std::string_view name = words.substr(at, words.find(';', at) - at + 1);
      const bool known = name == "&amp;" || name == "&lt;" || name == "&gt;" || name == "&quot;" ||
                         name == "&#39;";
      if (!known) return fail("bare ampersand");
    }
    for (const char c : words) {
      const auto code = static_cast<unsigned char>(c);
      if (code < 0x20 && c != '\n' && c != '\r' && c != '\t') return fail("control character");
    }
  }

  std::string name() {
    std::size_t n = 0;
    while (n < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[n])) != 0 ||
                                rest_[n] == '-' || rest_[n] == '_' || rest_[n] == ':')) {
      ++n;
    }
    std::string found(rest_.substr(0, n));
    rest_.remove_prefix(n);
    if (found.empty()) fail("name expected");
    return found;
  }

  void skip_space() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0) {
      rest_.remove_prefix(1);
    }
  }

  bool take(std::string_view what) {
    if (!rest_.starts_with(what)) return false;
    rest_.remove_prefix(what.size());
    return true;
  }

  void tag() {
    if (take("</")) {
      const std::string closed = name();
      if (!take(">")) return fail("> expected");
      if (open_.empty() || open_.back() != closed) return fail("closes nothing: " + closed);
      open_.pop_back();
      return;
    }
    take("<");
    if (open_.empty()) ++n_roots_;
    open_.push_back(name());
    std::vector<std::string> seen;
    for (skip_space(); problem_.empty() && !rest_.starts_with(">") && !rest_.starts_with("/>");
         skip_space()) {
      attribute(seen);
    }
    if (!problem_.empty() || take(">")) return;
    take("/>");
    open_.pop_back();
  }

  void attribute(std::vector<std::string>& seen) {
    seen.push_back(name());
    if (!problem_.empty()) return;
    for (std::size_t i = 0; i + 1 < seen.size(); ++i) {
      if (seen[i] == seen.back()) return fail("attribute twice: " + seen.back());
    }
    if (!take("=\"")) return fail("=\" expected");
    const std::size_t end = rest_.find('"');
    if (end == std::string_view::npos) return fail("attribute not ended");
    const std::string_view value = rest_.substr(0, end);
    if (value.find('<') != std::string_view::npos) return fail("< in an attribute");
    check_references(value);
    if (problem_.empty()) rest_.remove_prefix(end + 1);
  }

  std::string_view rest_;
  std::vector<std::string> open_;
  int n_roots_ = 0;
  std::string problem_;
};

inline std::string xml_problem(std::string_view text) { return XmlCheck(text).problem(); }

}  // namespace tread::result
