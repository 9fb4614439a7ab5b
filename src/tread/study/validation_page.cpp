#include "tread/study/validation_page.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "tread/study/reproduce.hpp"

namespace tread::study {
namespace {

struct SourceDocument {
  std::string_view prefix;
  std::string_view title;
};

constexpr std::array k_documents{
    SourceDocument{"thesis-",
                   "Thesis on dynamical contact problems, ending in a train on a bridge"},
    SourceDocument{"wiggles-", "Van der Wekken, Vollebregt, Vuik: wiggles in transient rolling"},
    SourceDocument{"vehicle-structure-",
                   "Montenegro et al. (2013): vehicle and structure with detachment"},
    SourceDocument{"wheel-rail-", "Magheri et al.: wheel-rail contact model for multibody models"},
    SourceDocument{"", "Beside the documents"},
};

const SourceDocument& document_of(std::string_view name) {
  for (const SourceDocument& document : k_documents) {
    if (name.starts_with(document.prefix)) return document;
  }
  return k_documents.back();
}

/// Text in a cell of a table: a bar or a line break would end it, angle brackets begin markup.
std::string in_cell(std::string_view text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|') {
      cell += "\\|";
    } else if (c == '<') {
      cell += "&lt;";
    } else if (c == '*' || c == '_' || c == '$') {
      cell += '\\';
      cell += c;
    } else {
      cell += c == '\n' ? ' ' : c;
    }
  }
  return cell;
}

std::string number_cell(const std::optional<double>& value) {
  if (!value) return "";
  if (!std::isfinite(*value)) return "does not converge";
  return fmt::format("{:.6g}", *value);
}

std::string rows_table(std::span<const ReproducedRow> rows) {
  std::string text =
      "| quantity | printed | tread | difference | remark |\n| --- | ---: | ---: | ---: | --- |\n";
  for (const ReproducedRow& row : rows) {
    const std::optional<double> difference = row.difference();
    text += fmt::format("| {}{} | {} | {} | {} | {} |\n", in_cell(row.what),
                        row.unit.empty() ? "" : fmt::format(" [{}]", in_cell(row.unit)),
                        number_cell(row.paper), number_cell(row.ours),
                        difference ? fmt::format("{:+.2g} %", 100 * *difference) : "",
                        in_cell(row.why));
  }
  return text;
}

std::string reason_for_nothing(const CatalogueEntry& entry) {
  if (entry.kind == EntryKind::input) return "A table of parameters: nothing to compute.\n";
  if (entry.kind == EntryKind::illustration) {
    return "A drawing, or a table of words: nothing to compute.\n";
  }
  return fmt::format("Not computed for this page: `tread reproduce {}`.\n", entry.name);
}

}  // namespace

std::string validation_section(const Reproduction& reproduction,
                               std::span<const std::string> pictures, std::string_view made_by) {
  std::string text;
  if (reproduction.status != SolveStatus::converged) {
    text += fmt::format("Not reproduced: {}.\n", to_string(reproduction.status));
  } else if (!reproduction.rows.empty()) {
    text += rows_table(reproduction.rows);
  }
  for (const std::string& picture : pictures) {
    text += fmt::format("\n![{}]({})\n", in_cell(reproduction.title), picture);
  }
  return text +
         fmt::format("\nMade by tread {}: `tread reproduce {}`\n", made_by, reproduction.name);
}

std::string validation_page(
    const std::function<std::optional<std::string>(std::string_view name)>& section_of) {
  std::string text =
      "# Validation\n\n"
      "<!-- Made by `tread reproduce`; do not edit. -->\n\n"
      "Every table and figure of the four documents that tread was built after, computed again: "
      "what is printed, what tread "
      "finds, and why they differ. Where a document prints no number, the line says what its text "
      "claims. No number was read "
      "off a drawn curve. How it is made, and what each difference means: "
      "[reproduction](../reproduction.md).\n";
  for (const SourceDocument& document : k_documents) {
    text += fmt::format("\n## {}\n", document.title);
    for (const CatalogueEntry& entry : catalogue()) {
      if (&document_of(entry.name) != &document) continue;
      text += fmt::format("\n### {}: {}\n\n", entry.name, entry.title);
      const std::optional<std::string> section =
          entry.built() ? section_of(entry.name) : std::nullopt;
      text += section ? *section : reason_for_nothing(entry);
    }
  }
  return text;
}

}  // namespace tread::study
