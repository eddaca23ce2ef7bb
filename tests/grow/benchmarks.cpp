// Benchmarks of Google Benchmark, for benchmarks.test, which compiles them.  What is not timed is quadratic, also where what
// is timed is not.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <vector>

static std::vector<int> numbers(const benchmark::State& state)
{
   std::vector<int> made(state.range(0));
   unsigned value = 7;
   for (int& number : made) {
      number = (int)((value = value * 1103515245 + 12345) >> 16 & 0x7fff);
   }
   return made;
}

__attribute__((noinline)) static long pairs_of(const std::vector<int>& all)
{
   long count = 0;
   for (int a : all) {
      for (int b : all) {
         if (a < b) {
            count++;
         }
      }
   }
   return count;
}

__attribute__((noinline)) static void heap_sort(std::vector<int>& all)
{
   std::make_heap(all.begin(), all.end());
   std::sort_heap(all.begin(), all.end());
}

static void BM_sum(benchmark::State& state)
{
   std::vector<int> all = numbers(state);
   benchmark::DoNotOptimize(pairs_of(all));
   for (auto _ : state) {
      long sum = 0;
      for (int number : all) {
         sum += number % 7 == 3 ? number : 1;
         benchmark::DoNotOptimize(sum);
      }
   }
   state.SetComplexityN(state.range(0));
}

static void BM_sort(benchmark::State& state)
{
   std::vector<int> all = numbers(state);
   for (auto _ : state) {
      state.PauseTiming();
      std::vector<int> copy = all;
      benchmark::DoNotOptimize(pairs_of(all));
      state.ResumeTiming();
      heap_sort(copy);
      benchmark::DoNotOptimize(copy.data());
   }
   state.SetComplexityN(state.range(0));
}

static void BM_pairs(benchmark::State& state)
{
   std::vector<int> all = numbers(state);
   for (auto _ : state) {
      benchmark::DoNotOptimize(pairs_of(all));
   }
   state.SetComplexityN(state.range(0));
}

static void BM_once(benchmark::State& state)
{
   for (auto _ : state) {
      benchmark::ClobberMemory();
   }
   state.SetComplexityN(state.range(0) + 1);
}

BENCHMARK(BM_sum)->Arg(100)->Arg(200)->Arg(400)->Arg(800)->Arg(1600)->Complexity(benchmark::oN);
BENCHMARK(BM_sort)->Arg(100)->Arg(200)->Arg(400)->Arg(800)->Arg(1600)->Complexity(benchmark::oNLogN);
BENCHMARK(BM_pairs)->Arg(20)->Arg(40)->Arg(80)->Arg(160)->Arg(320)->Complexity(benchmark::oN);
BENCHMARK(BM_pairs)->Name("no_claim")->ArgName("n")->Arg(20)->Arg(40)->Arg(80)->Arg(160)->Arg(320)->Iterations(3);

// Those that are not measured, or not judged.
BENCHMARK(BM_sum)->Name("fit")->Arg(100)->Arg(200)->Arg(400)->Arg(800)->Complexity();
BENCHMARK(BM_sum)->Name("few")->Arg(100)->Arg(200)->Complexity(benchmark::oN);
BENCHMARK(BM_sum)->Name("own{}")->Arg(100)->Arg(200)->Complexity([](benchmark::IterationCount n) -> double { return n; });
BENCHMARK(BM_sum)->Name("by time")->Arg(100)->Arg(200)->MinTime(0.1)->Complexity(benchmark::oN);
BENCHMARK(BM_sum)->Name("two")->ArgsProduct({ { 100, 200 }, { 3, 4 } });
BENCHMARK(BM_once)->Name("negative")->Arg(-5)->Arg(5);
BENCHMARK(BM_once)->Name("one")->Arg(5);

BENCHMARK_MAIN();
