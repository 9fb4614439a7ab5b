#include "guard.hpp"

#include <algorithm>
#include <new>

#include "tread/core/errors.hpp"

namespace tread::capi {

int tell(tread_error* error, int code, const char* text) noexcept {
  if (error != nullptr) {
    error->code = code;
    const std::size_t n = std::min(std::strlen(text), sizeof(error->text) - 1);
    std::memcpy(error->text, text, n);
    error->text[n] = '\0';
  }
  return code;
}

int tell_exception(tread_error* error) noexcept {
  try {
    throw;
  } catch (const Refusal& e) {
    return tell(error, e.code(), e.what());
  } catch (const ModelError& e) {
    return tell(error, TREAD_ERROR_VALUE, e.what());
  } catch (const IoError& e) {
    return tell(error, TREAD_ERROR_DATA, e.what());
  } catch (const std::bad_alloc&) {
    return tell(error, TREAD_ERROR_MEMORY, "no memory is left: use a grid with fewer cells");
  } catch (const std::length_error&) {
    return tell(error, TREAD_ERROR_MEMORY, "more memory is asked for than there can be");
  } catch (const std::exception& e) {
    return tell(error, TREAD_ERROR_INTERNAL, e.what());
  } catch (...) {
    return tell(error, TREAD_ERROR_INTERNAL, "an unknown exception was thrown");
  }
}

void check_size(std::size_t size, std::size_t least, const char* name) {
  if (size >= least && size <= k_largest_struct) return;
  throw Refusal(TREAD_ERROR_ARGUMENT,
                fmt::format("the struct_size of {} must be at least {}, got {}: call its _init "
                            "function with its sizeof first",
                            name, least, size));
}

void refuse_choice(const char* name, int value, const char* choices) {
  throw Refusal(TREAD_ERROR_ARGUMENT,
                fmt::format("{} must be one of {}, got {}", name, choices, value));
}

void check_reserved(int reserved, const char* name) {
  if (reserved == 0) return;
  throw Refusal(TREAD_ERROR_ARGUMENT,
                fmt::format("'reserved' of {} must be 0, got {}: call its _init function first",
                            name, reserved));
}

}  // namespace tread::capi
