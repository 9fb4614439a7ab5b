#pragma once

#include <nlohmann/json.hpp>

namespace tread::result {

using Json = nlohmann::ordered_json;  // to write
using Tree = nlohmann::json;          // to read: finds keys fast however many a damaged tree has

}  // namespace tread::result
