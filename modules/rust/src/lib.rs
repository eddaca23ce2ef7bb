// Copyright (C) 2026 The aprof authors. The licence is in LICENCE.

//! Lets Rust programs tell aprof, the profiler that shows how the cost of a routine grows with the size of
//! its input: what a routine may cost, which code is a region, and complexity tests.
//!
//! ```ignore
//! #[test]
//! fn sort_is_not_quadratic() {
//!     aprof::assert_grows!("sort", "n log n", make_numbers, |numbers| sort(numbers));
//! }
//! ```
//!
//! If the program does not run under `valgrind --tool=aprof`, each request is a handful of instructions that
//! do nothing. Requests act on the thread that makes them, unless they say otherwise.

#![cfg_attr(not(feature = "std"), no_std)]

mod requests;

#[cfg(feature = "std")]
mod again;
#[cfg(feature = "std")]
mod growth;

pub use requests::*;

#[cfg(feature = "std")]
pub use growth::{grows, Outcome, Verdict, SIZES};

#[doc(hidden)]
#[cfg(feature = "std")]
pub use again::{assert_grows_from, assert_grows_of_size, path_of};

/// Runs the closure as a routine of this name, called by the routine around it: `region!("parse", || ...)`.
/// Between the two may stand the size of its input, which then counts instead of what it reads:
/// `region!("parse", n, || ...)`. The name is a literal; the function `region` takes any text.
#[macro_export]
macro_rules! region {
    ($name:literal, $code:expr $(,)?) => {
        $crate::region($crate::text!($name), $code)
    };
    ($name:literal, $size:expr, $code:expr $(,)?) => {{
        let size: usize = $size;
        $crate::region_of_size($crate::text!($name), size, $code)
    }};
}

/// States what a routine or region may cost: a class, as `"n log n"`, for its costliest calls; or limits as
/// in a file of rules, as `"mean <= n points >= 6"`. The report has it, with this file and line, and `aprof
/// check REPORT` judges it. Both are literals. It can stand anywhere that runs; if it runs again, it counts
/// once.
#[macro_export]
macro_rules! expect {
    ($routine:literal, $limit:literal $(,)?) => {
        $crate::expect_at($crate::text!($routine), $crate::text!($limit), $crate::text!(file!()), line!())
    };
}

/// Makes a text as requests need it of literals.
#[doc(hidden)]
#[macro_export]
macro_rules! text {
    ($text:expr) => {{
        const TEXT: &$crate::CStr = $crate::text_of(concat!($text, "\0"));
        TEXT
    }};
}

/// A complexity test: `assert_grows!(NAME, LIMIT, [SIZES,] [MAKE,] RUN)`. The cost of `RUN(&mut input)` must
/// grow no faster than the limit with the size n, where `input` is what `MAKE(n)` has returned; without
/// `MAKE`, that of `RUN(n)`. The limit is a class, as `"n log n"`, or a power, as `"n^1.2"`. Sizes are `[50,
/// 100, 200, 400, 800]`, say: 5 to 24, ascending, the largest at least 4 times the smallest; without them,
/// they are `aprof::SIZES`.
///
/// If the program does not run under aprof, it is started again for this test. If there is no aprof, or
/// `APROF_EXEC` is 0 in the environment, standard error says that the test was skipped, and it passes.
#[cfg(feature = "std")]
#[macro_export]
macro_rules! assert_grows {
    ($name:expr, $limit:expr, [$($size:expr),+ $(,)?], $run:expr $(,)?) => {
        $crate::assert_grows_of_size($name, $limit, &[$($size),+], $crate::here!(), $run)
    };
    ($name:expr, $limit:expr, [$($size:expr),+ $(,)?], $make:expr, $run:expr $(,)?) => {
        $crate::assert_grows_from($name, $limit, &[$($size),+], $crate::here!(), $make, $run)
    };
    ($name:expr, $limit:expr, $run:expr $(,)?) => {
        $crate::assert_grows_of_size($name, $limit, &$crate::SIZES, $crate::here!(), $run)
    };
    ($name:expr, $limit:expr, $make:expr, $run:expr $(,)?) => {
        $crate::assert_grows_from($name, $limit, &$crate::SIZES, $crate::here!(), $make, $run)
    };
}

/// The path of the function around it.
#[doc(hidden)]
#[macro_export]
macro_rules! here {
    () => {{
        fn here() {}
        $crate::path_of(here)
    }};
}
