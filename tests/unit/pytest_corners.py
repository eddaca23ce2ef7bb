"""What the example for pytest does not have: where the fixture can be used, a C extension, and what goes wrong."""

import ctypes
import os
import random

import pytest

import aprof

SIZES = (500, 700, 1000, 1500, 2000)
EXTENSION = ctypes.PyDLL(os.path.join(os.path.dirname(__file__), "extension.so"))


def count(n):
    total = 0
    for i in range(n):
        total += i
    return total


def count_pairs(n):
    return sum(1 for i in range(n) for j in range(n) if i == j)


class TestSizes:
    @pytest.mark.parametrize("times", [1, 3], ids=["once", "[3] ::"])
    def test_in_a_class(self, aprof_grows, times):
        aprof_grows(lambda n: count(times * n), "n")


def test_elsewhere(aprof_grows, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    aprof_grows(count, "n", sizes=SIZES)


def test_two_of_them(aprof_grows):
    aprof_grows(count, "n", sizes=SIZES)
    aprof_grows(count_pairs, "n log n", sizes=SIZES, name="second")


def test_extension(aprof_grows):
    aprof_grows(EXTENSION.count_pairs, "n", lambda n: n, name="extension")


def test_few_sizes(aprof_grows):
    aprof_grows(count, "n", sizes=(1, 2, 3))


def test_wrong_limit(aprof_grows):
    aprof_grows(count, "logs", sizes=SIZES)


def test_it_raises(aprof_grows):
    aprof_grows(lambda n: 1 // (n < 1000), "n")


def test_what_else_fails(aprof_grows):
    aprof_grows(count, "n", sizes=SIZES)
    assert count(3) == 4


# What is measured by a Python without pytest, and what that must not be told to.

ROUNDS = 1
CASES = [pytest.param(1, id="one")]


def work(n):
    return [count(n) for _ in range(ROUNDS if ROUNDS > 0 else n)]


class Table:
    @pytest.fixture
    def unused(self):
        return None

    @staticmethod
    def pairs(n):
        return count_pairs(n)


def shuffled(n):
    numbers = list(range(n))
    random.shuffle(numbers)
    return numbers


def approximate(n):
    return [pytest.approx(i) == i for i in range(n // 100)]


@pytest.mark.parametrize("limit, unused", [("n", 1), pytest.param("n log n", 2, id="two")])
def test_module_functions(aprof_grows, tmp_path, limit, unused):
    assert tmp_path.is_dir() and unused
    aprof_grows(work, limit, sizes=SIZES)


def test_static_method(aprof_grows):
    aprof_grows(Table.pairs, "n^3", sizes=(100, 150, 200, 300, 400))


def test_other_module(aprof_grows):
    aprof_grows(sorted, "n log n", shuffled, sizes=SIZES)


def test_changed_variable(aprof_grows):
    global ROUNDS
    ROUNDS = 0
    try:
        aprof_grows(work, "n", sizes=(40, 60, 80, 120, 160))
    finally:
        ROUNDS = 1


def test_pytest_is_needed(aprof_grows):
    aprof_grows(approximate, "n", sizes=(400, 600, 800, 1200, 1600))


@aprof.region(name="a region", size=lambda n: n)
def region(n):
    return count(n)


def test_verdict_and_requests():
    aprof.expect("a region", "n")
    assert [region(n) for n in range(20)] == [n * (n - 1) // 2 for n in range(20)]
    outcome = aprof.grows(count_pairs, "n", sizes=(400, 500, 600, 800, 1600))
    wanted = aprof.Verdict.VIOLATED if aprof.is_running() else aprof.Verdict.NOT_MEASURED
    assert outcome.verdict is wanted, outcome.message


@aprof.region
def fail(text):
    raise ValueError(text)


def test_exceptions_pass_regions():
    with pytest.raises(ValueError, match="this"):
        fail(text="this")
