#include "tread/view/web_bundle.hpp"

namespace tread::view {

std::string_view viewer_html() {
  return R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>tread</title>
<link rel="stylesheet" href="/assets/tread.css">
<script defer src="/assets/tread.js"></script>
</head>
<body data-mode="viewer"><h1>Results</h1><ul id="runs"></ul></body>
</html>
)";
}

std::string_view bundle_js() {
  return R"(const list = document.getElementById("runs");
fetch("/api/runs").then((answer) => answer.json()).then(({ runs }) => {
  for (const run of runs) {
    const item = document.createElement("li");
    item.textContent = `${run.name}: ${run.error ?? run.status}`;
    list.append(item);
  }
});
)";
}

std::string_view bundle_css() { return "body { font-family: sans-serif; margin: 2rem; }\n"; }

}  // namespace tread::view
