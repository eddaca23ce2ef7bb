# A quadratic function, called with lists of 60 lengths in a mixed order, and a linear one.

def count_pairs(list)
  pairs = 0
  list.each_index do |i|
    i.times { |j| pairs += 1 if list[i] == list[j] }
  end
  pairs
end

def count_ones(list)
  list.count(1)
end

sum = 0
60.times do |k|
  list = Array.new(60 + 9 * (k * 23 % 60)) { |i| i % 7 }
  sum += count_pairs(list) + count_ones(list)
end
puts sum
