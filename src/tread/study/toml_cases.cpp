#include "tread/study/toml_cases.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "tread/core/errors.hpp"
#include "tread/study/case_places.hpp"
#include "tread/study/contact_model.hpp"

namespace tread::study {
namespace {

using casefile::ContactCase;

/// The grid and the shape that follow from Hertz' theory, as numbers.
ContactCase with_fixed_area(const casefile::CaseFile& file, std::size_t index) {
  ContactCase fixed = file.cases[index];
  if (std::holds_alternative<casefile::FixedArea>(fixed.area)) return fixed;
  contact::NormalWorkspace workspace;
  const ContactModel model = build_contact_model(fixed, CasePlaces(file, index), workspace);
  fixed.shape = model.shape;
  fixed.area = casefile::FixedArea{model.problem.grid, casefile::FixedArea::Edge::warn};
  return fixed;
}

}  // namespace

std::vector<NamedText> toml_cases(const casefile::CaseFile& file, const std::string& stem) {
  if (file.cases.empty()) {
    throw ModelError(fmt::format(
        "{}: only cases of module 3 (contact) can be converted\n  hint: tread run takes the file "
        "as it is; for wheels on rails see scenario = \"wheelset\" in tread keys",
        file.path));
  }
  std::vector<NamedText> files;
  const bool is_only = file.cases.size() == 1;
  for (std::size_t i = 0; i < file.cases.size(); ++i) {
    const std::string name = is_only ? stem : fmt::format("{}_{}", stem, i + 1);
    ContactCase fixed = with_fixed_area(file, i);
    const std::string source = std::filesystem::path(file.path).filename().string();
    fixed.title = fmt::format("{} of {}", fixed.title, source);
    try {
      casefile::CaseText text = casefile::case_text(fixed, name + "_heights.csv");
      files.push_back(
          {name + ".toml",
           fmt::format("# Made from {} by tread convert: SI units.\n\n{}", source, text.toml)});
      if (!text.heights.empty()) files.push_back({name + "_heights.csv", std::move(text.heights)});
    } catch (const ModelError& error) {
      throw ModelError(fmt::format("{}: {}: {}", file.path, file.cases[i].title, error.what()));
    }
  }
  return files;
}

}  // namespace tread::study
