# A quadratic function, called with lists of 60 lengths in a mixed order, of two types of numbers, and a linear one, which
# has another method for texts. The quadratic one could end early, so it takes no elements at once.

const most = 1_000_000
const words = ["one", "none"]

@noinline function count_pairs(list)
    pairs = 0
    for i in 1:length(list)
        for j in 1:i-1
            if list[i] == list[j]
                pairs += 1
                pairs == most && return pairs
            end
        end
    end
    return pairs
end

@noinline function count_ones_in(list)
    ones = 0
    for value in list
        ones += value == 1
    end
    return ones
end

@noinline function count_ones_in(text::String)
    return ncodeunits(text)
end

function main()
    sum = 0
    for k in 0:59
        list = [i % 7 for i in 1:60 + 9 * (k * 23 % 60)]
        sum += count_pairs(list) + count_pairs(Float64.(list)) + count_ones_in(list)
        sum += count_ones_in(words[k % 2 + 1])
    end
    println(sum)
end

main()
