#include "tread/view/answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>

#include "tread/core/read_number.hpp"
#include "tread/result/web_bundle.hpp"
#include "tread/view/array_answers.hpp"
#include "tread/view/refusal.hpp"
#include "tread/view/target.hpp"

namespace tread::view {
namespace {

using nlohmann::json;

/// Names of files need not be UTF-8; JSON must.
std::string text_of(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

bool is_this_host(std::string host, int port) {
  std::transform(host.begin(), host.end(), host.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const std::string_view name : {"127.0.0.1", "localhost", "[::1]"}) {
    if (host == fmt::format("{}:{}", name, port)) return true;
    if (port == 80 && host == name) return true;  // browsers leave it out
  }
  return false;
}

Response text_response(std::string_view content_type, std::string_view body) {
  Response response;
  response.content_type = content_type;
  response.body = body;
  return response;
}

Response runs_answer(RunList& runs) {
  json list = json::array();
  for (const RunList::Entry& entry : runs.entries()) {
    list.push_back({{"id", list.size()},
                    {"name", entry.name},
                    {"path", entry.path},
                    {"status", entry.status},
                    {"ok", entry.ok},
                    {"failed_checks", entry.failed_checks},
                    {"error", entry.error.empty() ? json() : json(entry.error)}});
  }
  return text_response("application/json", text_of({{"runs", std::move(list)}}));
}

/// The text stays where the run has it: many may ask at once.
Response document_answer(const std::shared_ptr<const OpenRun>& run) {
  constexpr std::size_t piece = 256 * 1024;
  Response response;
  response.pieces = {run->tree().size(),
                     [run](std::size_t offset) { return run->tree().substr(offset, piece); }};
  return response;
}

Response files_answer(const RunFiles& files) {
  json list = json::array();
  for (const RunFiles::Entry& entry : files.list()) {
    list.push_back({{"name", entry.name}, {"bytes", entry.n_bytes}});
  }
  return text_response("application/json", text_of({{"files", std::move(list)}}));
}

/// A file name in a header: anything but plain letters as %XX.
std::string encoded(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain =
        (byte < 0x80 && std::isalnum(byte) != 0) || c == '.' || c == '_' || c == '-';
    out += is_plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out;
}

/// Never shown by the browser, only saved: a page among the files must not run as one of ours.
Response file_answer(const RunFiles& files, std::string_view name) {
  Response response;
  response.content_type = "application/octet-stream";
  response.headers.emplace_back("Content-Disposition",
                                fmt::format("attachment; filename*=UTF-8''{}", encoded(name)));
  response.pieces = files.open(name);
  if (response.pieces->length == 0) response.pieces.reset();
  return response;
}

[[noreturn]] void refuse_address() {
  throw Refusal(404, "no such address: docs/viewer.md of tread lists them");
}

Response run_answer(const Target& target, RunList& runs) {
  const std::vector<std::string>& parts = target.segments();  // api, runs, ID, what, [name]
  const std::optional<long long> id = read_integer(parts[2]);
  if (!id || *id < 0) {
    throw Refusal(400, fmt::format("a run has a number from 0, got '{}'", parts[2]));
  }
  const auto number = static_cast<std::size_t>(*id);
  const std::string& what = parts[3];
  if (parts.size() == 5) {
    if (what != "files") refuse_address();
    target.expect_only({});
    return file_answer(runs.files(number), parts[4]);
  }
  if (what == "array") return array_answer(runs, number, target);
  if (what == "curve") return curve_answer(runs, number, target);
  target.expect_only({});
  if (what == "document") return document_answer(runs.open(number));
  if (what == "files") return files_answer(runs.files(number));
  refuse_address();
}

Response asset_answer(const std::string& name) {
  if (name == "tread.js")
    return text_response("text/javascript; charset=utf-8", result::bundle_js());
  if (name == "tread.css") return text_response("text/css; charset=utf-8", result::bundle_css());
  refuse_address();
}

Response found_answer(const Target& target, RunList& runs) {
  const std::vector<std::string>& parts = target.segments();
  const bool is_api = parts.size() >= 2 && parts[0] == "api" && parts[1] == "runs";
  if (is_api && (parts.size() == 4 || parts.size() == 5)) return run_answer(target, runs);
  target.expect_only({});
  if (is_api && parts.size() == 2) return runs_answer(runs);
  if (parts.empty()) return text_response("text/html; charset=utf-8", result::viewer_html());
  if (parts.size() == 2 && parts[0] == "assets") return asset_answer(parts[1]);
  // Browsers ask for it unasked; an error would stand in their log.
  if (parts.size() == 1 && parts[0] == "favicon.ico") return {204, "image/x-icon"};
  refuse_address();
}

Response answer_or_refusal(const Request& request, RunList& runs, int port) {
  if (!is_this_host(request.host, port)) {
    return error_response(403, fmt::format("only for browsers on this machine: use "
                                           "http://127.0.0.1:{}/",
                                           port));
  }
  if (request.method != "GET" && request.method != "HEAD") {
    Response response = error_response(405, "only GET and HEAD: the viewer changes nothing");
    response.headers.emplace_back("Allow", "GET, HEAD");
    return response;
  }
  try {
    return found_answer(Target(request.target), runs);
  } catch (const Refusal& refusal) {
    return error_response(refusal.status(), refusal.what());
  } catch (const std::bad_alloc&) {
    return error_response(500, "not enough memory for this answer");
  } catch (const std::exception& error) {
    return error_response(500, error.what());
  }
}

}  // namespace

std::vector<std::pair<std::string, std::string>> safety_headers() {
  return {{"Content-Security-Policy",
           "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
           "form-action 'none'; frame-ancestors 'none'"},
          {"X-Content-Type-Options", "nosniff"},
          {"Cross-Origin-Resource-Policy", "same-origin"},
          {"Referrer-Policy", "no-referrer"},
          {"Cache-Control", "no-store"}};
}

Response error_response(int status, const std::string& text) {
  Response response = text_response("application/json", text_of({{"error", text}}));
  response.status = status;
  return response;
}

Response answer(const Request& request, RunList& runs, int port) {
  Response response = answer_or_refusal(request, runs, port);
  for (auto& header : safety_headers()) response.headers.push_back(std::move(header));
  return response;
}

}  // namespace tread::view
