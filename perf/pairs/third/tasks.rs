// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Plans the tasks of a build on some machines: a task waits for those that it needs, those on the longest path come
// first, and machines are kept by what they have loaded. SEED in the environment is that of the tasks.
// usage: tasks TASKS [MACHINES]

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::env;
use std::process;

const HISTORY: usize = 6;

#[derive(Debug, Clone)]
struct Task {
    name: String,
    seconds: u64,
    inputs: Vec<String>,
    needs: Vec<usize>,
    users: Vec<usize>,
}

#[derive(Debug, PartialEq, Eq)]
struct Ready {
    rank: u64,
    task: usize,
}

impl Ord for Ready {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank.cmp(&other.rank).then_with(|| other.task.cmp(&self.task))
    }
}

impl PartialOrd for Ready {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[derive(Debug, Default)]
struct Machine {
    loaded: Vec<String>,
    busy: u64,
    n_tasks: usize,
}

impl Machine {
    #[inline(never)]
    fn has_loaded(&self, name: &str) -> bool {
        self.loaded.iter().any(|other| other == name)
    }

    #[inline(never)]
    fn load(&mut self, name: &str) {
        if self.loaded.len() == HISTORY {
            self.loaded.remove(0);
        }
        self.loaded.push(name.to_string());
    }
}

#[derive(Debug)]
enum PlanError {
    Unknown(String),
    Cycle(usize),
}

struct Graph {
    tasks: Vec<Task>,
    numbers: HashMap<String, usize>,
}

impl Graph {
    #[inline(never)]
    fn new(tasks: Vec<Task>) -> Result<Graph, PlanError> {
        let numbers = tasks.iter().enumerate().map(|(i, task)| (task.name.clone(), i)).collect();
        let mut graph = Graph { tasks, numbers };
        for i in 0..graph.tasks.len() {
            let inputs = std::mem::take(&mut graph.tasks[i].inputs);
            for input in &inputs {
                let needed = graph.number(input)?;
                graph.tasks[i].needs.push(needed);
                graph.tasks[needed].users.push(i);
            }
            graph.tasks[i].inputs = inputs;
        }
        Ok(graph)
    }

    #[inline(never)]
    fn number(&self, name: &str) -> Result<usize, PlanError> {
        self.numbers.get(name).copied().ok_or_else(|| PlanError::Unknown(name.to_string()))
    }

    /// Returns the tasks in an order in which each comes after those that it needs.
    #[inline(never)]
    fn sorted(&self) -> Result<Vec<usize>, PlanError> {
        let mut missing: Vec<usize> = self.tasks.iter().map(|task| task.needs.len()).collect();
        let mut order: Vec<usize> = (0..self.tasks.len()).filter(|&i| missing[i] == 0).collect();
        let mut next = 0;
        while next < order.len() {
            for &user in &self.tasks[order[next]].users {
                missing[user] -= 1;
                if missing[user] == 0 {
                    order.push(user);
                }
            }
            next += 1;
        }
        if order.len() < self.tasks.len() {
            return Err(PlanError::Cycle(self.tasks.len() - order.len()));
        }
        Ok(order)
    }

