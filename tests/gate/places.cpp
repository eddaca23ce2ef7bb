/* Routines of all kinds that compilers inline: members, a template, a lambda, and one in a namespace. */

#include <cstdio>
#include <vector>

namespace shop {

struct Cart {
   std::vector<int> items;
   bool has(int item) const
   {
      for (int one : items) {
         if (one == item) {
            return true;
         }
      }
      return false;
   }
   void add(int item)
   {
      if (!has(item)) {
         items.push_back(item);
      }
   }
   template <class Function>
   void each(Function function) const
   {
      for (int one : items) {
         function(one);
      }
   }
};

static int twice(const std::vector<int>& numbers)
{
   int sum = 0;
   for (int one : numbers) {
      sum += 2 * one;
   }
   return sum;
}

}

int main()
{
   long sum = 0;
   for (int n = 50; n <= 800; n *= 2) {
      shop::Cart cart;
      for (int i = 0; i < n; i++) {
         cart.add(i * 7 % n);
      }
      cart.each([&sum](int item) {
         for (int i = 0; i < item; i++) {
            sum += i ^ item;
         }
      });
      sum += shop::twice(cart.items);
   }
   std::printf("%ld\n", sum);
   return 0;
}
