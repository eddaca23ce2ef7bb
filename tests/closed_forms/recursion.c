/* Recursion.  Frames and saved registers are written before they are read, return addresses are no access:
   what remains is the data.

   factorial, fibonacci, is_even/is_odd   no data: 0 in each of n + 1, of 2 F(n+1) - 1, and of n + 1
                                          activations
   sum_halves     n elements by halves: an activation on a range has the cells of that range
   sum_list       node i and below: an activation at node i of n has the cells of n - i nodes of 16 bytes
   sum_tree       a perfect tree of height h: 2^d activations at depth d, each with the nodes of its subtree,
                  2^(h-d) - 1 of them, of which each activation reads 24 bytes of 32; and 2^h at the null
                  links: 0
   drain          reads an element, then a deeper activation overwrites it: counts at each level it was read
                  in */
// build: $(closed_form) -static
#include "../common/expect.h"

#define LIST 400
#define HEIGHT 9

struct Pair { struct Pair* next; long value; };
struct Tree { struct Tree* left; struct Tree* right; long value; long unused; };

static struct Pair list[LIST] OWN_PAGE;
static struct Tree tree[1 << HEIGHT] OWN_PAGE;
static int values[600] OWN_PAGE;

ROUTINE long factorial(long n)
{
   return n <= 1 ? 1 : n * factorial(n - 1);
}

ROUTINE long fibonacci(long n)
{
   return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

ROUTINE long is_odd(long n);

ROUTINE long is_even(long n)
{
   return n == 0 ? 1 : is_odd(n - 1) + 2;
}

ROUTINE long is_odd(long n)
{
   return n == 0 ? 0 : is_even(n - 1) + 2;
}

ROUTINE long sum_halves(const int* array, long n)
{
   if (n == 0)
      return 0;
   if (n == 1)
      return *array;
   return sum_halves(array, n / 2) + sum_halves(array + n / 2, n - n / 2);
}

static void expect_sum_halves(const int* array, long n)
{
   expect("sum_halves", cells(array, 4ul * n));
   if (n >= 2) {
      expect_sum_halves(array, n / 2);
      expect_sum_halves(array + n / 2, n - n / 2);
   }
}

ROUTINE long sum_list(const struct Pair* node)
{
   if (node == NULL)
      return 0;
   return node->value + sum_list(node->next);
}

ROUTINE long sum_tree(const struct Tree* node)
{
   if (node == NULL)
      return 0;
   long left = sum_tree(node->left);
   return left + node->value + sum_tree(node->right);
}

ROUTINE long drain(int* array, long n)
{
   if (n == 0)
      return 0;
   long value = *(volatile int*)array;
   value += drain(array + 1, n - 1);
   *(volatile int*)array = 0;
   return value + *(volatile int*)array;
}

int main(int argc, char** argv)
{
   start(argc, argv);
   factorial(20);
   expect_calls("factorial", 0, 20);

   fibonacci(15);
   expect_calls("fibonacci", 0, 2 * 987 - 1);

   is_even(101);
   expect_calls("is_even", 0, 51);
   expect_calls("is_odd", 0, 51);

   for (long n = 0; n <= 310; n += n < 20 ? 1 : 145) {
      sum_halves(values, n);
      expect_sum_halves(values, n);
   }

   for (long i = 0; i < LIST; i++)
      list[i].next = i + 1 < LIST ? &list[i + 1] : NULL;
   sum_list(list);
   for (long left = 0; left <= LIST; left++)
      expect("sum_list", left * (16 / resolution));

   for (long i = 1; i < 1 << HEIGHT; i++) {
      tree[i].left = 2 * i < 1 << HEIGHT ? &tree[2 * i] : NULL;
      tree[i].right = 2 * i < 1 << HEIGHT ? &tree[2 * i + 1] : NULL;
   }
   sum_tree(&tree[1]);
   for (int depth = 0; depth < HEIGHT; depth++)
      expect_calls("sum_tree", ((1ul << (HEIGHT - depth)) - 1) * cells(&tree[1], 24), 1ul << depth);
   expect_calls("sum_tree", 0, 1ul << HEIGHT);

   drain(values, 50);
   for (long n = 0; n <= 50; n++)
      expect("drain", cells(values + 50 - n, 4ul * n));
   return finish();
}
