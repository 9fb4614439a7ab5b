#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>

#include "tread/casefile/text_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace tread::fem {
namespace {

TEST(Corpus, every_file_of_the_fuzzers_corpus_is_read_or_refused_with_a_tread_error) {
  int n_files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TREAD_CORPUS)) {
    const std::string text = casefile::read_text_file(entry.path(), 1'000'000);
    SCOPED_TRACE(entry.path().filename().string());
    EXPECT_NO_THROW(
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
    ++n_files;
  }
  EXPECT_GE(n_files, 5);
}

}  // namespace
}  // namespace tread::fem
