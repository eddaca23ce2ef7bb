// Makes an index of the words of some texts, with the C++ library all around. The mistake: Index::add looks
// for a word with std::find in a vector.

#include <algorithm>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

class Index {
public:
   void read(std::istream& in)
   {
      std::string word;
      while (in >> word) {
         add(word);
      }
   }

   void add(const std::string& word)
   {
      auto found = std::find(words_.begin(), words_.end(), word);
      if (found == words_.end()) {
         words_.push_back(word);
         counts_.push_back(1);
      } else {
         counts_[found - words_.begin()]++;
      }
   }

   std::map<std::size_t, std::size_t> lengths() const
   {
      std::map<std::size_t, std::size_t> lengths;
      for (const std::string& word : words_) {
         lengths[word.size()]++;
      }
      return lengths;
   }

   std::size_t size() const { return words_.size(); }

private:
   std::vector<std::string> words_;
   std::vector<std::size_t> counts_;
};

static std::string make_text(int words)
{
   std::ostringstream text;
   for (int i = 0; i < words; i++) {
      text << "word" << i * 7919L % 10007 << (i % 9 == 8 ? '\n' : ' ');
   }
   return text.str();
}

int main()
{
   for (int words = 50; words <= 900; words += 50) {
      std::istringstream in(make_text(words));
      Index index;
      index.read(in);
      std::cout << words << " words: " << index.size() << " different ones of " << index.lengths().size()
                << " lengths\n";
   }
}
