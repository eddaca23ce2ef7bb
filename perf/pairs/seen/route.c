// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Shortest paths, spanning trees and components of road-like networks.
// usage: route NODES

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int to, length; } Road;
typedef struct { int from, to, length; } Edge;
typedef struct { long distance; int node; } Item;

typedef struct {
   int n_nodes, n_edges;
   int* first;                   // of n_nodes + 1
   Road* roads;
   Edge* edges;
} Network;

typedef struct {
   Item* items;
   int n_items, room;
} Heap;

static unsigned state;

unsigned next_random(void)
{
   state = state * 1664525u + 1013904223u;
   return state >> 8;
}

void heap_push(Heap* heap, Item item)
{
   if (heap->n_items == heap->room) {
      heap->room = heap->room ? 2 * heap->room : 16;
      heap->items = realloc(heap->items, heap->room * sizeof *heap->items);
   }
   int i = heap->n_items++;
   while (i > 0 && heap->items[(i - 1) / 2].distance > item.distance) {
      heap->items[i] = heap->items[(i - 1) / 2];
      i = (i - 1) / 2;
   }
   heap->items[i] = item;
}

Item heap_pop(Heap* heap)
{
   Item top = heap->items[0];
   Item last = heap->items[--heap->n_items];
   int i = 0;
   for (int child; (child = 2 * i + 1) < heap->n_items; i = child) {
      if (child + 1 < heap->n_items && heap->items[child + 1].distance < heap->items[child].distance)
         child++;
      if (heap->items[child].distance >= last.distance)
         break;
      heap->items[i] = heap->items[child];
   }
   heap->items[i] = last;
   return top;
}

void make_edges(Network* network, int n_nodes)
{
   network->n_nodes = n_nodes;
   network->edges = malloc(3 * n_nodes * sizeof *network->edges);
   network->n_edges = 0;
   for (int i = 1; i < n_nodes; i++) {
      for (int k = 0; k < 3; k++) {
         int reach = i < 50 ? i : 50;
         Edge edge = { i, i - 1 - (int)(next_random() % reach), 1 + next_random() % 1000 };
         network->edges[network->n_edges++] = edge;
      }
   }
}

void index_roads(Network* network)
{
   int n = network->n_nodes;
   network->first = calloc(n + 2, sizeof *network->first);
   network->roads = malloc(2 * network->n_edges * sizeof *network->roads);
   for (int i = 0; i < network->n_edges; i++) {
      network->first[network->edges[i].from + 2]++;
      network->first[network->edges[i].to + 2]++;
   }
   for (int i = 2; i <= n + 1; i++)
      network->first[i] += network->first[i - 1];
   for (int i = 0; i < network->n_edges; i++) {
      Edge* edge = &network->edges[i];
      network->roads[network->first[edge->from + 1]++] = (Road){ edge->to, edge->length };
      network->roads[network->first[edge->to + 1]++] = (Road){ edge->from, edge->length };
   }
}

void relax(Network* network, int node, long distance, long* distances, Heap* heap)
{
   for (int i = network->first[node]; i < network->first[node + 1]; i++) {
      Road* road = &network->roads[i];
      long through = distance + road->length;
      if (through < distances[road->to]) {
         distances[road->to] = through;
         heap_push(heap, (Item){ through, road->to });
      }
   }
}

// Returns the distance of the target, or LONG_MAX.
long shortest(Network* network, int source, int target)
{
   long* distances = malloc(network->n_nodes * sizeof *distances);
   for (int i = 0; i < network->n_nodes; i++)
      distances[i] = LONG_MAX;
   Heap heap = {0};
   distances[source] = 0;
   heap_push(&heap, (Item){ 0, source });
   while (heap.n_items > 0) {
      Item item = heap_pop(&heap);
      if (item.node == target)
         break;
      if (item.distance > distances[item.node])
         continue;
      relax(network, item.node, item.distance, distances, &heap);
   }
   long distance = distances[target];
   free(heap.items);
   free(distances);
   return distance;
}

int find_root(int* parents, int node)
{
   while (parents[node] != node) {
      parents[node] = parents[parents[node]];
      node = parents[node];
   }
   return node;
}

int compare_edges(const void* a, const void* b)
{
   const Edge *x = a, *y = b;
   return x->length != y->length ? (x->length < y->length ? -1 : 1) : x->from - y->from;
}

long spanning_tree(Network* network)
{
   int* parents = malloc(network->n_nodes * sizeof *parents);
   for (int i = 0; i < network->n_nodes; i++)
      parents[i] = i;
   qsort(network->edges, network->n_edges, sizeof *network->edges, compare_edges);
   long length = 0;
   for (int i = 0, n_left = network->n_nodes - 1; i < network->n_edges && n_left > 0; i++) {
      int a = find_root(parents, network->edges[i].from);
      int b = find_root(parents, network->edges[i].to);
      if (a != b) {
         parents[a > b ? a : b] = a > b ? b : a;
         length += network->edges[i].length;
         n_left--;
      }
   }
   free(parents);
   return length;
}

// Returns how many nodes are within so many steps.
int within_steps(Network* network, int source, int n_steps)
{
   int* steps = malloc(network->n_nodes * sizeof *steps);
   int* queue = malloc(network->n_nodes * sizeof *queue);
   memset(steps, -1, network->n_nodes * sizeof *steps);
   int n_seen = 0;
   queue[n_seen++] = source;
   steps[source] = 0;
   for (int head = 0; head < n_seen; head++) {
      int node = queue[head];
      if (steps[node] == n_steps)
         break;
      for (int i = network->first[node]; i < network->first[node + 1]; i++) {
         int to = network->roads[i].to;
         if (steps[to] < 0) {
            steps[to] = steps[node] + 1;
            queue[n_seen++] = to;
         }
      }
   }
   free(steps);
   free(queue);
   return n_seen;
}

int main(int argc, char** argv)
{
   int most = argc > 1 ? atoi(argv[1]) : 4000;
   for (int n = most / 16; n <= most; n += most / 16) {
      Network network = {0};
      state = n;
      make_edges(&network, n);
      index_roads(&network);
      long sum = 0;
      for (int i = 0; i < 4; i++)
         sum += shortest(&network, next_random() % n, next_random() % n);
      for (int i = 0; i < 10; i++)
         sum += within_steps(&network, next_random() % n, 4);
      printf("%d: %ld %ld\n", n, sum, spanning_tree(&network));
      free(network.edges);
      free(network.first);
      free(network.roads);
   }
   return 0;
}
