#pragma once

#include <string>

#include "tread/result/document.hpp"
#include "tread/result/result.hpp"

namespace tread::result {

/// The result for people: one self-contained HTML page, made from the Result alone. It carries the
/// result's document (document.hpp, embedding.hpp) and the bundle of web/, which makes pictures and
/// tables of it in the browser. Nothing comes from outside; text of users is data, never markup.
std::string report_html(const Result& result);

/// The same for who has the document of the result already.
std::string report_html(const Result& result, const Document& document);

}  // namespace tread::result
