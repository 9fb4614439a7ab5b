#include "completion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace tread::app {
namespace {

using Words = std::vector<CompletionWords>;

std::vector<std::string> words_of(const OptionText& option, const Words& words) {
  const auto known = std::find_if(words.begin(), words.end(), [&](const CompletionWords& entry) {
    return entry.kind == option.value;
  });
  return known == words.end() ? option.choices() : known->words;
}

bool is_path(const OptionText& option) {
  return option.value.starts_with("FILE") || option.value.starts_with("RESULTS");
}

/// Inside single quotes of a shell.
std::string shell_quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// ---- bash ----

/// Sets COMPREPLY for a value.
std::string bash_values(const OptionText& option, const Words& words) {
  if (option.value == "FOLDER") return "mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")";
  const std::vector<std::string> known = words_of(option, words);
  const std::string list =
      known.empty() ? ""
                    : fmt::format(" -W {}", shell_quoted(fmt::format("{}", fmt::join(known, " "))));
  if (list.empty() && !is_path(option)) return "COMPREPLY=()";
  return fmt::format("mapfile -t COMPREPLY < <(compgen{}{} -- \"$cur\")", list,
                     is_path(option) ? " -f" : "");
}

std::string bash_command(const CommandText& command, const Words& words) {
  std::string with_value;
  for (const OptionText& option : command.options) {
    if (option.value.empty()) continue;
    with_value += fmt::format("        {}) {}; return ;;\n", fmt::join(option.names, "|"),
                              bash_values(option, words));
  }
  std::string text = fmt::format("    {})\n", command.name);
  if (!with_value.empty()) text += fmt::format("      case $prev in\n{}      esac\n", with_value);
  text += fmt::format(
      "      if [[ $cur == -* ]]; then\n        mapfile -t COMPREPLY < <(compgen -W {} -- "
      "\"$cur\")\n",
      shell_quoted(fmt::format("{}", fmt::join(names_of(command.options), " "))));
  if (!command.arguments.empty()) {
    text += "      else\n";
    if (command.arguments.size() == 1) {
      text += "        " + bash_values(command.arguments.front(), words) + "\n";
    } else {
      text += "        mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n";
    }
  }
  return text + "      fi\n      ;;\n";
}

// ---- zsh ----

/// In a specification of _arguments colons and brackets have a meaning.
std::string zsh_escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == ':' || c == '[' || c == ']' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string zsh_action(const OptionText& option, const Words& words) {
  if (option.value == "FOLDER") return "_files -/";
  const std::vector<std::string> known = words_of(option, words);
  if (!known.empty()) return fmt::format("({})", fmt::join(known, " "));
  return is_path(option) ? "_files" : " ";
}

std::string zsh_command(const CommandText& command, const Words& words) {
  std::string specs;
  for (const OptionText& option : command.options) {
    for (const std::string& name : option.names) {
      std::string spec = fmt::format("{}[{}]", name, zsh_escaped(option.doc));
      if (!option.value.empty()) {
        spec += fmt::format(":{}:{}", zsh_escaped(option.value), zsh_action(option, words));
      }
      specs += fmt::format(" \\\n        {}", shell_quoted(spec));
    }
  }
  for (const OptionText& argument : command.arguments) {
    const char* const position = argument.is_repeated ? "*" : argument.is_required ? "" : ":";
    const std::string spec = fmt::format("{}:{}:{}", position, zsh_escaped(argument.names.front()),
                                         zsh_action(argument, words));
    specs += fmt::format(" \\\n        {}", shell_quoted(spec));
  }
  return fmt::format("    {})\n      _arguments{}\n      ;;\n", command.name, specs);
}

// ---- fish ----

std::string fish_values(const OptionText& option, const Words& words) {
  if (option.value.empty()) return "";
  if (option.value == "FOLDER") return " -x -a '(__fish_complete_directories)'";
  const std::vector<std::string> known = words_of(option, words);
  if (!known.empty()) return fmt::format(" -x -a '{}'", fmt::join(known, " "));
  return is_path(option) ? " -r -F" : " -x";
}

/// fish knows \' inside single quotes.
std::string fish_quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

std::string fish_command(const CommandText& command, const Words& words) {
  const std::string begin =
      fmt::format("complete -c tread -n '__fish_seen_subcommand_from {}'", command.name);
  std::string text;
  for (const OptionText& option : command.options) {
    text += begin;
    for (const std::string& name : option.names) {
      text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    text += fish_values(option, words) + " -d " + fish_quoted(option.doc) + "\n";
  }
  for (const OptionText& argument : command.arguments) {
    if (is_path(argument) || argument.value == "FOLDER") {
      text += begin + " -F\n";
    } else if (const std::vector<std::string> known = words_of(argument, words); !known.empty()) {
      text += fmt::format("{} -a '{}'\n", begin, fmt::join(known, " "));
    }
  }
  return text;
}

}  // namespace

std::string bash_completion(const std::vector<CommandText>& commands, const Words& words) {
  std::string cases;
  for (const CommandText& command : commands) cases += bash_command(command, words);
  return fmt::format(R"(# bash completion for tread, made by `tread completion bash`
_tread() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}} command='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ ${{COMP_WORDS[i]}} != -* ]]; then
      command=${{COMP_WORDS[i]}}
      break
    fi
  done
  compopt -o filenames 2>/dev/null
  case $command in
    '')
      mapfile -t COMPREPLY < <(compgen -W '{} --help --version' -- "$cur")
      ;;
{}  esac
}}
complete -F _tread tread
)",
                     fmt::join(names_of(commands), " "), cases);
}

std::string zsh_completion(const std::vector<CommandText>& commands, const Words& words) {
  std::string names;
  std::string cases;
  for (const CommandText& command : commands) {
    names +=
        fmt::format("    {}\n", shell_quoted(command.name + ":" + zsh_escaped(command.summary)));
    cases += zsh_command(command, words);
  }
  return fmt::format(R"(#compdef tread
# zsh completion for tread, made by `tread completion zsh`
_tread() {{
  local -a commands
  commands=(
{})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
}}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _tread "$@"
else
  compdef _tread tread
fi
)",
                     names, cases);
}

std::string fish_completion(const std::vector<CommandText>& commands, const Words& words) {
  std::string text =
      "# fish completion for tread, made by `tread completion fish`\ncomplete -c tread -f\n";
  for (const CommandText& command : commands) {
    text += fmt::format("complete -c tread -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        fish_quoted(command.summary));
    text += fish_command(command, words);
  }
  return text;
}

}  // namespace tread::app
