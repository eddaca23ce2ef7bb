/* Something for gcc to compile. */

struct node { struct node* next; int key; };

static int hash(const char* s)
{
   int h = 5381;
   while (*s)
      h = h * 33 + *s++;
   return h;
}

int find(struct node* const* table, const char* s)
{
   int key = hash(s);
   for (struct node* n = table[(unsigned)key % 64]; n; n = n->next)
      if (n->key == key)
         return 1;
   return 0;
}

int mean(const int* a, int n)
{
   int total = 0;
   for (int i = 0; i < n; i++)
      total += a[i] * (i & 1 ? 3 : 5);
   return n ? total / n : 0;
}
