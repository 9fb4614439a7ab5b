#include "tread/result/check_table.hpp"

#include <fmt/format.h>

#include "tread/result/check_text.hpp"
#include "tread/result/markup.hpp"

namespace tread::result {
namespace {

struct Look {
  std::string_view css_class;
  std::string_view sign;
  std::string_view words;
};

Look look_of(Check::Verdict verdict) {
  switch (verdict) {
    case Check::Verdict::pass:
      return {"good", "✓", "pass"};
    case Check::Verdict::fail:
      return {"bad", "✗", "fail"};
    case Check::Verdict::not_applicable:
      break;
  }
  return {"none", "–", "not applicable"};
}

std::string subject(const Check& check) {
  std::string html = escape_markup(title_of(check));
  if (!check.note.empty()) {
    html += fmt::format("<br/><span class=\"soft\">{}</span>", escape_markup(check.note));
  }
  return html;
}

std::string row(const Check& check) {
  const Look look = look_of(check.verdict);
  const CheckNumbers numbers = numbers_of(check);
  return fmt::format(
      "<tr><td><span class=\"verdict {}\">{} {}</span></td><td>{}</td><td class=\"number\">{}</td>"
      "<td class=\"number\">{}</td><td class=\"number\">{}</td><td "
      "class=\"decided\">{}</td><td>{}<br/><span "
      "class=\"soft\">{}</span></td></tr>\n",
      look.css_class, look.sign, look.words, subject(check), escape_markup(numbers.value),
      escape_markup(numbers.limit), escape_markup(margin_text(check)),
      escape_markup(check.decided_by), escape_markup(check.clause), escape_markup(check.limit_key));
}

}  // namespace

std::string check_table(const std::vector<Check>& checks) {
  if (checks.empty()) return "";
  std::string rows;
  for (const Check& check : checks) rows += row(check);
  return fmt::format(
      "<div class=\"card wide\"><h3>Checks: {}</h3><table class=\"checks\"><tr><th>verdict</th>"
      "<th>what</th><th class=\"number\">value</th><th class=\"number\">limit</th><th "
      "class=\"number\">margin</th><th>decided by</th><th>clause and key</th></tr>\n{}</table>"
      "</div>\n",
      tally(checks), rows);
}

}  // namespace tread::result
