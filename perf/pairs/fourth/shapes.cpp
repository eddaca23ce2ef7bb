// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Computes with points and polygons: hulls of points, which polygons a point is in, polygons cut by
// rectangles, and the points that are near to others, in a grid.
// usage: shapes POINTS

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <typename T> struct Point {
   T x, y;
};

template <typename T> T cross(const Point<T>& a, const Point<T>& b, const Point<T>& c)
{
   return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

template <typename T> T square_of_distance(const Point<T>& a, const Point<T>& b)
{
   T x = a.x - b.x, y = a.y - b.y;
   return x * x + y * y;
}

using Place = Point<double>;

struct Box {
   double left = 1e9, bottom = 1e9, right = -1e9, top = -1e9;

   void add(const Place& place)
   {
      left = std::min(left, place.x);
      right = std::max(right, place.x);
      bottom = std::min(bottom, place.y);
      top = std::max(top, place.y);
   }

   bool has(const Place& place) const
   {
      return place.x >= left && place.x <= right && place.y >= bottom && place.y <= top;
   }
};

class Polygon {
public:
   explicit Polygon(std::vector<Place> corners) : corners_(std::move(corners))
   {
      for (const Place& corner : corners_)
         box_.add(corner);
   }

   const std::vector<Place>& corners() const { return corners_; }
   const Box& box() const { return box_; }

   double area() const
   {
      double sum = 0;
      for (size_t i = 0, n = corners_.size(); i < n; i++) {
         const Place &a = corners_[i], &b = corners_[i + 1 < n ? i + 1 : 0];
         sum += a.x * b.y - b.x * a.y;
      }
      return sum / 2;
   }

   bool contains(const Place& place) const
   {
      if (!box_.has(place))
         return false;
      bool is_inside = false;
      for (size_t i = 0, j = corners_.size() - 1; i < corners_.size(); j = i++) {
         const Place &a = corners_[i], &b = corners_[j];
         if ((a.y > place.y) != (b.y > place.y)
            && place.x < (b.x - a.x) * (place.y - a.y) / (b.y - a.y) + a.x)
            is_inside = !is_inside;
      }
      return is_inside;
   }

private:
   std::vector<Place> corners_;
   Box box_;
};

template <typename T> class Grid {
public:
   Grid(double size, double step) : step_(step), n_(static_cast<int>(size / step) + 1)
   {
      cells_.resize(static_cast<size_t>(n_) * n_);
   }

   void add(const Place& place, const T& value)
   {
      cells_[cell_of(place)].push_back({ place, value });
   }

   // Calls a function with what stands in the cells around a place.
   template <typename F> void each_near(const Place& place, F function) const
   {
      int x = column_of(place.x), y = column_of(place.y);
      for (int i = std::max(0, y - 1); i <= std::min(n_ - 1, y + 1); i++)
         for (int j = std::max(0, x - 1); j <= std::min(n_ - 1, x + 1); j++)
            for (const Entry& entry : cells_[static_cast<size_t>(i) * n_ + j])
               function(entry.place, entry.value);
   }

private:
   struct Entry {
      Place place;
      T value;
   };

   int column_of(double x) const
   {
      return std::max(0, std::min(n_ - 1, static_cast<int>(x / step_)));
   }

   size_t cell_of(const Place& place) const
   {
      return static_cast<size_t>(column_of(place.y)) * n_ + column_of(place.x);
   }

   double step_;
   int n_;
   std::vector<std::vector<Entry>> cells_;
};

class Random {
public:
   double next(double below)
   {
      state_ = state_ * 6364136223846793005u + 1442695040888963407u;
      return static_cast<double>(state_ >> 40) / 16777216.0 * below;
   }

private:
   uint64_t state_ = 31;
};

std::vector<Place> make_places(Random& random, int n, double size)
{
   std::vector<Place> places;
   places.reserve(n);
   for (int i = 0; i < n; i++) {
      double x = random.next(size);
      places.push_back({ x, random.next(size) });
   }
   return places;
}

// Returns the corners of the hull, from the left, against the clock.
std::vector<Place> hull_of(std::vector<Place> places)
{
   std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
      return a.x != b.x ? a.x < b.x : a.y < b.y;
   });
   std::vector<Place> hull;
   hull.reserve(places.size() + 1);
   for (int side = 0; side < 2; side++) {
      size_t start = hull.size();
      for (const Place& place : places) {
         while (hull.size() >= start + 2 && cross(hull[hull.size() - 2], hull.back(), place) <= 0)
            hull.pop_back();
         hull.push_back(place);
      }
      hull.pop_back();
      std::reverse(places.begin(), places.end());
   }
   return hull;
}

