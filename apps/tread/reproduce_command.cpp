#include <fmt/format.h>

#include "commands.hpp"

namespace tread::app {

int reproduce(const ReproduceArguments&) { return 2; }

}  // namespace tread::app
