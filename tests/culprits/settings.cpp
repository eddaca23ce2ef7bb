// Reads settings, and tells where the wrong ones are. The mistake: check counts lines from the beginning of
// the text for each of them.

#include <algorithm>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

struct Error {
   std::string key;
   std::ptrdiff_t line;
};

static std::vector<Error> check(const std::string& text)
{
   std::vector<Error> errors;
   std::string::size_type at = 0;
   while ((at = text.find("key", at)) != std::string::npos) {
      std::string::size_type equals = text.find('=', at);
      if (text[equals + 1] == '-') {
         std::ptrdiff_t line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n');
         errors.push_back({ text.substr(at, equals - at), line });
      }
      at = equals;
   }
   return errors;
}

static std::map<std::string, int> read(const std::string& text)
{
   std::map<std::string, int> settings;
   std::istringstream in(text);
   std::string line;
   while (std::getline(in, line)) {
      std::string::size_type equals = line.find('=');
      settings[line.substr(0, equals)] = std::stoi(line.substr(equals + 1));
   }
   return settings;
}

static std::string make_text(int lines)
{
   std::ostringstream text;
   for (int i = 0; i < lines; i++) {
      text << "key" << i * 7919L % 10007 << '=' << (i % 3 == 0 ? -i : i) << '\n';
   }
   return text.str();
}

static void configure(int lines)
{
   std::string text = make_text(lines);
   std::vector<Error> errors = check(text);
   std::cout << read(text).size() << " settings, " << errors.size() << " wrong, the last in line "
             << (errors.empty() ? 0 : errors.back().line) << '\n';
}

int main()
{
   for (int lines = 20; lines <= 320; lines += 20) {
      configure(lines);
   }
}