    /// Returns the seconds of the longest path that begins at each task.
    #[inline(never)]
    fn ranks(&self) -> Result<Vec<u64>, PlanError> {
        let mut ranks = vec![0; self.tasks.len()];
        for &i in self.sorted()?.iter().rev() {
            let longest = self.tasks[i].users.iter().map(|&user| ranks[user]).max().unwrap_or(0);
            ranks[i] = longest + self.tasks[i].seconds;
        }
        Ok(ranks)
    }
}

struct Plan {
    machines: Vec<Machine>,
    finished: BTreeMap<u64, Vec<usize>>,
    log: String,
    end: u64,
}

/// Returns how long the task takes on the machine: inputs that it has not loaded cost more.
#[inline(never)]
fn estimate(task: &Task, machine: &Machine) -> u64 {
    let missing = task.inputs.iter().filter(|input| !machine.has_loaded(input)).count() as u64;
    task.seconds + 3 * missing
}

#[inline(never)]
fn choose_machine(task: &Task, machines: &[Machine], idle: &[usize]) -> (usize, u64) {
    let mut best = (0, u64::MAX);
    for (place, &number) in idle.iter().enumerate() {
        let seconds = estimate(task, &machines[number]);
        if seconds < best.1 {
            best = (place, seconds);
        }
        if seconds == task.seconds {
            break;
        }
    }
    best
}

#[inline(never)]
fn record(plan: &mut Plan, name: &str, machine: usize, now: u64, seconds: u64) {
    plan.log.push_str(name);
    for value in [machine as u64, now, seconds] {
        plan.log.push(' ');
        push_number(&mut plan.log, value);
    }
    plan.log.push('\n');
}

#[inline(never)]
fn push_number(text: &mut String, mut value: u64) {
    let mut digits = [0u8; 20];
    let mut n = 0;
    loop {
        digits[n] = b'0' + (value % 10) as u8;
        n += 1;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    while n > 0 {
        n -= 1;
        text.push(digits[n] as char);
    }
}

#[inline(never)]
fn schedule(graph: &Graph, n_machines: usize) -> Result<Plan, PlanError> {
    let ranks = graph.ranks()?;
    let mut missing: Vec<usize> = graph.tasks.iter().map(|task| task.needs.len()).collect();
    let mut ready: BinaryHeap<Ready> = BinaryHeap::new();
    let mut running: BinaryHeap<Reverse<(u64, usize, usize)>> = BinaryHeap::new();
    let machines = (0..n_machines).map(|_| Machine::default()).collect();
    let mut plan = Plan { machines, finished: BTreeMap::new(), log: String::new(), end: 0 };
    let mut idle: Vec<usize> = (0..n_machines).collect();
    for i in (0..missing.len()).filter(|&i| missing[i] == 0) {
        ready.push(Ready { rank: ranks[i], task: i });
    }
    let mut now = 0;
    loop {
        while !idle.is_empty() {
            let Some(Ready { task, .. }) = ready.pop() else { break };
            let (place, seconds) = choose_machine(&graph.tasks[task], &plan.machines, &idle);
            let number = idle.swap_remove(place);
            let machine = &mut plan.machines[number];
            machine.busy += seconds;
            machine.n_tasks += 1;
            for input in &graph.tasks[task].inputs {
                if !machine.has_loaded(input) {
                    machine.load(input);
                }
            }
            record(&mut plan, &graph.tasks[task].name, number, now, seconds);
            running.push(Reverse((now + seconds, task, number)));
        }
        let Some(Reverse((end, task, number))) = running.pop() else { break };
        now = end;
        idle.push(number);
        plan.finished.entry(end).or_default().push(task);
        for &user in &graph.tasks[task].users {
            missing[user] -= 1;
            if missing[user] == 0 {
                ready.push(Ready { rank: ranks[user], task: user });
            }
        }
    }
    plan.end = now;
    Ok(plan)
}

#[inline(never)]
fn make_tasks(n_tasks: usize, seed: u64) -> Vec<Task> {
    let mut state = seed;
    let mut below = |limit: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % limit
    };
    let mut tasks: Vec<Task> = Vec::with_capacity(n_tasks);
    for i in 0..n_tasks {
        let mut inputs = Vec::new();
        for _ in 0..below(6).min(i) {
            let first = i.saturating_sub(60);
            let input = &tasks[first + below(i - first)].name;
            if !inputs.contains(input) {
                inputs.push(input.clone());
            }
        }
        let name = format!("source/module_{:02}/unit_{}.o", i % 40, i);
        tasks.push(Task { name, seconds: 1 + below(30) as u64, inputs, needs: vec![], users: vec![] });
    }
    tasks
}

fn main() {
    let mut words = env::args().skip(1).filter_map(|word| word.parse::<usize>().ok());
    let n_tasks = words.next().unwrap_or(3000);
    let n_machines = words.next().unwrap_or(12);
    let seed = env::var("SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(8);
    let plan = Graph::new(make_tasks(n_tasks, seed)).and_then(|graph| schedule(&graph, n_machines));
    match plan {
        Ok(plan) => {
            let busy: u64 = plan.machines.iter().map(|machine| machine.busy).sum();
            let most = plan.finished.values().map(|tasks| tasks.len()).max().unwrap_or(0);
            println!("ends after {}, busy {}, {} at once, {} bytes", plan.end, busy, most, plan.log.len());
        }
        Err(PlanError::Unknown(name)) => {
            eprintln!("{}: no such task", name);
            process::exit(2);
        }
        Err(PlanError::Cycle(n)) => {
            eprintln!("{} tasks wait for each other", n);
            process::exit(3);
        }
    }
}