double side_of(const Place& place, int edge, const Box& box)
{
   switch (edge) {
   case 0: return place.x - box.left;
   case 1: return box.right - place.x;
   case 2: return place.y - box.bottom;
   default: return box.top - place.y;
   }
}

// Returns what is left of a polygon on the inner side of an edge of a box.
std::vector<Place> cut_edge(const std::vector<Place>& corners, int edge, const Box& box)
{
   std::vector<Place> left;
   left.reserve(corners.size() + 4);
   for (size_t i = 0; i < corners.size(); i++) {
      const Place &a = corners[i], &b = corners[i + 1 < corners.size() ? i + 1 : 0];
      double from = side_of(a, edge, box), to = side_of(b, edge, box);
      if (from >= 0)
         left.push_back(a);
      if ((from >= 0) != (to >= 0)) {
         double part = from / (from - to);
         left.push_back({ a.x + part * (b.x - a.x), a.y + part * (b.y - a.y) });
      }
   }
   return left;
}

Polygon cut(const Polygon& polygon, const Box& box)
{
   std::vector<Place> corners = polygon.corners();
   for (int edge = 0; edge < 4 && !corners.empty(); edge++)
      corners = cut_edge(corners, edge, box);
   return Polygon(corners);
}

Polygon make_star(Random& random, double size, int n)
{
   Place middle = { random.next(size), random.next(size) };
   std::vector<Place> corners;
   for (int i = 0; i < n; i++) {
      double angle = 6.283185307179586 * i / n, radius = 4 + random.next(8);
      corners.push_back({ middle.x + radius * std::cos(angle), middle.y + radius * std::sin(angle) });
   }
   return Polygon(corners);
}

double cut_all(const std::vector<Polygon>& polygons, Random& random, double size)
{
   double sum = 0;
   for (const Polygon& polygon : polygons)
      for (int i = 0; i < 20; i++) {
         Box box;
         Place place = { random.next(size), random.next(size) };
         box.add(place);
         box.add({ place.x + 30, place.y + 30 });
         const Box& other = polygon.box();
         if (other.right < box.left || other.left > box.right || other.top < box.bottom
            || other.bottom > box.top)
            continue;
         sum += cut(polygon, box).area();
      }
   return sum;
}

int count_inside(const std::vector<Polygon>& polygons, const std::vector<Place>& places)
{
   int n = 0;
   for (const Place& place : places)
      for (const Polygon& polygon : polygons)
         if (polygon.contains(place)) {
            n++;
            break;
         }
   return n;
}

double join_near(const std::vector<Place>& places, double size)
{
   Grid<int> grid(size, 3);
   for (size_t i = 0; i < places.size(); i++)
      grid.add(places[i], static_cast<int>(i));
   double sum = 0;
   for (size_t i = 0; i < places.size(); i++) {
      double best = 9;
      grid.each_near(places[i], [&](const Place& other, int number) {
         if (number != static_cast<int>(i))
            best = std::min(best, square_of_distance(places[i], other));
      });
      sum += std::sqrt(best);
   }
   return sum;
}

int main(int n_args, char** args)
{
   int n = n_args > 1 ? std::atoi(args[1]) : 1000;
   if (n <= 0)
      return 2;
   const double size = 100;
   Random random;
   std::vector<Place> places = make_places(random, n, size);
   std::vector<Polygon> polygons;
   for (int i = 0; i < n / 30; i++)
      polygons.push_back(make_star(random, size, 12 + i % 30));
   double hulls = 0;
   for (int i = 0; i + 300 <= n; i += 100)
      hulls += Polygon(hull_of({ places.begin() + i, places.begin() + i + 300 })).area();
   double cuts = cut_all(polygons, random, size);
   int inside = count_inside(polygons, places);
   double near = join_near(places, size);
   std::printf("%.3f %.3f %d %.3f\n", hulls, cuts, inside, near);
   return 0;
}
