/* Runs all workloads, by topic. */
// build: $(closed_form) dynamic.c graphs.c matrices.c parsers.c recursion.c searches.c
// build: sequences.c sorts.c tables.c texts.c trees.c
#include "workload.h"

volatile long sink;

extern void run_sorts(void);
extern void run_searches(void);
extern void run_trees(void);
extern void run_tables(void);
extern void run_matrices(void);
extern void run_graphs(void);
extern void run_texts(void);
extern void run_dynamic(void);
extern void run_recursion(void);
extern void run_parsers(void);
extern void run_sequences(void);

int main(void)
{
   run_sorts();
   run_searches();
   run_trees();
   run_tables();
   run_matrices();
   run_graphs();
   run_texts();
   run_dynamic();
   run_recursion();
   run_parsers();
   run_sequences();
   return 0;
}
