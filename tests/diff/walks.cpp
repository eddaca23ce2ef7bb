// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// What run_sources edits and compiles, and nobody runs: routines that are inlined, and what they depend on.

#define MOST 10

static const int steps[] = { 1, 2, 3 };

namespace {
enum Edge { LOW = -4, HIGH = 4 };
}

struct Node {
   int  value;
   int  weight = 1;
   bool operator==(const Node& other) const { return value == other.value; }
   int  doubled() const { return 2 * value; }
};

// Is inlined in walk.
static inline int clamp(int n)
{
   return n > MOST ? MOST : n;
}

extern "C" int walk(int count)
{
   int sum = count;
   for (int i = 0; i < count; i++)
      sum += clamp(i) * clamp(sum);
   return sum;
}

extern "C" int pace(unsigned n)
{
   return steps[n % 3];
}

extern "C" int weigh(const Node* node, int n)
{
   int sum = 0;
   while (n-- > 0)
      sum += node[n].weight > HIGH ? node[n].doubled() : LOW;
   return sum;
}

extern "C" int apply(int count)
{
   int  sum = count;
   auto change = [](int n) { return n ^ (n >> 3); };
   for (int i = 0; i < count; i++)
      sum += change(i * sum);
   return sum;
}
