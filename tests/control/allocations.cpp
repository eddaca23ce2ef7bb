/* What programs request of allocators (--cost=alloc-bytes, alloc-count), counted by the program itself.

      allocations FILE [inlined]   writes what each routine has requested, one to a line:
                                   NAME SELF-BYTES SELF-BLOCKS BYTES BLOCKS, the last two with what it has called.
                                   inlined: routines that the compiler has inlined are routines, too

   Each routine says when it begins (Begun), and what it is about to request (requests). */
// build: $(plain_cpp) -std=c++17 -pthread -Wno-alloc-size-larger-than -Wno-unused-result
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <mutex>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ROUTINE extern "C" __attribute__((noinline))

struct Counter {
   const char* name;
   unsigned long self_bytes, self_blocks, bytes, blocks;
};

static Counter counters[32];
static int count;
static std::mutex mutex;

static Counter* counter_of(const char* name)
{
   for (int i = 0; i < count; i++)
      if (strcmp(counters[i].name, name) == 0)
         return &counters[i];
   counters[count].name = name;
   return &counters[count++];
}

struct Begun;
static thread_local Begun* top;

struct Begun {
   Counter* counter;
   Begun* below;

   Begun(const char* name) : below(top)
   {
      std::lock_guard<std::mutex> guard(mutex);
      counter = counter_of(name);
      top = this;
   }

   ~Begun() { top = below; }

   bool is_below() const
   {
      for (const Begun* b = below; b != nullptr; b = b->below)
         if (b->counter == counter)
            return true;
      return false;
   }
};

static void requests(unsigned long bytes)
{
   std::lock_guard<std::mutex> guard(mutex);
   top->counter->self_bytes += bytes;
   top->counter->self_blocks++;
   for (const Begun* b = top; b != nullptr; b = b->below)
      if (!b->is_below()) {
         b->counter->bytes += bytes;
         b->counter->blocks++;
      }
}

template<typename Pointer> static Pointer used(Pointer pointer)
{
   __asm__ volatile("" : "+r"(pointer) : : "memory");
   return pointer;
}

/*--- C ---*/

ROUTINE void one_size(size_t size)
{
   Begun begun(__func__);
   requests(size);
   free(used(malloc(size)));
}

ROUTINE void zeroed(size_t number, size_t size)
{
   Begun begun(__func__);
   requests(number * size);
   free(used(calloc(number, size)));
}

/* Each new size counts as a whole, as if it were a block of its own; one of 0 bytes frees. */
ROUTINE void grows(int times)
{
   Begun begun(__func__);
   void* block = nullptr;
   for (int i = 1; i <= times; i++) {
      requests(100000 * i);
      block = used(realloc(block, 100000 * i));
   }
   requests(5 * 24);
   block = used(reallocarray(block, 5, 24));
   used(realloc(block, used(0)));
}

ROUTINE void aligned()
{
   Begun begun(__func__);
   void* block;
   requests(1000);
   if (posix_memalign(&block, 64, 1000) == 0)
      free(used(block));
   requests(640);
   free(used(aligned_alloc(32, 640)));
   requests(33);
   free(used(memalign(4096, 33)));
   requests(77);
   free(used(valloc(77)));
}

/* What the C library requests for the program is its own, and counts once. */
ROUTINE void copies(const char* text)
{
   Begun begun(__func__);
   {
      Begun library("strdup");
      requests(strlen(text) + 1);
   }
   free(used(strdup(text)));
}

/* The program sees that it gets nothing. */
ROUTINE void too_large()
{
   Begun begun(__func__);
   if (used(malloc(~0UL / 2)) != nullptr || used(calloc(~0UL / 2, 16)) != nullptr)
      abort();
}

/*--- C++ ---*/

struct alignas(256) Wide { char bytes[512]; };

__attribute__((noinline)) void* operator new(size_t, void* place, int)
{
   return place;
}

ROUTINE void objects()
{
   Begun begun(__func__);
   char place[16];
   requests(sizeof(int));
   delete used(new int);
   requests(50);
   delete[] used(new char[50]);
   requests(sizeof(Wide));
   delete used(new Wide);
   requests(3 * sizeof(Wide));
   delete[] used(new Wide[3]);
   requests(sizeof(long));
   delete used(new (std::nothrow) long);
   requests(9);
   delete[] used(new (std::nothrow) char[9]);
   requests(sizeof(Wide));
   delete used(new (std::nothrow) Wide);
   requests(2 * sizeof(Wide));
   delete[] used(new (std::nothrow) Wide[2]);
   used(new (place) int);
   used(new (place, 1) int);
}

/*--- The kernel ---*/

#define map(size, protection, flags)  mmap(nullptr, size, protection, (flags) | MAP_ANONYMOUS, -1, 0)

ROUTINE void maps()
{
   Begun begun(__func__);
   requests(12288);
   munmap(used(map(12288, PROT_READ | PROT_WRITE, MAP_PRIVATE)), 12288);
   munmap(used(map(1 << 20, PROT_NONE, MAP_PRIVATE)), 1 << 20);
   munmap(used(map(1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED)), 1 << 20);
   munmap(used(map(1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_STACK)), 1 << 20);
   {
      Begun library("syscall");
      requests(8192);
   }
   munmap((void*)syscall(SYS_mmap, 0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 8192);
}

/*--- Who has called whom ---*/

ROUTINE void nothing()
{
   Begun begun(__func__);
   used(begun.counter);
}

ROUTINE void tree(int depth)
{
   Begun begun(__func__);
   requests(16 * depth);
   void* block = used(malloc(16 * depth));
   for (int i = 0; depth > 1 && i < 2; i++)
      tree(depth - 1);
   free(block);
}

static bool inlined_are_routines;

static inline __attribute__((always_inline)) void small_ones(int times)
{
   for (int i = 1; i <= times; i++)
      free(used(malloc(i)));
}

ROUTINE void has_inlined(int times)
{
   Begun begun(__func__);
   Begun inlined(inlined_are_routines ? "small_ones" : "(small_ones)");
   if (!inlined_are_routines)
      top = &begun;
   for (int i = 1; i <= times; i++)
      requests(i);
   small_ones(times);
}

ROUTINE void often(int times)
{
   Begun begun(__func__);
   for (int i = 0; i < times; i++) {
      nothing();
      if (i % 10 == 0)
         one_size(i + 1);
   }
}

static void* thread(void* argument)
{
   Begun begun("(thread)");
   often(*(int*)argument);
   return nullptr;
}

ROUTINE void all()
{
   Begun begun(__func__);
   one_size(0);
   one_size(300000);
   zeroed(7, 11);
   grows(5);
   aligned();
   copies("Each routine says what it requests.");
   too_large();
   objects();
   maps();
   tree(5);
   has_inlined(9);
   often(100);
}

int main(int argc, char** argv)
{
   int times[] = { 50, 200 };
   pthread_t threads[2];
   inlined_are_routines = argc == 3;
   all();
   for (int i = 0; i < 2; i++)
      pthread_create(&threads[i], nullptr, thread, &times[i]);
   for (int i = 0; i < 2; i++)
      pthread_join(threads[i], nullptr);
   FILE* out = argc >= 2 ? fopen(argv[1], "w") : nullptr;
   if (out == nullptr)
      return 1;
   for (int i = 0; i < count; i++)
      fprintf(out, "%s %lu %lu %lu %lu\n", counters[i].name, counters[i].self_bytes, counters[i].self_blocks,
              counters[i].bytes, counters[i].blocks);
   return fclose(out);
}
