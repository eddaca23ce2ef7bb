// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Simulates machines of a workshop: events in the order of their times, jobs that wait in queues, and a log.
// usage: events JOBS

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <queue>
#include <set>
#include <string>
#include <vector>

#define ROUTINE __attribute__((noinline))

static uint64_t seed = 42;

ROUTINE uint32_t next_random()
{
   seed = seed * 6364136223846793005ul + 1442695040888963407ul;
   return seed >> 36;
}

struct Job {
   int id;
   int priority;
   std::vector<int> route;       // of machines
   size_t step = 0;
   long finished = 0;
};

class Workshop;

struct Event {
   long time;
   int order;
   Event(long time, int order) : time(time), order(order) {}
   virtual ~Event() = default;
   virtual void happen(Workshop& workshop) = 0;
};

struct Later {
   bool operator()(const Event* a, const Event* b) const
   {
      return a->time != b->time ? a->time > b->time : a->order > b->order;
   }
};

// Jobs that wait for a machine, the most important first.
template <typename Item> class Waiting {
public:
   ROUTINE void add(Item* item)
   {
      items_.push_back(item);
      std::push_heap(items_.begin(), items_.end(), less);
   }

   ROUTINE Item* take()
   {
      if (items_.empty())
         return nullptr;
      std::pop_heap(items_.begin(), items_.end(), less);
      Item* item = items_.back();
      items_.pop_back();
      return item;
   }

   size_t size() const { return items_.size(); }

private:
   static bool less(const Item* a, const Item* b)
   {
      return a->priority != b->priority ? a->priority < b->priority : a->id > b->id;
   }

   std::vector<Item*> items_;
};

class Log {
public:
   ROUTINE void note(long time, int job, const char* what)
   {
      char line[80];
      int length = snprintf(line, sizeof line, "%ld: job %d %s\n", time, job, what);
      text_.append(line, length);
      if (text_.size() > 4000)
         flush();
   }

   ROUTINE void flush()
   {
      for (unsigned char c : text_)
         sum_ = sum_ * 31 + c;
      text_.clear();
   }

   uint64_t sum() const { return sum_; }

private:
   std::string text_;
   uint64_t sum_ = 0;
};

class Workshop {
public:
   explicit Workshop(int n_machines) : waiting_(n_machines), busy_(n_machines, false) {}

   ROUTINE void schedule(std::unique_ptr<Event> event)
   {
      events_.push(event.release());
   }

   ROUTINE void run()
   {
      while (!events_.empty()) {
         std::unique_ptr<Event> event(events_.top());
         events_.pop();
         now_ = event->time;
         event->happen(*this);
      }
      log_.flush();
   }

   void arrive(Job* job);
   void start(int machine);
   void leave(Job* job, int machine);

   long now() const { return now_; }
   int next_order() { return n_orders_++; }
   Log& log() { return log_; }

private:
   std::priority_queue<Event*, std::vector<Event*>, Later> events_;
   std::vector<Waiting<Job>> waiting_;
   std::vector<bool> busy_;
   std::set<std::pair<long, int>> finished_;
   Log log_;
   long now_ = 0;
   int n_orders_ = 0;

public:
   // Returns how many have finished since then.
   ROUTINE long finished_since(long time) const
   {
      long n = 0;
      for (auto it = finished_.lower_bound({ time, 0 }); it != finished_.end(); ++it)
         n++;
      return n;
   }
};

struct Arrival : Event {
   Job* job;
   Arrival(long time, int order, Job* job) : Event(time, order), job(job) {}
   ROUTINE void happen(Workshop& workshop) override { workshop.arrive(job); }
};

struct Completion : Event {
   Job* job;
   int machine;
   Completion(long time, int order, Job* job, int machine) : Event(time, order), job(job), machine(machine) {}
   ROUTINE void happen(Workshop& workshop) override { workshop.leave(job, machine); }
};

ROUTINE void Workshop::arrive(Job* job)
{
   int machine = job->route[job->step];
   waiting_[machine].add(job);
   if (!busy_[machine])
      start(machine);
}

ROUTINE void Workshop::start(int machine)
{
   Job* job = waiting_[machine].take();
   busy_[machine] = job != nullptr;
   if (job) {
      long work = 5 + (job->id * 7 + machine * 3) % 40;
      schedule(std::make_unique<Completion>(now_ + work, next_order(), job, machine));
   }
}

ROUTINE void Workshop::leave(Job* job, int machine)
{
   log_.note(now_, job->id, "leaves");
   job->step++;
   if (job->step < job->route.size()) {
      arrive(job);
   } else {
      job->finished = now_;
      finished_.insert({ now_, job->id });
      if (finished_since(now_ - 50) > 8)
         log_.note(now_, job->id, "is one of many");
   }
   start(machine);
}

ROUTINE std::vector<Job> make_jobs(int n)
{
   std::vector<Job> jobs(n);
   for (int i = 0; i < n; i++) {
      jobs[i].id = i;
      jobs[i].priority = next_random() % 5;
      for (unsigned k = 2 + next_random() % 5; k > 0; k--)
         jobs[i].route.push_back(next_random() % 12);
   }
   return jobs;
}

int main(int argc, char** argv)
{
   int most = argc > 1 ? atoi(argv[1]) : 2000;
   for (int n = most / 10; n <= most; n += most / 10) {
      Workshop workshop(12);
      auto jobs = make_jobs(n);
      for (auto& job : jobs)
         workshop.schedule(std::make_unique<Arrival>(job.id * 6, workshop.next_order(), &job));
      workshop.run();
      long sum = 0;
      for (auto& job : jobs)
         sum += job.finished;
      printf("%d jobs: %ld, log %lx\n", n, sum, (long)workshop.log().sum());
   }
   return 0;
}
