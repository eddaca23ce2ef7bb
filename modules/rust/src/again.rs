// Copyright (C) 2026 The aprof authors. The licence is in LICENCE.

//! Starts the test program again, under aprof, for just one of its tests, and makes of the verdict what
//! libtest knows: a test that fails, or passes.

use crate::growth::{call, command, command_name, Outcome, Test, Verdict, VERDICTS};
use crate::requests::is_running;
use std::any::type_name;
use std::env;
use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Does what `assert_grows!` asks for: panics if the cost of `run(&mut make(n))` grows faster than the limit.
/// `here` is the path of the function where it stands.
#[track_caller]
pub fn assert_grows_from<T, R>(
    name: &str,
    limit: &str,
    sizes: &[usize],
    here: &str,
    make: impl FnMut(usize) -> T,
    run: impl FnMut(&mut T) -> R,
) {
    let test = Test { name, limit, sizes, place: Location::caller() };
    let mut outcome = test.run(make, run);
    if outcome.verdict == Verdict::NotMeasured && exec_is_wanted() {
        outcome = measure_again(outcome, here);
    }
    match outcome.verdict {
        Verdict::Kept => {}
        Verdict::Open if env::var_os("APROF_OPEN").map_or(false, |wanted| wanted == "fail") => {
            panic!("{}: {}", name, outcome.message)
        }
        // Written past what libtest keeps to itself while a test passes.
        Verdict::Open => say(&outcome),
        Verdict::NotMeasured if was_started() => {}
        Verdict::NotMeasured => say(&outcome),
        Verdict::Violated | Verdict::Error => panic!("{}: {}", name, outcome.message),
    }
}

/// Does so without an input: `run(n)` is measured.
#[track_caller]
pub fn assert_grows_of_size<R>(
    name: &str,
    limit: &str,
    sizes: &[usize],
    here: &str,
    mut run: impl FnMut(usize) -> R,
) {
    assert_grows_from(name, limit, sizes, here, |n| n, |n| run(*n))
}

/// Returns the path of the function in which `here` was defined, without the crate, as libtest names tests.
pub fn path_of<F>(_here: F) -> &'static str {
    let mut path = type_name::<F>();
    path = path.strip_suffix("::here").unwrap_or(path);
    while let Some(outer) = path.strip_suffix("::{{closure}}") {
        path = outer;
    }
    path.split_once("::").map_or(path, |(_crate, rest)| rest)
}

fn say(outcome: &Outcome) {
    let _ = io::stderr().write_all(format!("{outcome}\n").as_bytes());
}

/// Whether a test has started this program again.
fn was_started() -> bool {
    env::var_os("APROF_RESULTS").map_or(false, |results| !results.is_empty())
}

/// Returns what the environment says of starting the program again: no (0), yes, or nothing.
fn exec_setting() -> Option<bool> {
    env::var_os("APROF_EXEC").filter(|wanted| !wanted.is_empty()).map(|wanted| wanted != "0")
}

fn exec_is_wanted() -> bool {
    exec_setting().unwrap_or(true) && !is_running() && !was_started()
}

/// Measures a test that was not measured. Without the command aprof it is skipped, unless APROF_EXEC is 1.
fn measure_again(outcome: Outcome, here: &str) -> Outcome {
    if exec_setting().is_none() && call(command(&[]).arg("--version")).status != 0 {
        let message = format!("skipped: there is no command {}", command_name().to_string_lossy());
        return Outcome { message, ..outcome };
    }
    match new_directory() {
        Ok(directory) => {
            let again = exec(&outcome, here, &directory);
            let _ = fs::remove_dir_all(&directory);
            again
        }
        Err(error) => {
            let message = format!("there is no directory for reports: {error}");
            Outcome { verdict: Verdict::Error, message, ..outcome }
        }
    }
}

fn new_directory() -> io::Result<PathBuf> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    loop {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("aprof-test.{}.{}", std::process::id(), number));
        match DirBuilder::new().mode(0o700).create(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created.map(|()| path),
        }
    }
}

/// Runs the test under aprof, without measuring inputs: the sizes are known. The worst of its results counts.
fn exec(outcome: &Outcome, here: &str, directory: &Path) -> Outcome {
    let error = |message| Outcome { verdict: Verdict::Error, message, ..outcome.clone() };
    let program = match env::current_exe() {
        Ok(program) => program,
        Err(reason) => return error(format!("there is no program to start again: {reason}")),
    };
    let results = directory.join("results");
    let mut output = OsString::from("--output=");
    output.push(directory);
    let mut run = command(&[("APROF_TEST", outcome.test.as_ref()), ("APROF_RESULTS", results.as_ref())]);
    run.args(["run", "--exec"]).arg(output).args(["--rms=no", "--"]).arg(&program);
    choose_test(&mut run, here);
    let said = call(&mut run);
    let all = fs::read(&results).unwrap_or_default();
    let worst =
        all.split(|&byte| byte == 0).filter_map(read_result).max_by_key(|(verdict, _)| rank(*verdict));
    match worst {
        Some((verdict, message)) => Outcome { verdict, message, ..outcome.clone() },
        None => error(format!(
            "{} has made no complexity test under aprof (status {}): {}",
            program.display(),
            said.status,
            said.words().chars().take(2000).collect::<String>()
        )),
    }
}

/// libtest runs a test in a thread that has its name, or, one after the other, in the main thread: then it is
/// the function where the assertion stands. Ignored tests are included, because this one runs.
fn choose_test(run: &mut Command, here: &str) {
    run.arg(here);
    match thread::current().name() {
        Some(name) if name != "main" && name != here => run.arg(name),
        _ => run,
    };
    run.args(["--exact", "--include-ignored", "--nocapture", "--test-threads=1"]);
}

fn read_result(text: &[u8]) -> Option<(Verdict, String)> {
    let text = String::from_utf8_lossy(text);
    let (number, message) = text.split_once(' ')?;
    let verdict = VERDICTS.get(number.parse::<usize>().ok()?)?;
    Some((*verdict, message.to_owned()))
}

/// How bad it is: kept, not measured, open, violated, error.
fn rank(verdict: Verdict) -> usize {
    [0, 3, 2, 1, 4][verdict as usize]
}
