#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>

#include "tread/tread.h"

namespace tread::capi {

/// What every function of the C library goes through: nothing is thrown out of it, and structs that
/// may grow are read and written by the size their caller knows.

/// A mistake of the caller, with the code to return.
class Refusal : public std::runtime_error {
 public:
  Refusal(int code, const std::string& text) : std::runtime_error(text), code_(code) {}
  int code() const { return code_; }

 private:
  int code_;
};

/// Code and text of the exception at hand; to be called in a catch block.
int tell_exception(tread_error* error) noexcept;
int tell(tread_error* error, int code, const char* text) noexcept;

/// Runs a body that returns a code, or nothing for TREAD_OK.
template <class Body>
int guarded(tread_error* error, Body&& body) noexcept {
  tell(error, TREAD_OK, "");
  try {
    if constexpr (std::is_void_v<decltype(body())>) {
      body();
      return TREAD_OK;
    } else {
      return body();
    }
  } catch (...) {
    return tell_exception(error);
  }
}

template <class T>
T& needed(T* pointer, const char* name) {
  if (pointer == nullptr) {
    throw Refusal(TREAD_ERROR_ARGUMENT, fmt::format("{} must not be NULL", name));
  }
  return *pointer;
}

/// What no struct of this or of a later library comes near: a larger struct_size was never set.
inline constexpr std::size_t k_largest_struct = 65536;

/// `least` is the size of the struct when it first came out. All are as they first came out now;
/// one that grows keeps that number as its least, and callers with less get defaults for the rest.
void check_size(std::size_t size, std::size_t least, const char* name);

/// A struct of the caller. Of a newer caller, what this library does not know must be 0: an option
/// that is asked for is never passed over in silence.
template <class T>
T read_struct(const T* given, const char* name) {
  needed(given, name);
  const std::size_t size = given->struct_size;
  check_size(size, sizeof(T), name);
  T known;
  std::memcpy(&known, given, sizeof(T));
  const auto* bytes = reinterpret_cast<const unsigned char*>(given);
  for (std::size_t i = sizeof(T); i < size; ++i) {
    if (bytes[i] != 0) {
      throw Refusal(TREAD_ERROR_ARGUMENT,
                    fmt::format("{} asks for something that this library (ABI {}, {} bytes) does "
                                "not know: leave it 0 or install a newer library",
                                name, TREAD_ABI_VERSION, sizeof(T)));
    }
  }
  return known;
}

/// Into a struct of the caller, which keeps its struct_size.
template <class T>
void write_struct(T* out, T value, const char* name) {
  needed(out, name);
  check_size(out->struct_size, sizeof(T), name);
  value.struct_size = out->struct_size;
  std::memcpy(out, &value, sizeof(T));
}

/// A fresh struct of the caller's size: known defaults, then zeros.
template <class T>
void init_struct(T* out, std::size_t size, T defaults, const char* name) {
  needed(out, name);
  check_size(size, sizeof(T), name);
  std::memset(static_cast<void*>(out), 0, size);
  defaults.struct_size = size;
  std::memcpy(out, &defaults, sizeof(T));
}

[[noreturn]] void refuse_choice(const char* name, int value, const char* choices);
void check_reserved(int reserved, const char* name);

}  // namespace tread::capi
