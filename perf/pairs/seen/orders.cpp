// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Matches orders of a market: levels of prices, an index by customer, statistics by templates.
// usage: orders ORDERS

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <string>
#include <vector>

#define ROUTINE __attribute__((noinline))

struct Order {
   uint32_t id;
   uint32_t customer;
   int price;
   int amount;
   bool buys;
   std::string note;
};

// A table with open addressing.
template <typename Value> class Index {
public:
   Index() : slots_(16) {}

   ROUTINE Value& at(uint32_t key)
   {
      if (2 * (n_used_ + 1) > slots_.size())
         grow();
      size_t i = place(key);
      while (slots_[i].used && slots_[i].key != key)
         i = (i + 1) & (slots_.size() - 1);
      if (!slots_[i].used) {
         slots_[i].used = true;
         slots_[i].key = key;
         n_used_++;
      }
      return slots_[i].value;
   }

   size_t size() const { return n_used_; }

private:
   struct Slot { uint32_t key = 0; bool used = false; Value value{}; };

   size_t place(uint32_t key) const { return (key * 2654435769u >> 7) & (slots_.size() - 1); }

   ROUTINE void grow()
   {
      std::vector<Slot> old(2 * slots_.size());
      old.swap(slots_);
      for (auto& slot : old) {
         if (slot.used) {
            size_t i = place(slot.key);
            while (slots_[i].used)
               i = (i + 1) & (slots_.size() - 1);
            slots_[i] = std::move(slot);
         }
      }
   }

   std::vector<Slot> slots_;
   size_t n_used_ = 0;
};

template <typename Number> class Statistics {
public:
   ROUTINE void add(Number value)
   {
      values_.push_back(value);
      sum_ += value;
   }

   ROUTINE Number median()
   {
      if (values_.empty())
         return 0;
      auto middle = values_.begin() + values_.size() / 2;
      std::nth_element(values_.begin(), middle, values_.end());
      return *middle;
   }

   Number mean() const { return values_.empty() ? 0 : sum_ / (Number)values_.size(); }

private:
   std::vector<Number> values_;
   Number sum_ = 0;
};

class Book {
public:
   // Returns the amount that was traded at once.
   ROUTINE int submit(Order order)
   {
      int traded = 0;
      while (order.amount > 0) {
         auto& levels = order.buys ? asks_ : bids_;
         if (levels.empty())
            break;
         auto best = order.buys ? levels.begin() : std::prev(levels.end());
         if (order.buys ? best->first > order.price : best->first < order.price)
            break;
         traded += match(order, best->second, best->first);
         if (best->second.empty())
            levels.erase(best);
      }
      if (order.amount > 0)
         (order.buys ? bids_ : asks_)[order.price].push_back(std::move(order));
      return traded;
   }

   ROUTINE int depth(bool buys, int n_levels) const
   {
      int sum = 0;
      const auto& levels = buys ? bids_ : asks_;
      for (const auto& level : levels) {
         if (n_levels-- == 0)
            break;
         for (const auto& order : level.second)
            sum += order.amount;
      }
      return sum;
   }

   Statistics<long>& prices() { return prices_; }
   Index<long>& turnover() { return turnover_; }

private:
   ROUTINE int match(Order& order, std::deque<Order>& level, int price)
   {
      int traded = 0;
      while (order.amount > 0 && !level.empty()) {
         Order& other = level.front();
         int amount = std::min(order.amount, other.amount);
         order.amount -= amount;
         other.amount -= amount;
         traded += amount;
         prices_.add(price);
         turnover_.at(order.customer) += (long)amount * price;
         turnover_.at(other.customer) += (long)amount * price;
         if (other.amount == 0)
            level.pop_front();
      }
      return traded;
   }

   std::map<int, std::deque<Order>> bids_, asks_;
   Statistics<long> prices_;
   Index<long> turnover_;
};

static uint64_t seed = 11;

ROUTINE uint32_t next_random()
{
   seed = seed * 6364136223846793005ul + 1442695040888963407ul;
   return seed >> 36;
}

ROUTINE std::vector<Order> make_orders(int n)
{
   std::vector<Order> orders;
   for (int i = 0; i < n; i++) {
      Order order;
      order.id = i;
      order.customer = next_random() % (n / 4 + 1) * 64;
      order.buys = next_random() % 2;
      order.price = 1000 + next_random() % 100 + (order.buys ? 0 : 20);
      order.amount = 1 + next_random() % 50;
      order.note = "order of customer " + std::to_string(order.customer);
      orders.push_back(std::move(order));
   }
   return orders;
}

ROUTINE long report(Book& book, const std::vector<Order>& orders)
{
   std::vector<std::pair<long, uint32_t>> list;
   for (const auto& order : orders)
      list.push_back({ book.turnover().at(order.customer), order.customer });
   std::sort(list.begin(), list.end());
   list.erase(std::unique(list.begin(), list.end()), list.end());
   return list.empty() ? 0 : list[list.size() / 2].first;
}

int main(int argc, char** argv)
{
   int most = argc > 1 ? atoi(argv[1]) : 8000;
   for (int n = most / 10; n <= most; n += most / 10) {
      Book book;
      auto orders = make_orders(n);
      long traded = 0, depth = 0;
      for (size_t i = 0; i < orders.size(); i++) {
         traded += book.submit(orders[i]);
         if (i % 16 == 0)
            depth += book.depth(true, 3) - book.depth(false, 3);
      }
      printf("%d: %ld traded, depth %ld, median %ld, report %ld\n", n, traded, depth, book.prices().median(),
             report(book, orders));
   }
   return 0;
}
