#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace tread::result {
namespace {

TEST(Corpus, EveryFileOfTheFuzzersCorpusIsReadOrRefusedWithATreadError) {
  int n_files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TREAD_CORPUS)) {
    std::ostringstream stream;
    stream << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    const std::string text = stream.str();
    SCOPED_TRACE(entry.path().filename().string());
    EXPECT_NO_THROW(
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
    ++n_files;
  }
  EXPECT_GE(n_files, 5);
}

}  // namespace
}  // namespace tread::result
