/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   A warehouse: orders take items from the shelves, and empty shelves are removed. */

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

class Shelf {
public:
   Shelf(int article, int pieces, double price) : article_(article), pieces_(pieces), price_(price) {}

   int article() const { return article_; }
   bool empty() const { return pieces_ == 0; }
   double value() const { return pieces_ * price_; }

   int take(int wanted)
   {
      int taken = std::min(wanted, pieces_);
      pieces_ -= taken;
      return taken;
   }

private:
   int article_;
   int pieces_;
   double price_;
};

struct Order {
   int article;
   int pieces;
};

class Warehouse {
public:
   void store(int article, int pieces, double price)
   {
      shelves.push_back(std::make_unique<Shelf>(article, pieces, price));
   }

   int serve(const Order& order)
   {
      int missing = order.pieces;
      while (missing > 0) {
         int place = find(order.article);
         if (place < 0)
            break;
         missing -= shelves[place]->take(missing);
         if (shelves[place]->empty())
            remove(place);
      }
      return missing;
   }

   double value() const
   {
      double sum = 0;
      for (const auto& shelf : shelves)
         sum += shelf->value();
      return sum;
   }

   size_t size() const { return shelves.size(); }

private:
   int find(int article) const
   {
      for (size_t i = 0; i < shelves.size(); i++)
         if (shelves[i]->article() == article)
            return static_cast<int>(i);
      return -1;
   }

   void remove(int place)
   {
      shelves.erase(shelves.begin() + place);
   }

   std::vector<std::unique_ptr<Shelf>> shelves;
};

static void fill(Warehouse& warehouse, int count)
{
   for (int i = 0; i < count; i++)
      warehouse.store(i * 7 % count, 1 + i % 4, 0.5 + i % 10);
}

static std::vector<Order> make_orders(int count)
{
   std::vector<Order> orders;
   for (int i = 0; i < count; i++)
      orders.push_back({ i * 11 % count, 1 + i % 5 });
   return orders;
}

static int serve_all(Warehouse& warehouse, const std::vector<Order>& orders)
{
   int missing = 0;
   for (const Order& order : orders)
      missing += warehouse.serve(order);
   return missing;
}

int main()
{
   for (int count = 12; count <= 900; count += count / 4) {
      Warehouse warehouse;
      fill(warehouse, count);
      double before = warehouse.value();
      int missing = serve_all(warehouse, make_orders(count));
      std::printf("%d: %.1f, then %.1f on %zu shelves, %d missing\n", count, before, warehouse.value(),
                  warehouse.size(), missing);
   }
}
