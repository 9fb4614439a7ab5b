#pragma once

namespace tread {

/// One function for each kind of a variant.
template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
// clang 14 cannot deduce the arguments of an aggregate by itself.
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace tread
