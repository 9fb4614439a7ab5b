#include "paint_summary.hpp"

#include <algorithm>
#include <array>

namespace tread::app {
namespace {

struct ColouredWord {
  std::string_view word;
  Tone tone;
};
constexpr std::array k_words{
    ColouredWord{"pass ", Tone::good},     ColouredWord{"FAIL ", Tone::bad},
    ColouredWord{"converged", Tone::good}, ColouredWord{"STOPPED", Tone::bad},
    ColouredWord{"DERAILED", Tone::bad},   ColouredWord{"NOT CONVERGED", Tone::bad}};

/// Where the line says how something ended: its first word, or what follows "status".
std::size_t place_of_verdict(std::string_view line) {
  const auto skip_blanks = [&](std::size_t from) {
    return std::min(line.find_first_not_of(' ', from), line.size());
  };
  constexpr std::string_view k_label = "status ";
  const std::size_t begin = skip_blanks(0);
  return line.substr(begin).starts_with(k_label) ? skip_blanks(begin + k_label.size()) : begin;
}

std::string painted_line(std::string_view line, const Console& console) {
  const std::size_t place = place_of_verdict(line);
  for (const auto& [word, tone] : k_words) {
    if (place == 0 || !line.substr(place).starts_with(word)) continue;
    return std::string(line.substr(0, place)) + console.painted(word, tone) +
           std::string(line.substr(place + word.size()));
  }
  return std::string(line);
}

}  // namespace

std::string paint_summary(std::string_view summary, const Console& console) {
  std::string text;
  while (!summary.empty()) {
    const std::size_t end = std::min(summary.find('\n'), summary.size());
    text += painted_line(summary.substr(0, end), console);
    if (end < summary.size()) text += '\n';
    summary.remove_prefix(std::min(end + 1, summary.size()));
  }
  return text;
}

}  // namespace tread::app
