/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   Conway's game of life on boards of several sizes. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
   int width;
   int height;
   int* cells;
} Board;

static Board new_board(int width, int height)
{
   Board board = { width, height, calloc(width * height, sizeof(int)) };
   return board;
}

static inline int cell(const Board* board, int x, int y)
{
   if (x < 0 || y < 0 || x >= board->width || y >= board->height)
      return 0;
   return board->cells[y * board->width + x];
}

static int neighbours(const Board* board, int x, int y)
{
   int count = 0;
   for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++)
         if (dx != 0 || dy != 0)
            count += cell(board, x + dx, y + dy);
   return count;
}

static int lives_on(int alive, int around)
{
   switch (around) {
      case 2: return alive;
      case 3: return 1;
      default: return 0;
   }
}

static void step(const Board* from, Board* to)
{
   for (int y = 0; y < from->height; y++)
      for (int x = 0; x < from->width; x++)
         to->cells[y * to->width + x] = lives_on(cell(from, x, y), neighbours(from, x, y));
}

static int population(const Board* board)
{
   int count = 0;
   for (int i = 0; i < board->width * board->height; i++)
      count += board->cells[i];
   return count;
}

static int is_same(const Board* a, const Board* b)
{
   for (int i = 0; i < a->width * a->height; i++)
      if (a->cells[i] != b->cells[i])
         return 0;
   return 1;
}

static void scatter(Board* board)
{
   unsigned state = 99;
   for (int i = 0; i < board->width * board->height; i++) {
      state = state * 1664525 + 1013904223;
      board->cells[i] = state >> 30 == 0;
   }
}

static int play(Board* board, int rounds)
{
   Board other = new_board(board->width, board->height);
   int round;
   for (round = 0; round < rounds; round++) {
      step(board, &other);
      if (is_same(board, &other))
         break;
      int* cells = board->cells;
      board->cells = other.cells;
      other.cells = cells;
   }
   free(other.cells);
   return round;
}

int main(void)
{
   for (int width = 4; width <= 110; width += 1 + width / 5) {
      Board board = new_board(width, width + 2);
      scatter(&board);
      int before = population(&board);
      int rounds = play(&board, 4);
      printf("%d columns: %d, after %d rounds %d\n", width, before, rounds, population(&board));
      free(board.cells);
   }
   return 0;
}
