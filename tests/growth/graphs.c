/* Graphs of v nodes and e edges, as lists of neighbours in arrays: v + 1 cells for where each node's list
   begins, and e for the lists. What an algorithm keeps for each node, it writes before it reads. */

#include "workload.h"

#define NODES 4096
#define EDGES (4 * NODES)
#define FAR   0x3fffffff

static int begin[NODES + 1];
static int target[EDGES];
static int length[EDGES];

/* Every node has `degree` edges, the first of them to the next node. */
static void make_graph(int nodes, int degree)
{
   int edge = 0;
   for (int node = 0; node < nodes; node++) {
      begin[node] = edge;
      for (int i = 0; i < degree; i++, edge++) {
         target[edge] = i == 0 ? (node + 1) % nodes : (int)random_below((uint32_t)nodes);
         length[edge] = 1 + (int)random_below(1000);
      }
   }
   begin[nodes] = edge;
}

/* breadth_first: n
   Every node and every edge once: v + e. */
ROUTINE int breadth_first(int nodes)
{
   int distance[NODES], queue[NODES], head = 0, tail = 0;
   for (int i = 0; i < nodes; i++) {
      distance[i] = -1;
   }
   distance[0] = 0;
   queue[tail++] = 0;
   while (head < tail) {
      int node = queue[head++];
      for (int edge = begin[node]; edge < begin[node + 1]; edge++) {
         if (distance[target[edge]] < 0) {
            distance[target[edge]] = distance[node] + 1;
            queue[tail++] = target[edge];
         }
      }
   }
   return distance[nodes - 1];
}

/* dijkstra_array: n^2
   The nearest node is looked for among all, v times: v² steps for v + 3 · 2v cells. */
ROUTINE int dijkstra_array(int nodes)
{
   int distance[NODES], done[NODES];
   for (int i = 0; i < nodes; i++) {
      distance[i] = i == 0 ? 0 : FAR;
      done[i] = 0;
   }
   for (int round = 0; round < nodes; round++) {
      int nearest = -1;
      for (int i = 0; i < nodes; i++) {
         if (!done[i] && (nearest < 0 || distance[i] < distance[nearest])) {
            nearest = i;
         }
      }
      done[nearest] = 1;
      for (int edge = begin[nearest]; edge < begin[nearest + 1]; edge++) {
         if (distance[nearest] + length[edge] < distance[target[edge]]) {
            distance[target[edge]] = distance[nearest] + length[edge];
         }
      }
   }
   return distance[nodes - 1];
}

/* bellman_ford: worst n^2, mean n^2, best n
   Rounds over all edges until nothing changes. On a path whose edges are listed from its beginning, two
   rounds do; if they are listed from its end, each round finds one more node: v rounds. One call of each kind
   for each size. */
ROUTINE int bellman_ford(const int* from, const int* to, int nodes)
{
   int distance[NODES], changed = 1;
   for (int i = 0; i < nodes; i++) {
      distance[i] = i == 0 ? 0 : FAR;
   }
   while (changed) {
      changed = 0;
      for (int edge = 0; edge < nodes - 1; edge++) {
         if (distance[from[edge]] + 1 < distance[to[edge]]) {
            distance[to[edge]] = distance[from[edge]] + 1;
            changed = 1;
         }
      }
   }
   return distance[nodes - 1];
}

static void run_bellman_ford(void)
{
   static int from[NODES], to[NODES];
   for (int nodes = 5; nodes < 500; nodes = next_size(nodes, 20)) {
      for (int i = 0; i < nodes - 1; i++) {
         from[i] = i;
         to[i] = i + 1;
      }
      sink = bellman_ford(from, to, nodes);
      for (int i = 0; i < nodes - 1; i++) {
         from[i] = nodes - 2 - i;
         to[i] = nodes - 1 - i;
      }
      sink = bellman_ford(from, to, nodes);
   }
}

/* prim_dense: n
   All distances between v nodes: v² cells, each read once or twice, and v searches among v nodes: v² steps.
   */
ROUTINE int prim_dense(const int* distances, int nodes)
{
   int nearest[NODES], total = 0;
   for (int i = 0; i < nodes; i++) {
      nearest[i] = i == 0 ? 0 : FAR;
   }
   for (int round = 0; round < nodes; round++) {
      int best = -1;
      for (int i = 0; i < nodes; i++) {
         if (nearest[i] >= 0 && (best < 0 || nearest[i] < nearest[best])) {
            best = i;
         }
      }
      total += nearest[best];
      nearest[best] = -1;
      for (int i = 0; i < nodes; i++) {
         int distance = distances[best * nodes + i];
         if (distance < nearest[i]) {
            nearest[i] = distance;
         }
      }
   }
   return total;
}

static void run_prim_dense(void)
{
   static int distances[120 * 120];
   for (int nodes = 4; nodes <= 120; nodes = next_size(nodes, 15)) {
      fill_random(distances, nodes * nodes, 1000);
      sink = prim_dense(distances, nodes);
   }
}

static int visited[NODES];

/* depth_first: n
   What an activation and those below it visit: each node and edge once, and a mark for each edge's target,
   which the caller has cleared: v + 2 e cells at most. */
ROUTINE int depth_first(int node)
{
   int count = 1;
   visited[node] = 1;
   for (int edge = begin[node]; edge < begin[node + 1]; edge++) {
      if (!visited[target[edge]]) {
         count += depth_first(target[edge]);
      }
   }
   return count;
}

void run_graphs(void)
{
   for (int nodes = 8; nodes <= NODES; nodes = next_size(nodes, 30)) {
      make_graph(nodes, 3);
      sink = breadth_first(nodes);
      for (int i = 0; i < nodes; i++) {
         visited[i] = 0;
      }
      sink = depth_first(0);
      if (nodes < 600) {
         sink = dijkstra_array(nodes);
      }
   }
   run_bellman_ford();
   run_prim_dense();
}
