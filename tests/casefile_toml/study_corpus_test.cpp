#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>

#include "tread/casefile/text_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace tread::casefile {
namespace {

TEST(StudyCorpus, EveryTextOfTheFuzzersCorpusEndsInAStudyOrATreadError) {
  int n_texts = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(TREAD_SOURCE_DIR "/fuzz/corpus/study")) {
    const std::string text = read_text_file(entry.path(), 1'000'000);
    SCOPED_TRACE(entry.path().filename().string());
    EXPECT_NO_THROW(
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
    ++n_texts;
  }
  EXPECT_GE(n_texts, 5);
}

}  // namespace
}  // namespace tread::casefile
