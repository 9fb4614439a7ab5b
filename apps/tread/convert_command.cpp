#include "commands.hpp"
#include "convert_results.hpp"

namespace tread::app {

int convert(const ConvertArguments& arguments) {
  return convert_results(arguments.input, arguments.out);
}

}  // namespace tread::app
