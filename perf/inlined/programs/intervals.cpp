/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   Sorts and merges intervals, and looks up points in them. */

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

struct Interval {
   int begin;
   int end;

   int length() const { return end - begin; }
   bool contains(int point) const { return begin <= point && point < end; }
   bool touches(const Interval& other) const { return begin <= other.end && other.begin <= end; }
   void extend(const Interval& other) { end = std::max(end, other.end); }
};

class IntervalSet {
public:
   explicit IntervalSet(std::vector<Interval> given)
   {
      std::sort(given.begin(), given.end(),
                [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
      for (const Interval& interval : given)
         append(interval);
   }

   size_t size() const { return intervals.size(); }

   int covered() const
   {
      return std::accumulate(intervals.begin(), intervals.end(), 0,
                             [](int sum, const Interval& interval) { return sum + interval.length(); });
   }

   int widest_gap() const
   {
      int widest = 0;
      for (size_t i = 1; i < intervals.size(); i++)
         widest = std::max(widest, intervals[i].begin - intervals[i - 1].end);
      return widest;
   }

   bool contains(int point) const
   {
      size_t low = 0, high = intervals.size();
      while (low < high) {
         size_t middle = (low + high) / 2;
         if (intervals[middle].contains(point))
            return true;
         if (intervals[middle].begin > point)
            high = middle;
         else
            low = middle + 1;
      }
      return false;
   }

private:
   void append(const Interval& interval)
   {
      if (!intervals.empty() && intervals.back().touches(interval))
         intervals.back().extend(interval);
      else
         intervals.push_back(interval);
   }

   std::vector<Interval> intervals;
};

static std::vector<Interval> make_intervals(int count)
{
   std::vector<Interval> intervals;
   unsigned state = 23;
   for (int i = 0; i < count; i++) {
      state = state * 1664525 + 1013904223;
      int begin = static_cast<int>(state >> 8) % (20 * count);
      intervals.push_back({ begin, begin + 1 + i % 13 });
   }
   return intervals;
}

static int count_hits(const IntervalSet& set, const std::vector<int>& points)
{
   return static_cast<int>(std::count_if(points.begin(), points.end(),
                                         [&](int point) { return set.contains(point); }));
}

int main()
{
   for (int count = 10; count <= 6000; count += count / 3) {
      IntervalSet set(make_intervals(count));
      std::vector<int> points(count);
      std::iota(points.begin(), points.end(), count / 2);
      std::printf("%d: %zu left, %d covered, gap %d, %d hits\n", count, set.size(), set.covered(),
                  set.widest_gap(), count_hits(set, points));
   }
}
