// Copyright (C) 2026 The aprof authors. The licence is in LICENCE.

//! How does the cost of a function grow with the size of its input? As <valgrind/aprof_test.h> does it.

use crate::requests::{dump, expect_at, is_running, keep, next_size, no_report, region_of_size, report_name};
use std::env;
use std::ffi::{CString, OsStr, OsString};
use std::fmt;
use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::process::CommandExt;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe, Location};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};

/// The sizes of a test that says nothing of them: none, because they grow by themselves. Of those below
/// `SMALL_SIZE`, only the largest count, so that there are `GROWN_SIZES` in all.
pub const SIZES: [usize; 0] = [];

const SMALL_SIZE: usize = 80;
const GROWN_SIZES: usize = 7;

const LEAST_SIZES: usize = 5;
const MOST_SIZES: usize = 24;

/// The verdict on a test. The order is that of `aprof_verdict` in C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The cost grows no faster than the limit.
    Kept,
    /// The cost certainly grows faster.
    Violated,
    /// These sizes do not tell, or it is not certain.
    Open,
    /// The program does not run under aprof.
    NotMeasured,
    /// Wrong use, or aprof could not be run; the message says why.
    Error,
}

pub(crate) const VERDICTS: [Verdict; 5] =
    [Verdict::Kept, Verdict::Violated, Verdict::Open, Verdict::NotMeasured, Verdict::Error];

/// A verdict, with what a person needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub verdict: Verdict,
    /// The test, as `FILE:LINE: NAME`.
    pub test: String,
    pub message: String,
}

impl fmt::Display for Outcome {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.test, self.message)
    }
}

/// A size that was measured, and its report.
type Measured = (usize, OsString);

pub(crate) struct Test<'a> {
    pub name: &'a str,
    pub limit: &'a str,
    pub sizes: &'a [usize],
    pub place: &'static Location<'static>,
}

impl Test<'_> {
    pub fn outcome(&self, verdict: Verdict, message: impl Into<String>) -> Outcome {
        let test = format!("{}:{}: {}", self.place.file(), self.place.line(), self.name);
        Outcome { verdict, test, message: message.into() }
    }

    fn mistake(&self) -> Option<&'static str> {
        let sizes = self.sizes;
        if self.name.is_empty() || self.limit.is_empty() {
            return Some("a test needs a name and a limit");
        }
        if self.name.len() > 400 || self.limit.len() > 80 {
            return Some("the name has more than 400 bytes, or the limit more than 80");
        }
        if self.name.contains('\0') || self.limit.contains('\0') {
            return Some("the name or the limit has a NUL");
        }
        if sizes.is_empty() {
            return None;
        }
        if sizes.len() < LEAST_SIZES || sizes.len() > MOST_SIZES {
            return Some("5 to 24 sizes are needed");
        }
        if sizes[0] == 0
            || sizes[sizes.len() - 1] > u32::MAX as usize
            || sizes.windows(2).any(|pair| pair[0] >= pair[1])
        {
            return Some("sizes must be ascending, from 1 to 2^32 - 1");
        }
        if sizes[sizes.len() - 1] / 4 < sizes[0] {
            return Some("the largest size must be at least 4 times the smallest");
        }
        None
    }

    /// Runs the test, if this process is the one to do so.
    pub fn run<T, R>(&self, make: impl FnMut(usize) -> T, run: impl FnMut(&mut T) -> R) -> Outcome {
        let mistake = self.mistake();
        let reason =
            if is_running() { "skipped: another test is wanted" } else { "skipped: not under aprof" };
        let outcome = match mistake {
            Some(words) => self.outcome(Verdict::Error, words),
            None => self.outcome(Verdict::NotMeasured, reason),
        };
        if !is_wanted(&outcome.test) || (mistake.is_none() && !is_running()) {
            return outcome;
        }
        let outcome = if mistake.is_none() { self.measure_all(make, run) } else { outcome };
        tell(&outcome);
        outcome
    }

    /// Measures all sizes, and lets the command judge them. What else this process measures at the same time
    /// waits: the report that was written last must be this test's.
    fn measure_all<T, R>(
        &self,
        mut make: impl FnMut(usize) -> T,
        mut run: impl FnMut(&mut T) -> R,
    ) -> Outcome {
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let region = format!("{} by size", self.name);
        let limit = format!("grows <= {}", self.limit);
        expect_at(&text(&region), &text(&limit), &text(self.place.file()), self.place.line());
        // Work of the first call only is no part of how the cost grows.
        keep(&run(&mut make(self.sizes.first().copied().unwrap_or_else(|| next_size(0)))));
        let region_text = text(&region);
        let mut add = |all: &mut Vec<Measured>, n| {
            measure(&region_text, n, &mut make, &mut run);
            let is_new = |report: &OsString| all.last().map_or(true, |(_, last)| last != report);
            last_report().filter(is_new).map(|report| all.push((n, report))).is_some()
        };
        let mut all = Vec::new();
        let done = if self.sizes.is_empty() {
            measure_growing(&mut all, &mut add)
        } else {
            self.sizes.iter().all(|n| add(&mut all, *n))
        };
        if !done {
            let message = "aprof has written no report of this size: see its messages";
            return self.outcome(Verdict::Error, message);
        }
        let reports: Vec<OsString> = all.into_iter().map(|(_, report)| report).collect();
        self.judge(&region, &limit, &reports)
    }

    fn judge(&self, region: &str, limit: &str, reports: &[OsString]) -> Outcome {
        let mut check = command(&[]);
        check.arg("check").arg("--format=sentences").arg(format!("--routine={region}"));
        check.arg(format!("--limit={limit}")).arg("--").args(reports);
        let said = call(&mut check);
        let words: Vec<&str> = said.output.lines().next().unwrap_or("").splitn(3, '\t').collect();
        match words[..] {
            ["passed", _, sentence] => self.outcome(Verdict::Kept, sentence),
            ["violated", _, sentence] => self.outcome(Verdict::Violated, sentence),
            ["maybe" | "open", _, sentence] => self.outcome(Verdict::Open, sentence),
            [_, place, mistake] => self.outcome(Verdict::Error, format!("{place}: {mistake}")),
            _ => self.outcome(Verdict::Error, said.words()),
        }
    }
}

