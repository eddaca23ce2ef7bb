/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   Connected parts of a graph, breadth first. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
   int from;
   int to;
} Edge;

typedef struct {
   int nodes;
   int* first;       /* of each node, the index of its first neighbour */
   int* neighbours;
} Graph;

static unsigned state = 7;

static int pick(int limit)
{
   state ^= state << 13;
   state ^= state >> 17;
   state ^= state << 5;
   return (int)(state % (unsigned)limit);
}

static Edge* make_edges(int nodes, int count)
{
   Edge* edges = malloc(count * sizeof *edges);
   for (int i = 0; i < count; i++) {
      edges[i].from = pick(nodes);
      edges[i].to = pick(nodes);
   }
   return edges;
}

static void count_degrees(const Edge* edges, int count, int* degrees)
{
   for (int i = 0; i < count; i++) {
      if (edges[i].from == edges[i].to)
         continue;
      degrees[edges[i].from]++;
      degrees[edges[i].to]++;
   }
}

static void running_sums(int* values, int count)
{
   for (int i = 1; i < count; i++)
      values[i] += values[i - 1];
}

static inline void put(Graph* graph, int node, int neighbour)
{
   graph->neighbours[--graph->first[node]] = neighbour;
}

static Graph make_graph(int nodes, const Edge* edges, int count)
{
   Graph graph = { nodes, calloc(nodes + 1, sizeof(int)), malloc(2 * count * sizeof(int)) };
   count_degrees(edges, count, graph.first);
   running_sums(graph.first, nodes + 1);
   for (int i = 0; i < count; i++) {
      if (edges[i].from != edges[i].to) {
         put(&graph, edges[i].from, edges[i].to);
         put(&graph, edges[i].to, edges[i].from);
      }
   }
   return graph;
}

static int visit(const Graph* graph, int start, int* part, int mark, int* queue)
{
   int head = 0, tail = 0;
   queue[tail++] = start;
   part[start] = mark;
   while (head < tail) {
      int node = queue[head++];
      for (int i = graph->first[node]; i < graph->first[node + 1]; i++) {
         int other = graph->neighbours[i];
         if (part[other] != 0)
            continue;
         part[other] = mark;
         queue[tail++] = other;
      }
   }
   return tail;
}

static int largest_part(const Graph* graph)
{
   int* part = calloc(graph->nodes, sizeof(int));
   int* queue = malloc(graph->nodes * sizeof(int));
   int parts = 0, largest = 0;
   for (int node = 0; node < graph->nodes; node++) {
      if (part[node] == 0) {
         int size = visit(graph, node, part, ++parts, queue);
         if (size > largest)
            largest = size;
      }
   }
   free(part);
   free(queue);
   return largest;
}

int main(void)
{
   for (int nodes = 20; nodes <= 12000; nodes += nodes / 3) {
      int count = nodes * 3 / 2;
      Edge* edges = make_edges(nodes, count);
      Graph graph = make_graph(nodes, edges, count);
      printf("%d nodes: %d\n", nodes, largest_part(&graph));
      free(edges);
      free(graph.first);
      free(graph.neighbours);
   }
   return 0;
}
