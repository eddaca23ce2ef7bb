/*--------------------------------------------------------------------*/
/*--- Floating-point kernels.                           floating.c ---*/
/*--------------------------------------------------------------------*/

/* floating [SCALE]

   Bodies under gravitation (few cells, much arithmetic), a fast Fourier transform (strides of all lengths)
   and a Jacobi iteration on a grid (long vectorisable rows). Only + - * / are used, whose results IEEE 754
   fixes: the mathematical library picks its routines by the processor it finds, and finds another one under
   Valgrind. */

#include <stdio.h>
#include <stdlib.h>

#define BODIES         12
#define BODY_STEPS     40000
#define TRANSFORM_LOG2 15
#define TRANSFORM_SIZE (1 << TRANSFORM_LOG2)
#define TRANSFORMS     50
#define GRID           300
#define GRID_STEPS     1200

typedef struct {
   double position[3];
   double velocity[3];
   double mass;
} Body;

typedef struct {
   double re;
   double im;
} Complex;

static Body    bodies[BODIES];
static Complex signal_values[TRANSFORM_SIZE];
static Complex roots[TRANSFORM_SIZE / 2];
static double  grid[2][GRID][GRID];

static void place_bodies(void)
{
   for (int i = 0; i < BODIES; i++) {
      for (int d = 0; d < 3; d++) {
         bodies[i].position[d] = ((i * 7 + d * 5) % 13) - 6.0;
         bodies[i].velocity[d] = ((i * 3 + d * 11) % 7 - 3.0) / 16.0;
      }
      bodies[i].mass = 1.0 + i % 3;
   }
}

/* The force falls with the square of the softened distance: no square root is needed. */
static void attract(Body* a, Body* b, double step)
{
   double difference[3];
   double distance = 0.25;
   for (int d = 0; d < 3; d++) {
      difference[d] = a->position[d] - b->position[d];
      distance += difference[d] * difference[d];
   }
   double strength = step / (distance * distance);
   for (int d = 0; d < 3; d++) {
      a->velocity[d] -= difference[d] * b->mass * strength;
      b->velocity[d] += difference[d] * a->mass * strength;
   }
}

static void move_bodies(double step)
{
   for (int i = 0; i < BODIES; i++)
      for (int j = i + 1; j < BODIES; j++)
         attract(&bodies[i], &bodies[j], step);
   for (int i = 0; i < BODIES; i++)
      for (int d = 0; d < 3; d++)
         bodies[i].position[d] += step * bodies[i].velocity[d];
}

static Complex multiply(Complex a, Complex b)
{
   return (Complex){ a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

/* exp(-2 pi i / TRANSFORM_SIZE) by its Taylor series; the other roots of unity are its powers. */
static void compute_roots(void)
{
   double  angle = -2.0 * 3.14159265358979323846 / TRANSFORM_SIZE;
   Complex term  = { 1.0, 0.0 };
   Complex root  = { 0.0, 0.0 };
   for (int i = 1; i < 20; i++) {
      root.re += term.re;
      root.im += term.im;
      term = multiply(term, (Complex){ 0.0, angle / i });
   }
   roots[0] = (Complex){ 1.0, 0.0 };
   for (int i = 1; i < TRANSFORM_SIZE / 2; i++)
      roots[i] = multiply(roots[i - 1], root);
}

static void reverse_bits(Complex* values)
{
   for (int i = 0, reversed = 0; i < TRANSFORM_SIZE; i++) {
      if (i < reversed) {
         Complex other    = values[i];
         values[i]        = values[reversed];
         values[reversed] = other;
      }
      int bit = TRANSFORM_SIZE >> 1;
      for (; bit > 0 && (reversed & bit) != 0; bit >>= 1)
         reversed ^= bit;
      reversed |= bit;
   }
}

static void transform(Complex* values)
{
   reverse_bits(values);
   for (int half = 1; half < TRANSFORM_SIZE; half *= 2) {
      int stride = TRANSFORM_SIZE / 2 / half;
      for (int start = 0; start < TRANSFORM_SIZE; start += 2 * half) {
         for (int i = start; i < start + half; i++) {
            Complex even = values[i];
            Complex odd  = multiply(values[i + half], roots[(i - start) * stride]);
            values[i]        = (Complex){ even.re + odd.re, even.im + odd.im };
            values[i + half] = (Complex){ even.re - odd.re, even.im - odd.im };
         }
      }
   }
}

static void relax_grid(double from[GRID][GRID], double to[GRID][GRID])
{
   for (int y = 1; y < GRID - 1; y++)
      for (int x = 1; x < GRID - 1; x++)
         to[y][x] = 0.25 * (from[y - 1][x] + from[y + 1][x] + from[y][x - 1] + from[y][x + 1]);
}

static void run_bodies(void)
{
   place_bodies();
   for (int i = 0; i < BODY_STEPS; i++)
      move_bodies(1.0 / 1024);
   printf("bodies %.6g %.6g\n", bodies[0].position[0], bodies[BODIES - 1].velocity[2]);
}

static void run_transforms(void)
{
   compute_roots();
   for (int i = 0; i < TRANSFORM_SIZE; i++)
      signal_values[i] = (Complex){ i % 17 - 8.0, i % 5 };
   for (int i = 0; i < TRANSFORMS; i++) {
      transform(signal_values);
      for (int j = 0; j < TRANSFORM_SIZE; j++) {
         signal_values[j].re /= 180.0;
         signal_values[j].im /= 180.0;
      }
   }
   double power = 0.0;
   for (int i = 0; i < TRANSFORM_SIZE; i++)
      power += signal_values[i].re * signal_values[i].re + signal_values[i].im * signal_values[i].im;
   printf("transform %.6g\n", power);
}

static void run_grid(void)
{
   for (int side = 0; side < 2; side++)
      for (int i = 0; i < GRID; i++)
         grid[side][0][i] = grid[side][i][0] = i;
   for (int i = 0; i < GRID_STEPS; i++)
      relax_grid(grid[i % 2], grid[(i + 1) % 2]);
   printf("grid %.6g %.6g\n", grid[0][10][10], grid[0][1][GRID / 2]);
}

int main(int argc, char** argv)
{
   int scale = argc > 1 ? atoi(argv[1]) : 1;

   for (int round = 0; round < scale; round++) {
      run_bodies();
      run_transforms();
      run_grid();
   }
   return 0;
}
