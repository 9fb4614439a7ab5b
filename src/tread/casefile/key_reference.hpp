#pragma once

#include <string>

namespace tread::casefile {

enum class KeyReferenceFormat { plain, markdown };

/// Every key a case can have: unit, range, default and meaning. Plain for the terminal, markdown
/// for docs/keys.md.
std::string key_reference(KeyReferenceFormat format);

}  // namespace tread::casefile
