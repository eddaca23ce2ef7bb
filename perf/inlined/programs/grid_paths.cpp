/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   The cheapest way through a grid, and how rough the grid is. */

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <typename T> class Grid {
public:
   Grid(int rows, int columns, T value = T())
      : rows_(rows), columns_(columns), cells(rows * columns, value)
   {
   }

   int rows() const { return rows_; }
   int columns() const { return columns_; }
   T& operator()(int row, int column) { return cells[row * columns_ + column]; }
   const T& operator()(int row, int column) const { return cells[row * columns_ + column]; }

   template <typename F> void each(F visit) const
   {
      for (int row = 0; row < rows_; row++)
         for (int column = 0; column < columns_; column++)
            visit(row, column, (*this)(row, column));
   }

   T largest() const { return *std::max_element(cells.begin(), cells.end()); }

private:
   int rows_;
   int columns_;
   std::vector<T> cells;
};

using Costs = Grid<int>;

static int best_before(const Grid<long>& totals, int row, int column)
{
   if (row == 0 && column == 0)
      return 0;
   if (row == 0)
      return totals(row, column - 1);
   if (column == 0)
      return totals(row - 1, column);
   return std::min(totals(row - 1, column), totals(row, column - 1));
}

static long cheapest_path(const Costs& costs)
{
   Grid<long> totals(costs.rows(), costs.columns());
   for (int row = 0; row < costs.rows(); row++)
      for (int column = 0; column < costs.columns(); column++)
         totals(row, column) = best_before(totals, row, column) + costs(row, column);
   return totals(costs.rows() - 1, costs.columns() - 1);
}

static long roughness(const Costs& costs)
{
   long sum = 0;
   costs.each([&](int row, int column, int cost) {
      if (row > 0)
         sum += std::abs(cost - costs(row - 1, column));
      if (column > 0)
         sum += std::abs(cost - costs(row, column - 1));
   });
   return sum;
}

static std::vector<int> row_sums(const Costs& costs)
{
   std::vector<int> sums(costs.rows());
   costs.each([&](int row, int, int cost) { sums[row] += cost; });
   return sums;
}

static Costs make_costs(int size)
{
   Costs costs(size, size + size / 2);
   unsigned state = 17;
   for (int row = 0; row < costs.rows(); row++) {
      for (int column = 0; column < costs.columns(); column++) {
         state = state * 22695477 + 1;
         costs(row, column) = 1 + state / 65536 % 9;
      }
   }
   return costs;
}

int main()
{
   for (int size = 4; size <= 150; size += 1 + size / 5) {
      Costs costs = make_costs(size);
      std::vector<int> sums = row_sums(costs);
      std::printf("%d: path %ld, roughness %ld, dearest row %d, largest %d\n", size, cheapest_path(costs),
                  roughness(costs), *std::max_element(sums.begin(), sums.end()), costs.largest());
   }
}
