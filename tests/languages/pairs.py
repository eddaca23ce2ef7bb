# A quadratic function, called with lists of 16 lengths, and a linear one. Neither makes objects: where Python puts these
# is input, too.


def count_pairs(values):
    pair = None
    for one in values:
        for other in values:
            if one is other:
                pair = one
    return pair


def count_ones(values):
    last = None
    for value in values:
        if value is values:
            last = value
    return last


for step in range(16):
    numbers = [i % 7 for i in range(int(50 * 1.25 ** step))]
    count_pairs(numbers)
    count_ones(numbers)
print(len(numbers))
