/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   Points in the plane: hull, closest pair, and how many threes are on a line. */

#include <algorithm>
#include <cstdio>
#include <limits>
#include <vector>

struct Point {
   int x;
   int y;

   Point operator-(const Point& other) const { return { x - other.x, y - other.y }; }
   bool operator<(const Point& other) const { return x < other.x || (x == other.x && y < other.y); }
   int squared() const { return x * x + y * y; }
};

using Points = std::vector<Point>;

static int cross(const Point& a, const Point& b)
{
   return a.x * b.y - a.y * b.x;
}

static int turn(const Point& a, const Point& b, const Point& c)
{
   return cross(b - a, c - a);
}

static void add_to_chain(Points& chain, size_t least, const Point& point)
{
   while (chain.size() >= least && turn(chain[chain.size() - 2], chain.back(), point) <= 0)
      chain.pop_back();
   chain.push_back(point);
}

static Points hull(Points points)
{
   std::sort(points.begin(), points.end());
   Points chain;
   for (const Point& point : points)
      add_to_chain(chain, 2, point);
   size_t lower = chain.size() + 1;
   for (auto point = points.rbegin() + 1; point != points.rend(); ++point)
      add_to_chain(chain, lower, *point);
   chain.pop_back();
   return chain;
}

static int twice_area(const Points& polygon)
{
   int area = 0;
   for (size_t i = 0; i < polygon.size(); i++)
      area += cross(polygon[i], polygon[(i + 1) % polygon.size()]);
   return area;
}

static int closest_distance(const Points& points)
{
   int least = std::numeric_limits<int>::max();
   for (size_t i = 0; i < points.size(); i++)
      for (size_t j = i + 1; j < points.size(); j++)
         least = std::min(least, (points[i] - points[j]).squared());
   return least;
}

static int count_lines(const Points& points)
{
   int count = 0;
   for (size_t i = 0; i < points.size(); i++)
      for (size_t j = 0; j < i; j++)
         for (size_t k = 0; k < j; k++)
            if (turn(points[i], points[j], points[k]) == 0)
               count++;
   return count;
}

static Points make_points(int count)
{
   Points points;
   unsigned state = 41;
   auto next = [&state] { return static_cast<int>((state = state * 69069 + 1) >> 22); };
   for (int i = 0; i < count; i++) {
      int x = next();
      points.push_back({ x, next() });
   }
   return points;
}

int main()
{
   for (int count = 10; count <= 600; count += count / 4) {
      Points points = make_points(count);
      Points outer = hull(points);
      std::printf("%d points: %zu in the hull, area %d, closest %d\n", count, outer.size(), twice_area(outer),
                  closest_distance(points));
      if (count <= 120)
         std::printf("   %d on a line\n", count_lines(points));
   }
}
