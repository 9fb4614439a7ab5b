#pragma once

#include <atomic>
#include <cstdlib>
#include <new>

/// Counts what operator new hands out in a test program. It replaces operator new: to be included
/// in one source of the program only.

namespace {
std::atomic<long> n_allocations{0};
}

[[gnu::noinline]] void* operator new(std::size_t size) {
  ++n_allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
