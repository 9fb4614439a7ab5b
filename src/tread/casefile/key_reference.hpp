#pragma once

#include <string>

namespace tread::casefile {

enum class KeyReferenceFormat { plain, markdown, json };

/// Every key a case can have: unit, range, default and meaning. Plain for the terminal, markdown
/// for docs/keys.md, JSON for programs: {"scenarios": [{"name", "doc", "tables": [{"name", "many",
/// "doc", "keys": [{"name", "kind", "unit", "range", "required", "default", "choices", "doc"}]}]}],
/// "study": {"tables": [...]}}.
std::string key_reference(KeyReferenceFormat format);

}  // namespace tread::casefile
