// Copyright (C) 2026 The aprof authors. The licence is in LICENCE.

//! Requests, as the macros of <valgrind/aprof.h> make them.

/// Rust 1.64 has it without the standard library.
#[doc(hidden)]
#[cfg(not(feature = "std"))]
pub use core::ffi::CStr;
#[doc(hidden)]
#[cfg(feature = "std")]
pub use std::ffi::CStr;

const FIRST: usize = (b'A' as usize) << 24 | (b'P' as usize) << 16;
const START_INSTRUMENTATION: usize = FIRST;
const STOP_INSTRUMENTATION: usize = FIRST + 1;
const TOGGLE_COLLECT: usize = FIRST + 2;
const ZERO: usize = FIRST + 3;
const DUMP: usize = FIRST + 4;
const INPUT_SIZE: usize = FIRST + 5;
const REGION_BEGIN: usize = FIRST + 6;
const REGION_END: usize = FIRST + 7;
const EXPECT: usize = FIRST + 8;
const RUNNING: usize = FIRST + 9;
const REPORT_NAME: usize = FIRST + 10;
const NO_REPORT: usize = FIRST + 11;
const NEXT_SIZE: usize = FIRST + 12;

/// Makes a request. These instructions are one under Valgrind; elsewhere, they do nothing, and the result is
/// 0.
#[inline(always)]
fn request(arguments: [usize; 6]) -> usize {
    let result: usize;
    #[cfg(all(target_os = "linux", target_arch = "x86_64", target_pointer_width = "64", not(miri)))]
    unsafe {
        core::arch::asm!(
            "rol rdi, 3", "rol rdi, 13", "rol rdi, 61", "rol rdi, 51", "xchg rbx, rbx",
            in("rax") arguments.as_ptr(), inout("rdx") 0usize => result, options(nostack)
        );
    }
    #[cfg(all(target_os = "linux", target_arch = "aarch64", target_pointer_width = "64", not(miri)))]
    unsafe {
        core::arch::asm!(
            "ror x12, x12, #3", "ror x12, x12, #13", "ror x12, x12, #51", "ror x12, x12, #61",
            "orr x10, x10, x10",
            in("x4") arguments.as_ptr(), inout("x3") 0usize => result, options(nostack)
        );
    }
    #[cfg(not(all(
        target_os = "linux",
        any(target_arch = "x86_64", target_arch = "aarch64"),
        target_pointer_width = "64",
        not(miri)
    )))]
    {
        let _ = arguments;
        result = 0;
    }
    result
}

#[inline(always)]
fn address(text: &CStr) -> usize {
    text.as_ptr() as usize
}

/// Starts profiling, in all threads: `<valgrind/aprof.h>` says more of this, and of what follows.
#[inline(always)]
pub fn start_instrumentation() {
    request([START_INSTRUMENTATION, 0, 0, 0, 0, 0]);
}

/// Stops profiling, in all threads. While it is stopped the program runs about as fast as under no tool.
#[inline(always)]
pub fn stop_instrumentation() {
    request([STOP_INSTRUMENTATION, 0, 0, 0, 0, 0]);
}

/// Switches collecting on or off in this thread.
#[inline(always)]
pub fn toggle_collect() {
    request([TOGGLE_COLLECT, 0, 0, 0, 0, 0]);
}

/// Forgets all that was measured so far, of all threads.
#[inline(always)]
pub fn zero() {
    request([ZERO, 0, 0, 0, 0, 0]);
}

/// Writes a report of all activations that ended since the last one was written. The label stands in the
/// report.
#[inline(always)]
pub fn dump(label: &CStr) {
    request([DUMP, address(label), 0, 0, 0, 0]);
}

/// The input size of the running activation is n (0 to 2^32 - 1), instead of what it reads.
#[inline(always)]
pub fn input_size(n: usize) {
    request([INPUT_SIZE, n, 0, 0, 0, 0]);
}

/// Runs the code as a routine of this name. A region ends with the activation that began it; so this must be
/// inlined into its caller.
#[inline(always)]
pub fn region<T>(name: &CStr, code: impl FnOnce() -> T) -> T {
    request([REGION_BEGIN, address(name), 0, 0, 0, 0]);
    let result = code();
    request([REGION_END, address(name), 0, 0, 0, 0]);
    result
}

/// Runs the code as a region whose input has this size, whatever it reads.
#[inline(always)]
pub fn region_of_size<T>(name: &CStr, n: usize, code: impl FnOnce() -> T) -> T {
    request([REGION_BEGIN, address(name), 0, 0, 0, 0]);
    request([INPUT_SIZE, n, 0, 0, 0, 0]);
    let result = code();
    request([REGION_END, address(name), 0, 0, 0, 0]);
    result
}

/// States what a routine or region may cost, as `expect!` does, for any place in the source.
#[inline(always)]
pub fn expect_at(routine: &CStr, limit: &CStr, file: &CStr, line: u32) {
    request([EXPECT, address(routine), address(limit), address(file), line as usize, 0]);
}

/// Whether the program runs under aprof.
#[inline(always)]
pub fn is_running() -> bool {
    request([RUNNING, 0, 0, 0, 0, 0]) != 0
}

/// Copies the path of the report that this process has written last, by `dump`, to the buffer, and returns
/// its length. If that is not less than the size, nothing is copied. 0: there is none.
#[inline(always)]
pub fn report_name(buffer: &mut [u8]) -> usize {
    request([REPORT_NAME, buffer.as_mut_ptr() as usize, buffer.len(), 0, 0, 0])
}

/// This process writes no report any more: for a forked child that will only execute another program.
#[inline(always)]
pub fn no_report() {
    request([NO_REPORT, 0, 0, 0, 0, 0]);
}

/// Returns the size that a complexity test measures after this one (0: first). 0: there are enough.
#[inline(always)]
pub fn next_size(measured: usize) -> usize {
    request([NEXT_SIZE, measured, 0, 0, 0, 0])
}

/// Lets the compiler believe that somebody reads and changes it, so that it neither leaves out nor moves what
/// makes it.
#[cfg(feature = "std")]
#[inline(always)]
pub(crate) fn keep<T>(value: &T) {
    request([RUNNING, value as *const T as usize, 0, 0, 0, 0]);
}

/// Checks what `text!` makes, while it is compiled: a NUL is at its end, and nowhere else.
#[doc(hidden)]
pub const fn text_of(text: &str) -> &CStr {
    let bytes = text.as_bytes();
    let mut length = 0;
    while bytes[length] != 0 {
        length += 1;
    }
    assert!(length + 1 == bytes.len(), "a text for aprof has no NUL");
    unsafe { CStr::from_bytes_with_nul_unchecked(bytes) }
}
