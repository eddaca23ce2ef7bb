"""python3 grown.py slow|sound: keeps the first of equal words of standard input.  Slow, it looks through all that it
has."""
import sys


def read():
    return sys.stdin.read().split()


def is_known(seen, word):
    return word in seen


def keep_slow(words):
    seen = []
    for word in words:
        if not is_known(seen, word):
            seen.append(word)
    return len(seen)


def keep_sound(words):
    return len(set(words))


def report(words):
    all_sums = 0
    for word in words:
        total = 0
        for i in range(40):
            total = (total * 31 + ord(word[i % len(word)])) % 65521
        all_sums += total
    return all_sums


if __name__ == "__main__":
    WORDS = read()
    print(report(WORDS), (keep_slow if sys.argv[1] == "slow" else keep_sound)(WORDS))
