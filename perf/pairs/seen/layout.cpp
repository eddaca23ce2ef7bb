// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Lays out paragraphs, headings and tables of text: boxes measure themselves, and lines are broken at the best places.
// usage: layout PARAGRAPHS

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#define ROUTINE __attribute__((noinline))

static unsigned state = 3;

ROUTINE unsigned next_random()
{
   state = state * 1664525u + 1013904223u;
   return state >> 8;
}

// Widths of characters, and of words that were measured before.
class Font {
public:
   Font(int size) : size_(size)
   {
      for (int c = 0; c < 256; c++)
         advance_[c] = 4 + (c * 7) % 5;
      for (int i = 0; i < 200; i++)
         kerning_[{ 'a' + i * 11 % 26, 'a' + i * 5 % 26 }] = -(i % 2);
   }

   ROUTINE int measure(const std::string& word)
   {
      auto known = widths_.find(word);
      if (known != widths_.end())
         return known->second;
      int width = shape(word);
      widths_[word] = width;
      return width;
   }

   ROUTINE int shape(const std::string& word)
   {
      int width = 0;
      for (size_t i = 0; i < word.size(); i++) {
         width += advance_[(unsigned char)word[i]] * size_ / 8;
         if (i > 0) {
            auto pair = kerning_.find({ word[i - 1], word[i] });
            if (pair != kerning_.end())
               width += pair->second;
         }
      }
      return width;
   }

private:
   int size_;
   int advance_[256];
   std::map<std::pair<int, int>, int> kerning_;
   std::unordered_map<std::string, int> widths_;
};

struct Box {
   virtual ~Box() = default;
   virtual int height(Font& font, int width) = 0;
   virtual size_t weight() const = 0;
};

struct Paragraph : Box {
   std::vector<std::string> words;

   ROUTINE size_t weight() const override
   {
      size_t sum = 0;
      for (const auto& word : words)
         sum += word.size();
      return sum;
   }

   // Breaks lines so that the sum of squared gaps is least.
   ROUTINE int height(Font& font, int width) override
   {
      size_t n = words.size();
      std::vector<int> widths(n);
      for (size_t i = 0; i < n; i++)
         widths[i] = font.measure(words[i]);
      std::vector<long> cost(n + 1, 0);
      std::vector<int> lines(n + 1, 0);
      for (size_t end = 1; end <= n; end++) {
         cost[end] = -1;
         int length = -4;
         for (size_t start = end; start-- > 0;) {
            length += widths[start] + 4;
            if (length > width && start + 1 < end)
               break;
            long gap = length > width ? 0 : width - length;
            long here = cost[start] + gap * gap;
            if (cost[end] < 0 || here < cost[end]) {
               cost[end] = here;
               lines[end] = lines[start] + 1;
            }
         }
      }
      return lines[n] * 12;
   }
};

struct Heading : Box {
   std::string text;

   ROUTINE size_t weight() const override { return 2 * text.size(); }

   ROUTINE int height(Font& font, int width) override
   {
      int length = font.measure(text);
      return 20 * (1 + length / width);
   }
};

struct Grid : Box {
   std::vector<std::vector<std::string>> cells;

   ROUTINE size_t weight() const override { return 10 * cells.size(); }

   ROUTINE int height(Font& font, int width) override
   {
      std::vector<int> columns(cells[0].size(), 0);
      for (const auto& row : cells)
         for (size_t c = 0; c < row.size(); c++)
            columns[c] = std::max(columns[c], font.measure(row[c]));
      int sum = 0;
      for (int column : columns)
         sum += column;
      return (int)cells.size() * (sum > width ? 24 : 12);
   }
};

class Document {
public:
   ROUTINE void add(std::unique_ptr<Box> box)
   {
      total_ += box->weight();
      boxes_.push_back(std::move(box));
   }

   // Returns the number of pages.
   ROUTINE int paginate(Font& font, int width, int page_height)
   {
      int pages = 1, used = 0;
      for (auto& box : boxes_) {
         int height = box->height(font, width);
         if (used + height > page_height) {
            pages++;
            used = 0;
         }
         used += height;
      }
      return pages;
   }

   size_t total() const { return total_; }
   size_t size() const { return boxes_.size(); }

private:
   std::vector<std::unique_ptr<Box>> boxes_;
   size_t total_ = 0;
};

ROUTINE std::string make_word()
{
   std::string word;
   unsigned kind = next_random() % 400;
   for (unsigned i = 0; i < 3 + kind % 7; i++)
      word += (char)('a' + (kind * (i + 3) + i) % 26);
   return word;
}

ROUTINE Document make_document(int n)
{
   Document document;
   for (int i = 0; i < n; i++) {
      if (i % 8 == 0) {
         auto heading = std::make_unique<Heading>();
         heading->text = "heading " + std::to_string(i) + " " + make_word();
         document.add(std::move(heading));
      } else if (i % 8 == 5) {
         auto grid = std::make_unique<Grid>();
         for (int row = 0; row < 6; row++) {
            grid->cells.emplace_back();
            for (int column = 0; column < 4; column++)
               grid->cells.back().push_back(make_word());
         }
         document.add(std::move(grid));
      } else {
         auto paragraph = std::make_unique<Paragraph>();
         for (unsigned w = 20 + next_random() % 150; w > 0; w--)
            paragraph->words.push_back(make_word());
         document.add(std::move(paragraph));
      }
   }
   return document;
}

int main(int argc, char** argv)
{
   int most = argc > 1 ? atoi(argv[1]) : 200;
   for (int n = most / 8; n <= most; n += most / 8) {
      Font font(10);
      Document document = make_document(n);
      int pages = 0;
      for (int width : { 300, 400 })
         pages += document.paginate(font, width, 700);
      printf("%zu boxes, %zu characters: %d pages\n", document.size(), document.total(), pages);
   }
   return 0;
}
