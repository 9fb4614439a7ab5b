#include "tread/result/report.hpp"

#include <fmt/format.h>

#include "tread/result/embedding.hpp"
#include "tread/result/markup.hpp"
#include "tread/result/web_bundle.hpp"

namespace tread::result {
namespace {

std::string page_title(const Result& result) {
  if (result.cases.size() == 1 && !result.cases.front().title.empty()) {
    return result.cases.front().title;
  }
  return result.case_file.empty() ? "tread result" : result.case_file;
}

}  // namespace

std::string report_html(const Result& result) { return report_html(result, document_of(result)); }

std::string report_html(const Result& result, const Document& document) {
  const EmbeddedDocument embedded = embed(document);
  const std::string title = escape_markup(page_title(result));
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:\">\n"
      "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body data-mode=\"report\">\n<main>"
      "<h1>{0}</h1></main>\n"
      "<noscript>This page is made by a script, which this browser does not run. The numbers are "
      "in "
      "result.json beside it.</noscript>\n"
      "<script type=\"application/json\" id=\"tread-document\">{2}</script>\n",
      title, bundle_css(), embedded.tree);
  html += embedded.arrays;
  html += "<script>";
  html += bundle_js();
  html += "</script>\n</body>\n</html>\n";
  return html;
}

}  // namespace tread::result
