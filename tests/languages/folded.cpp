/* Instances of generic routines that call each other.

   descend    descend<4> calls descend<3>, and so on: what one costs, all that called it have, too
   visit      visit<int> and visit<long> call each other through step, which is not generic
   alone      two instances, of which neither calls the other */

static volatile int values[100];

template <int Depth> __attribute__((noinline)) int descend()
{
   int sum = 0;
   for (int i = 0; i < 10 * Depth; i++) {
      sum += values[i];
   }
   if constexpr (Depth > 0) {
      sum += descend<Depth - 1>();
   }
   return sum;
}

__attribute__((noinline)) static int step(int depth);

template <typename Number> __attribute__((noinline)) Number visit(int depth)
{
   Number sum = 0;
   for (int i = 0; i < 10 * depth; i++) {
      sum += values[i];
   }
   return sum + step(depth - 1);
}

__attribute__((noinline)) static int step(int depth)
{
   return depth == 0 ? values[0] : depth % 2 == 0 ? visit<int>(depth) : (int)visit<long>(depth);
}

template <typename Number> __attribute__((noinline)) Number alone(int count)
{
   Number sum = 0;
   for (int i = 0; i < count; i++) {
      sum += values[i];
   }
   return sum;
}

int main()
{
   int sum = 0;
   for (int i = 0; i < 3; i++) {
      sum += descend<4>() + step(6) + alone<int>(20) + (int)alone<long>(30);
   }
   values[0] = sum;
   return 0;
}
