#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

TEST(InpCorpus, EveryFileOfTheFuzzersCorpusIsReadOrRefused) {
  int n_files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TREAD_CORPUS)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()), 0)
        << entry.path();
    ++n_files;
  }
  EXPECT_GE(n_files, 20);
}

}  // namespace
