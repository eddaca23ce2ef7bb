/* Searches, whose input is what they look at and not what they search.

   linear_search    finds element i: the cells of elements 0 to i
   binary_search    the cells of the probed elements, at most floor(log2 n) + 1 of them; at resolution 16 the
                    last probes fall into a common cell
   hash_lookup      the bucket's pointer; of each node of its chain the key and, if that is not the one, the
                    link; then the value of the node found
   tree_lookup      of each node on the way the key and one child pointer, then the value */
// build: $(closed_form) -static
#include "../common/expect.h"

#define SIZE 500
#define BUCKETS 64

struct Node { struct Node* next; long key; long value; long unused; };
struct Tree { struct Tree* child[2]; long key; long value; };

static int sorted[SIZE] OWN_PAGE;
static struct Node* buckets[BUCKETS] OWN_PAGE;
static struct Node nodes[SIZE] OWN_PAGE;
static struct Tree tree_nodes[SIZE] OWN_PAGE;
static struct Tree* tree_root;

ROUTINE long linear_search(const int* array, long n, int key)
{
   for (long i = 0; i < n; i++)
      if (array[i] == key)
         return i;
   return -1;
}

ROUTINE long binary_search(const int* array, long n, int key)
{
   long low = 0, high = n - 1;
   while (low <= high) {
      long middle = (low + high) / 2;
      int value = array[middle];
      if (value == key)
         return middle;
      if (value < key)
         low = middle + 1;
      else
         high = middle - 1;
   }
   return -1;
}

static void expect_binary_search(const int* array, long n, int key)
{
   long low = 0, high = n - 1, probes = 0;
   model_begin();
   while (low <= high) {
      long middle = (low + high) / 2;
      model_read(&array[middle], 4);
      probes++;
      if (array[middle] == key)
         break;
      if (array[middle] < key)
         low = middle + 1;
      else
         high = middle - 1;
   }
   require(resolution != 4 || model_rms() == (unsigned long)probes, "each probe has a cell of its own");
   require(n == 0 || probes <= 64 - __builtin_clzl((unsigned long)n), "at most floor(log2 n) + 1 probes");
   expect("binary_search", model_rms());
}

ROUTINE long hash_lookup(struct Node* const* table, long key)
{
   for (const struct Node* node = table[key % BUCKETS]; node != NULL; node = node->next)
      if (node->key == key)
         return node->value;
   return -1;
}

static void expect_hash_lookup(long key)
{
   model_begin();
   model_read(&buckets[key % BUCKETS], 8);
   for (const struct Node* node = buckets[key % BUCKETS]; node != NULL; node = node->next) {
      model_read(&node->key, 8);
      if (node->key == key) {
         model_read(&node->value, 8);
         break;
      }
      model_read(&node->next, 8);
   }
   expect("hash_lookup", model_rms());
}

ROUTINE long tree_lookup(const struct Tree* node, long key)
{
   while (node != NULL) {
      long here = node->key;
      if (here == key)
         return node->value;
      node = node->child[here < key];
   }
   return -1;
}

static void expect_tree_lookup(long key)
{
   model_begin();
   for (const struct Tree* node = tree_root; node != NULL; node = node->child[node->key < key]) {
      model_read(&node->key, 8);
      if (node->key == key) {
         model_read(&node->value, 8);
         break;
      }
      model_read(&node->child[node->key < key], 8);
   }
   expect("tree_lookup", model_rms());
}

static void insert_in_tree(struct Tree* node)
{
   struct Tree** place = &tree_root;
   while (*place != NULL)
      place = &(*place)->child[(*place)->key < node->key];
   *place = node;
}

int main(int argc, char** argv)
{
   start(argc, argv);
   for (long i = 0; i < SIZE; i++) {
      sorted[i] = (int)(2 * i);
      nodes[i].key = i * 7;
      nodes[i].value = i;
      nodes[i].next = buckets[i * 7 % BUCKETS];
      buckets[i * 7 % BUCKETS] = &nodes[i];
      tree_nodes[i].key = i * 611 % SIZE;
      insert_in_tree(&tree_nodes[i]);
   }
   for (int key = -1; key <= 40; key++) {
      linear_search(sorted, SIZE, key);
      expect("linear_search", cells(sorted, 4ul * (key < 0 || key % 2 ? SIZE : key / 2 + 1)));
   }
   for (long n = 0; n <= SIZE; n += n < 20 ? 1 : 120)
      for (int key = -1; key <= 2 * n; key += 1 + (int)n / 20) {
         binary_search(sorted, n, key);
         expect_binary_search(sorted, n, key);
      }
   for (long key = 0; key < 7 * SIZE; key += 29) {
      hash_lookup(buckets, key);
      expect_hash_lookup(key);
   }
   for (long key = -1; key <= SIZE; key += 3) {
      tree_lookup(tree_root, key);
      expect_tree_lookup(key);
   }
   return finish();
}
