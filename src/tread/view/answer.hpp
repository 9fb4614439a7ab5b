#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tread/view/response.hpp"
#include "tread/view/run_list.hpp"

namespace tread::view {

/// A request of HTTP as far as the viewer looks at it.
struct Request {
  std::string method;
  std::string target;  // as sent: "/api/runs/0/array?path=..."
  std::string host;    // "127.0.0.1:8737"; empty: none, or several
};

/// The answer to every request, errors included (JSON {"error": text}); docs/viewer.md lists the
/// addresses. Reads the results of the list and nothing else. The answer to HEAD has a body: who
/// sends it leaves that out.
/// @param port on which the request came in: a page of another host that has its name resolved to
/// this machine must not read the results.
Response answer(const Request& request, RunList& runs, int port);

/// Headers of every answer: a browser runs no code and asks no host but this one.
std::vector<std::pair<std::string, std::string>> safety_headers();

/// {"error": text}
Response error_response(int status, const std::string& text);

}  // namespace tread::view