/// Measures sizes that grow by themselves.
fn measure_growing(all: &mut Vec<Measured>, add: &mut impl FnMut(&mut Vec<Measured>, usize) -> bool) -> bool {
    let mut n = next_size(0);
    while n != 0 {
        if !add(all, n) {
            return false;
        }
        n = next_size(n);
    }
    let small = all.iter().filter(|(size, _)| *size < SMALL_SIZE).count();
    all.drain(..small.min(all.len().saturating_sub(GROWN_SIZES)));
    true
}

/// Runs a complexity test that stands where this is called, if the program runs under aprof: `run(&mut
/// make(n))` is to grow as the limit says. `assert_grows!` also starts the program again, and fails.
#[track_caller]
pub fn grows<T, R>(
    name: &str,
    limit: &str,
    sizes: &[usize],
    make: impl FnMut(usize) -> T,
    run: impl FnMut(&mut T) -> R,
) -> Outcome {
    Test { name, limit, sizes, place: Location::caller() }.run(make, run)
}

/// Runs the function at one size. What was made before is in a part of its own. The reports add up routines
/// and regions of one name, so the region has another one than the test.
fn measure<T, R>(
    region: &CString,
    n: usize,
    make: &mut impl FnMut(usize) -> T,
    run: &mut impl FnMut(&mut T) -> R,
) {
    let mut input = make(n);
    keep(&input);
    dump(&text("before a test"));
    let outcome = region_of_size(region, n, || {
        let code = || {
            let result = run(&mut input);
            keep(&result);
            result
        };
        catch_unwind(AssertUnwindSafe(code)) // the region must end
    });
    dump(region);
    if let Err(panic) = outcome {
        resume_unwind(panic);
    }
}

fn text(text: &str) -> CString {
    CString::new(text).unwrap_or_default()
}

fn last_report() -> Option<OsString> {
    let mut path = vec![0; 4200];
    let length = report_name(&mut path);
    if length == 0 || length >= path.len() {
        return None;
    }
    path.truncate(length);
    Some(OsString::from_vec(path))
}

/// The command `aprof`, which gets these variables.
pub(crate) fn command(settings: &[(&str, &OsStr)]) -> Command {
    let mut command = Command::new(command_name());
    command.stdin(Stdio::null()).envs(settings.iter().copied());
    // The child that becomes aprof belongs to no report, if this process is measured.
    unsafe {
        command.pre_exec(|| {
            no_report();
            Ok(())
        })
    };
    command
}

pub(crate) fn command_name() -> OsString {
    env::var_os("APROF_COMMAND").filter(|command| !command.is_empty()).unwrap_or_else(|| "aprof".into())
}

/// Output and errors of a command, and its exit status; -1: a signal ended it.
pub(crate) struct Said {
    pub status: i32,
    pub output: String,
    pub errors: String,
}

impl Said {
    /// Returns in one line what a person needs.
    pub fn words(&self) -> String {
        let text = if self.errors.is_empty() { &self.output } else { &self.errors };
        text.lines().map(str::trim).collect::<Vec<_>>().join(" ")
    }
}

pub(crate) fn call(command: &mut Command) -> Said {
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).trim().to_owned();
    match command.output() {
        Ok(Output { status, stdout, stderr }) => {
            Said { status: status.code().unwrap_or(-1), output: text(stdout), errors: text(stderr) }
        }
        Err(error) => {
            let errors = format!("cannot run {:?}: {}", command.get_program(), error);
            Said { status: 127, output: String::new(), errors }
        }
    }
}

/// Whether the environment asks for this test, or for none: then, for all.
fn is_wanted(test: &str) -> bool {
    env::var("APROF_TEST").map_or(true, |wanted| wanted.is_empty() || wanted == test)
}

/// Tells the process that has started this one: the verdict's number, a space, the message, a NUL.
fn tell(outcome: &Outcome) {
    if let Some(path) = env::var_os("APROF_RESULTS").filter(|path| !path.is_empty()) {
        if let Ok(mut file) = OpenOptions::new().append(true).create(true).open(path) {
            let _ = write!(file, "{} {}\0", outcome.verdict as i32, outcome.message);
        }
    }
}
