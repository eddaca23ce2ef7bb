/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Moves particles, with MPI around.  The mistake, if there are many: accelerate looks at all pairs. */

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
   double x, y, vx, vy;
} Particle;

static void accelerate(Particle* particles, int count)
{
   for (int i = 0; i < count; i++) {
      double ax = 0.0;
      double ay = 0.0;
      for (int k = 0; k < count; k++) {
         double dx = particles[k].x - particles[i].x;
         double dy = particles[k].y - particles[i].y;
         double square = dx * dx + dy * dy + 0.01;
         ax += dx / square;
         ay += dy / square;
      }
      particles[i].vx += 0.001 * ax;
      particles[i].vy += 0.001 * ay;
   }
}

static double move(Particle* particles, int count)
{
   double energy = 0.0;
   for (int i = 0; i < count; i++) {
      particles[i].x += particles[i].vx;
      particles[i].y += particles[i].vy;
      energy += particles[i].vx * particles[i].vx + particles[i].vy * particles[i].vy;
   }
   return energy;
}

static void simulate(int count, int rank)
{
   Particle* particles = malloc((size_t)count * sizeof *particles);
   for (int i = 0; i < count; i++) {
      particles[i] = (Particle){ i * 7919 % 1009, i * 104729 % 1013, 0.0, 0.0 };
   }
   accelerate(particles, count);
   double energy = move(particles, count);
   double total;
   MPI_Allreduce(&energy, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
   if (rank == 0) {
      printf("%d particles: energy %.3e\n", count, total);
   }
   free(particles);
}

int main(int argc, char** argv)
{
   int rank;
   MPI_Init(&argc, &argv);
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   for (int count = 20; count <= 320; count += 20) {
      simulate(count, rank);
   }
   MPI_Finalize();
   return 0;
}
