/* The walk along a linked list of n nodes reads the link and the value of each node: the cells that the
   nodes' fields overlap.  How many those are depends on where the nodes lie:

      pairs      16 bytes each at addresses divisible by 16: 16/K cells for each node, in any order
      far        a page for each node: the same number
      triples    24 bytes each, one behind the other; link and value fill the first 16 and the last 8 are not
                 read: at resolution 16 a node covers two cells in part and shares one with its neighbour
      packed     12 bytes each (link 8, value 4), misaligned and gapless: all together the cells of 12n
                 bytes */
// build: $(closed_form) -static
#include "../common/expect.h"

#define LARGEST 300

struct Pair { struct Pair* next; long value; };
struct Triple { struct Triple* next; long value; long unused; };
struct Packed { struct Packed* next; int value; } __attribute__((packed));

static struct Pair pairs[LARGEST] OWN_PAGE;
static char far_nodes[LARGEST * 4096ul] OWN_PAGE;
static struct Triple triples[LARGEST] OWN_PAGE;
static struct Packed packed[LARGEST] OWN_PAGE;

ROUTINE long walk_pairs(const struct Pair* node)
{
   long total = 0;
   for (; node != NULL; node = node->next)
      total += node->value;
   return total;
}

ROUTINE long walk_triples(const struct Triple* node)
{
   long total = 0;
   for (; node != NULL; node = node->next)
      total += node->value;
   return total;
}

ROUTINE long walk_packed(const struct Packed* node)
{
   long total = 0;
   for (; node != NULL; node = node->next)
      total += node->value;
   return total;
}

/* Looks for a value: the nodes up to the one that has it, of which the link is not read. */
ROUTINE const struct Pair* find_pair(const struct Pair* node, long value)
{
   while (node != NULL && node->value != value)
      node = node->next;
   return node;
}

static void expect_triples(int n)
{
   model_begin();
   for (int i = 0; i < n; i++)
      model_read(&triples[i], 16);
   expect("walk_triples", model_rms());
}

int main(int argc, char** argv)
{
   start(argc, argv);
   static const int counts[] = { 0, 1, 2, 3, 5, 8, 13, 21, 50, 101, LARGEST };
   unsigned long per_pair = 16 / resolution;
   for (unsigned c = 0; c < sizeof counts / sizeof counts[0]; c++) {
      int n = counts[c];

      for (int i = 0; i < n; i++) {
         pairs[i].next = i + 1 < n ? &pairs[i + 1] : NULL;
         pairs[i].value = i;
         triples[i].next = i + 1 < n ? &triples[i + 1] : NULL;
         packed[i].next = i + 1 < n ? &packed[i + 1] : NULL;
         struct Pair* far = (struct Pair*)(far_nodes + i * 4096ul);
         far->next = i + 1 < n ? (struct Pair*)(far_nodes + (i + 1) * 4096ul) : NULL;
      }
      walk_pairs(n > 0 ? pairs : NULL);
      expect("walk_pairs", n * per_pair);
      walk_pairs(n > 0 ? (struct Pair*)far_nodes : NULL);
      expect("walk_pairs", n * per_pair);
      walk_triples(n > 0 ? triples : NULL);
      expect_triples(n);
      walk_packed(n > 0 ? packed : NULL);
      expect("walk_packed", cells(packed, 12ul * n));

      /* Not found: all values and links.  Found in node n/2: its value too, its link not. */
      find_pair(n > 0 ? pairs : NULL, -1);
      expect("find_pair", n * per_pair);
      if (n > 0) {
         find_pair(pairs, n / 2);
         expect("find_pair", n / 2 * per_pair + cells(&pairs[n / 2].value, 8));
      }

      /* The same nodes in a scattered order: 7 has no common divisor with the n at hand when n is no
         multiple. */
      if (n > 0 && n % 7 != 0) {
         for (int i = 0; i < n; i++)
            pairs[i * 7 % n].next = i + 1 < n ? &pairs[(i + 1) * 7 % n] : NULL;
         walk_pairs(pairs);
         expect("walk_pairs", n * per_pair);
      }
   }
   return finish();
}
