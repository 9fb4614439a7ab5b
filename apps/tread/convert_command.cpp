#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "commands.hpp"
#include "convert_results.hpp"
#include "keep_files.hpp"
#include "tread/casefile/named_profile.hpp"
#include "tread/casefile/read_case.hpp"
#include "tread/core/errors.hpp"
#include "tread/profile/profile_file.hpp"
#include "tread/result/output_file.hpp"
#include "tread/study/toml_cases.hpp"

namespace tread::app {
namespace {

namespace fs = std::filesystem;
using profile::ProfileFormat;
using profile::ProfileKind;
using study::NamedText;

struct ConvertArguments {
  std::string in;
  std::string out;
  bool force = false;
  bool json = false;
  casefile::InpUnits inp_units = casefile::InpUnits::millimetre;
  profile::ProfileReadOptions profile;
};

/// What a name that is to be written asks for.
struct ProfileName {
  const char* extension;
  ProfileFormat format;
  std::optional<ProfileKind> kind;  // of which profiles only
};
constexpr std::array k_profile_names{
    ProfileName{".prw", ProfileFormat::simpack, ProfileKind::wheel},
    ProfileName{".prr", ProfileFormat::simpack, ProfileKind::rail},
    ProfileName{".whl", ProfileFormat::miniprof, ProfileKind::wheel},
    ProfileName{".ban", ProfileFormat::miniprof, ProfileKind::rail},
    ProfileName{".whe", ProfileFormat::vampire, ProfileKind::wheel},
    ProfileName{".rai", ProfileFormat::vampire, ProfileKind::rail},
    ProfileName{".txt", ProfileFormat::columns, std::nullopt},
    ProfileName{".dat", ProfileFormat::columns, std::nullopt},
    ProfileName{".csv", ProfileFormat::columns, std::nullopt},
};
constexpr const char* k_formats =
    "profiles: .prw .prr (Simpack), .whl .ban (MiniProf), .whe .rai (Vampire), .txt .dat .csv (two "
    "columns y z in mm); cases: .inp to .toml";

std::string extension_of(const fs::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

const ProfileName& profile_name_of(const fs::path& out) {
  const std::string extension = extension_of(out);
  const auto found =
      std::find_if(k_profile_names.begin(), k_profile_names.end(),
                   [&](const ProfileName& name) { return extension == name.extension; });
  if (found != k_profile_names.end()) return *found;
  throw ModelError(fmt::format("{}: nothing is written to files named {}\n  hint: {}", out.string(),
                               extension.empty() ? "without an extension" : "*" + extension,
                               k_formats));
}

std::string profile_text(const profile::ReadProfile& read, ProfileFormat format) {
  const profile::Profile curve = read.profile();
  const double back = read.flange_back_position.value_or(-0.07);
  switch (format) {
    case ProfileFormat::simpack:
      return profile::simpack_text(curve);
    case ProfileFormat::miniprof:
      return profile::miniprof_text(curve, back);
    case ProfileFormat::vampire: {
      profile::VampirePlacement placement;
      placement.flange_back_position = back;
      placement.flange_back_distance =
          read.flange_back_distance.value_or(placement.flange_back_distance);
      placement.gauge = read.gauge.value_or(placement.gauge);
      placement.gauge_height = read.gauge_height.value_or(placement.gauge_height);
      return profile::vampire_text(curve, placement);
    }
    case ProfileFormat::columns:
      break;
  }
  return profile::columns_text(curve);
}

std::vector<NamedText> converted_profile(const ConvertArguments& arguments, Console& console) {
  const fs::path out = arguments.out;
  const ProfileName& wanted = profile_name_of(out);
  const profile::ReadProfile read = casefile::read_profile_file(arguments.in, arguments.profile);
  if (wanted.kind && *wanted.kind != read.kind) {
    throw ModelError(fmt::format(
        "{}: it is a {}, files named *{} hold {}s\n  hint: --kind says what it is, if it is not",
        arguments.in, to_string(read.kind), wanted.extension, to_string(*wanted.kind)));
  }
  for (const std::string& what : read.done) console.detail(what);
  console.warnings_of(arguments.in, read.warnings);
  if (!read.weights.empty()) {
    console.warning(arguments.in + ": the weights of its points are not written");
  }
  return {{out.filename().string(), profile_text(read, wanted.format)}};
}

std::vector<NamedText> converted_cases(const ConvertArguments& arguments, Console& console) {
  const fs::path out = arguments.out;
  if (extension_of(out) != ".toml") {
    throw ModelError(
        fmt::format("{}: an .inp file is converted to .toml\n  hint: {}", out.string(), k_formats));
  }
  const casefile::CaseFile file = casefile::read_case(arguments.in, arguments.inp_units);
  console.warnings_of(file.path, file.warnings);
  return study::toml_cases(file, out.stem().string());
}

/// Of every file that is to be written.
void check_output_name(const ConvertArguments& arguments, const fs::path& name) {
  refuse_to_replace_input(arguments.in, name);
  if (!arguments.force) refuse_to_overwrite(name);
}

/// Of profiles and cases, which are converted in memory: all files, or none.
std::vector<std::string> write_texts(const ConvertArguments& arguments,
                                     const std::vector<NamedText>& files) {
  const fs::path folder = fs::path(arguments.out).parent_path();
  for (const NamedText& file : files) check_output_name(arguments, folder / file.name);
  result::OutputBatch batch(folder.empty() ? fs::path(".") : folder);
  for (const NamedText& file : files) {
    batch.add(file.name, [&](result::OutputFile& out) { out.write(file.text); });
  }
  batch.commit();
  std::vector<std::string> written;
  for (const NamedText& file : files) written.push_back((folder / file.name).string());
  return written;
}

std::vector<std::string> write_results(const ConvertArguments& arguments) {
  refuse_to_replace_input(arguments.in, arguments.out);
  return convert_results(arguments.in, arguments.out, [&arguments](const fs::path& name) {
    check_output_name(arguments, name.lexically_normal());
  });
}

std::vector<std::string> write_converted(const ConvertArguments& arguments, Console& console) {
  if (is_of_results(arguments.in, arguments.out)) return write_results(arguments);
  const bool is_case = extension_of(arguments.in) == ".inp";
  return write_texts(arguments, is_case ? converted_cases(arguments, console)
                                        : converted_profile(arguments, console));
}

int convert(const ConvertArguments& arguments, Console& console) {
  const std::vector<std::string> written = write_converted(arguments, console);
  if (arguments.json) {
    using Json = nlohmann::ordered_json;
    const Json answer{{"from", arguments.in}, {"files", written}};
    // Names of files need not be UTF-8.
    fmt::print("{}\n", answer.dump(2, ' ', false, Json::error_handler_t::replace));
  } else if (!console.is_quiet()) {
    fmt::print("{}\n", fmt::join(written, "\n"));
  }
  return k_done;
}

void add_profile_options(CLI::App& command, profile::ProfileReadOptions& options) {
  command
      .add_option_function<std::string>(
          "--kind",
          [&options](const std::string& kind) {
            options.kind = kind == "wheel" ? ProfileKind::wheel : ProfileKind::rail;
          },
          "What the profile is of, if the file does not say")
      ->check(CLI::IsMember(std::vector<std::string>{"wheel", "rail"}))
      ->option_text("wheel|rail");
  command
      .add_option_function<std::string>(
          "--unit",
          [&options](const std::string& unit) {
            options.unit = unit == "mm"  ? profile::LengthUnit::millimetre
                           : unit == "m" ? profile::LengthUnit::metre
                                         : profile::LengthUnit::inch;
          },
          "Unit of the profile read (default: as the file says, or found out)")
      ->check(CLI::IsMember(std::vector<std::string>{"mm", "m", "inch"}))
      ->option_text("mm|m|inch");
  command
      .add_option_function<std::string>(
          "--side",
          [&options](const std::string& side) {
            options.side = side == "left" ? profile::Side::left : profile::Side::right;
          },
          "Which side of a file that holds both (default: right)")
      ->check(CLI::IsMember(std::vector<std::string>{"left", "right"}))
      ->option_text("left|right");
  const auto add_mirror = [&command](const char* name, std::optional<profile::Mirror>& mirror,
                                     const char* text) {
    command
        .add_option_function<std::string>(
            name,
            [&mirror](const std::string& word) {
              mirror = word == "yes" ? profile::Mirror::yes : profile::Mirror::no;
            },
            text)
        ->check(CLI::IsMember(std::vector<std::string>{"yes", "no"}))
        ->option_text("yes|no");
  };
  add_mirror("--mirror-y", options.mirror_y,
             "Whether y of the profile read counts to the left (default: found out)");
  add_mirror("--mirror-z", options.mirror_z,
             "Whether its z counts upwards (default: found out from flange or sides)");
  options.hints = {"--mirror-y no takes it as it is, yes mirrors it",
                   "--mirror-z no takes it as it is, yes mirrors it"};
}

}  // namespace

void add_convert(CLI::App& program, Action& action) {
  const auto arguments = std::make_shared<ConvertArguments>();
  CLI::App& command = *program.add_subcommand(
      "convert", "Convert results, profiles between formats, .inp files of CONTACT to TOML cases");
  command.group(k_group_results);
  command
      .add_option("in", arguments->in,
                  "File to read: a profile, an .inp case; or a folder of results")
      ->required()
      ->type_name("FILE")
      ->check(not_empty);
  command
      .add_option("out", arguments->out,
                  "File to write; its extension says the format. Results: .mat, .h5, .pvd, "
                  "or a folder for .csv files")
      ->required()
      ->type_name("FILE")
      ->check(not_empty);
  command.add_flag("--force", arguments->force, "Write over files that are there");
  command.add_flag("--json", arguments->json, "Print the names of the files written as JSON");
  add_profile_options(command, arguments->profile);
  add_inp_units(command, arguments->inp_units);
  command.footer(
      "  tread convert worn.whl worn.prw         a wheel from MiniProf to Simpack\n"
      "  tread convert rail.prr rail.txt         two columns, y and z in mm\n"
      "  tread convert old.inp new.toml          new_1.toml, new_2.toml ... of several cases\n"
      "  tread convert out/train_bridge run.mat  results for Matlab");
  on_command(command, action, arguments, convert);
}

}  // namespace tread::app
