/* Binary search trees, and lists as what the worst of them become. */

#include "workload.h"

#define LARGEST 4096

typedef struct Node {
   struct Node* left;
   struct Node* right;
   int          key;
} Node;

static Node nodes[LARGEST];
static int  used;
static int  keys[LARGEST];

static Node* make_node(int key)
{
   Node* node = &nodes[used++];
   node->left = node->right = NULL;
   node->key = key;
   return node;
}

/* tree_insert: n
   Reads one key and one pointer (3 cells) for each node on the way down, and takes as many steps. */
ROUTINE void tree_insert(Node** root, int key)
{
   while (*root != NULL) {
      root = key < (*root)->key ? &(*root)->left : &(*root)->right;
   }
   *root = make_node(key);
}

static void insert_all(Node** root, const int* from, int n)
{
   used = 0;
   *root = NULL;
   for (int i = 0; i < n; i++) {
      tree_insert(root, from[i]);
   }
}

/* tree_build_random: n log n
   The input is the keys; the nodes are written here. A random tree's depth is 1.39 log n on average. */
ROUTINE int tree_build_random(const int* from, int n)
{
   Node* root;
   insert_all(&root, from, n);
   return root->key;
}

static void run_tree_build_random(void)
{
   for (int n = 8; n < LARGEST; n = next_size(n, 30)) {
      fill_random(keys, n, 1 << 30);
      sink = tree_build_random(keys, n);
   }
}

/* tree_build_sorted: n^2
   Sorted keys make a tree that is a list: i steps for key i. */
ROUTINE int tree_build_sorted(const int* from, int n)
{
   Node* root;
   insert_all(&root, from, n);
   return root->key;
}

static void run_tree_build_sorted(void)
{
   for (int n = 8; n < 700; n = next_size(n, 25)) {
      fill_ascending(keys, n);
      sink = tree_build_sorted(keys, n);
   }
}

/* tree_sum: n
   Every node of the subtree is visited once. */
ROUTINE long tree_sum(const Node* node)
{
   return node == NULL ? 0 : node->key + tree_sum(node->left) + tree_sum(node->right);
}

/* tree_find: n
   As tree_insert. */
ROUTINE const Node* tree_find(const Node* node, int key)
{
   while (node != NULL && node->key != key) {
      node = key < node->key ? node->left : node->right;
   }
   return node;
}

static void run_tree_sum(void)
{
   Node* root;
   fill_random(keys, LARGEST, 1 << 30);
   insert_all(&root, keys, LARGEST);
   sink = tree_sum(root);
   for (int i = 0; i < 1000; i++) {
      sink = tree_find(root, keys[random_below(LARGEST)]) != NULL;
   }
}

/* list_sum: n
   Every node is visited once. */
ROUTINE long list_sum(const Node* node)
{
   long sum = 0;
   for (; node != NULL; node = node->right) {
      sum += node->key;
   }
   return sum;
}

/* list_at_each: n^2
   The list is walked from its head to element i, for each i. */
ROUTINE long list_at_each(const Node* head, int n)
{
   long sum = 0;
   for (int i = 0; i < n; i++) {
      const Node* node = head;
      for (int k = 0; k < i; k++) {
         node = node->right;
      }
      sum += node->key;
   }
   return sum;
}

static void run_lists(void)
{
   for (int n = 5; n < 600; n = next_size(n, 25)) {
      used = 0;
      for (int i = 0; i < n; i++) {
         Node* node = make_node(i);
         if (i > 0) {
            nodes[i - 1].right = node;
         }
      }
      sink = list_sum(nodes);
      sink = list_at_each(nodes, n);
   }
}

void run_trees(void)
{
   run_tree_build_random();
   run_tree_build_sorted();
   run_tree_sum();
   run_lists();
}
