#include "tread/result/web_bundle.hpp"

// The assembler copies the files into the library, as they are. TREAD_WEB_BUNDLE is their folder.
asm(".section .rodata\n"
    ".hidden tread_bundle_js, tread_bundle_js_end, tread_bundle_css, tread_bundle_css_end\n"
    ".globl tread_bundle_js, tread_bundle_js_end, tread_bundle_css, tread_bundle_css_end\n"
    "tread_bundle_js: .incbin \"" TREAD_WEB_BUNDLE
    "/tread.js\"\n"
    "tread_bundle_js_end:\n"
    "tread_bundle_css: .incbin \"" TREAD_WEB_BUNDLE
    "/tread.css\"\n"
    "tread_bundle_css_end:\n"
    ".byte 0\n"
    ".text\n");

extern "C" {
[[gnu::visibility("hidden")]] extern const char tread_bundle_js[];
[[gnu::visibility("hidden")]] extern const char tread_bundle_js_end[];
[[gnu::visibility("hidden")]] extern const char tread_bundle_css[];
[[gnu::visibility("hidden")]] extern const char tread_bundle_css_end[];
}

namespace tread::result {

std::string_view bundle_js() { return {tread_bundle_js, tread_bundle_js_end}; }

std::string_view bundle_css() { return {tread_bundle_css, tread_bundle_css_end}; }

std::string viewer_html() {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
         "<title>tread view</title>\n<link rel=\"icon\" href=\"data:,\">\n"
         "<link rel=\"stylesheet\" href=\"/assets/tread.css\">\n</head>\n"
         "<body data-mode=\"viewer\">\n<main></main>\n"
         "<noscript>These pages are made by a script, which this browser does not run.</noscript>\n"
         "<script src=\"/assets/tread.js\"></script>\n</body>\n</html>\n";
}

}  // namespace tread::result
