#pragma once

#include <string>
#include <vector>

#include "command_text.hpp"

namespace tread::app {

/// Words that complete the arguments of a kind: of EXAMPLE the names of the examples.
struct CompletionWords {
  std::string kind;  // as the declaration names the value
  std::vector<std::string> words;
};

/// Scripts that complete commands, options, their values and file names in a shell.
/// FILE and RESULTS complete files, FOLDER folders.
std::string bash_completion(const std::vector<CommandText>& commands,
                            const std::vector<CompletionWords>& words);
std::string zsh_completion(const std::vector<CommandText>& commands,
                           const std::vector<CompletionWords>& words);
std::string fish_completion(const std::vector<CommandText>& commands,
                            const std::vector<CompletionWords>& words);

/// The page tread(1) in roff.
std::string man_page(const std::vector<CommandText>& commands,
                     const std::vector<OptionText>& program_options, const std::string& version);

}  // namespace tread::app
