/* Adds up the numbers of each key in files of lines "key,number".  With BUCKETS of 1, the hash table has one
   chain. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS  4096

typedef struct Group {
   struct Group* next;
   long          sum;
   char          key[];
} Group;

static Group* table[BUCKETS];

static unsigned hash_of(const char* key)
{
   unsigned hash = 5381;
   while (*key != '\0') {
      hash = 33 * hash + (unsigned char)*key++;
   }
   return hash % BUCKETS;
}

static Group* find_group(const char* key)
{
   Group** bucket = &table[hash_of(key)];
   for (Group* group = *bucket; group != NULL; group = group->next) {
      if (strcmp(group->key, key) == 0) {
         return group;
      }
   }
   Group* added = malloc(sizeof *added + strlen(key) + 1);
   added->next = *bucket;
   added->sum = 0;
   strcpy(added->key, key);
   *bucket = added;
   return added;
}

static void add_row(char* line)
{
   char* comma = strchr(line, ',');
   if (comma != NULL) {
      *comma = '\0';
      find_group(line)->sum += atol(comma + 1);
   }
}

static void read_rows(FILE* in)
{
   char line[100];
   while (fgets(line, sizeof line, in) != NULL) {
      add_row(line);
   }
}

static long total(void)
{
   long sum = 0;
   for (size_t i = 0; i < BUCKETS; i++) {
      for (const Group* group = table[i]; group != NULL; group = group->next) {
         sum += group->sum;
      }
   }
   return sum;
}

int main(int argc, char** argv)
{
   for (int i = 1; i < argc; i++) {
      FILE* in = fopen(argv[i], "r");
      if (in == NULL) {
         return 1;
      }
      read_rows(in);
      fclose(in);
   }
   printf("%ld\n", total());
   return 0;
}
