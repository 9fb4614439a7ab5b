#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tread/casefile/contact_case.hpp"
#include "tread/casefile/inp_tokens.hpp"
#include "tread/core/errors.hpp"
#include "tread/core/problem_text.hpp"

namespace tread::casefile {

/// One value that a group of an .inp file must give: the name CONTACT's manual has for it, and its
/// kind.
struct InpKey {
  enum class Kind { whole, real, angle, file };
  std::string_view name;
  Kind kind = Kind::real;
};
inline InpKey whole(std::string_view name) { return {name, InpKey::Kind::whole}; }
inline InpKey angle(std::string_view name) { return {name, InpKey::Kind::angle}; }
inline InpKey file_name(std::string_view name) { return {name, InpKey::Kind::file}; }

/// A value as read. When it is not usable that has been told already, and its numbers are 0. The
/// word of a file is its name, without the quotes.
struct InpValue {
  std::string key;
  InpWord word;
  double real = 0;
  int whole = 0;
  bool usable = false;
};

/// Groups of values from an .inp file, and all that is found wrong on the way.
///
/// A group starts on a new line and may run over several; when its last value is there, the rest of
/// that line is free text, but a number there means that the file and this reader differ on what is
/// due. Optional values must stand on that last line.
class InpSource {
 public:
  InpSource(std::string_view text, std::string file_name);

  /// The values of one group: all required ones, and as many optional ones as are there.
  std::vector<InpValue> group(std::initializer_list<InpKey> required,
                              std::initializer_list<InpKey> optional = {});
  InpValue one(InpKey key) { return group({key}).front(); }

  /// `count` real values called name(1), name(2), ... Takes memory for values that are there, never
  /// for those announced.
  std::vector<double> list(std::string_view name, int count);

  /// The first word of the next line, if there is one.
  std::optional<InpWord> first_word_of_next_line();

  void problem(const InpValue& value, std::string reason, std::string hint = {});
  void problem(Problem problem);  // its file is filled in
  /// What is wrong with the file that a value names: told with its own lines, or at the value if it
  /// is about the file as a whole.
  void problem_of_file(const InpValue& name, Problem problem);
  /// A problem unless the condition holds; values that are not usable have been told already.
  void require(bool condition, const InpValue& value, std::string reason, std::string hint = {});
  /// Ends the reading where going on would only misread: throws CaseError with all problems so far.
  [[noreturn]] void stop() const;
  void stop_unless_usable(const InpValue& value) const {
    if (!value.usable) stop();
  }

  void warn(std::string text) { warnings_.push_back(std::move(text)); }
  void warn_of_typographic_minus();

  int line() const { return words_.line(); }
  bool has_problems() const { return !problems_.empty(); }
  const std::map<std::string, Place>& places() const { return places_; }
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  std::optional<InpWord> next_word_on_any_line();
  [[noreturn]] void stop_at_end(std::string key, std::string_view due);
  InpValue value_of(const InpKey& key, const InpWord& word, std::string_view due);
  InpValue file_of(InpValue value, std::string_view due);
  void tell_fault(const InpValue& value, InpKey::Kind kind, NumberFault fault,
                  std::string_view due);
  void count_typographic_minus(const InpWord& word);
  void refuse_more(const std::string& last_key, std::string_view due);

  InpWords words_;
  std::string file_;
  ProblemList problems_;
  std::vector<std::string> warnings_;
  std::map<std::string, Place> places_;
  int typographic_line_ = 0;  // where the first such number stands
  int n_typographic_ = 0;
};

}  // namespace tread::casefile
