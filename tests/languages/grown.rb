# ruby grown.rb slow|sound: keeps the first of equal words of standard input.  Slow, it looks through all that it has.

def read
   $stdin.each_line.map(&:chomp)
end

def known?(seen, word)
   seen.include?(word)
end

def keep_slow(words)
   words.each_with_object([]) { |word, seen| seen << word unless known?(seen, word) }.size
end

def keep_sound(words)
   words.uniq.size
end

def report(words)
   words.sum do |word|
      sum = 0
      300.times { |i| sum = (sum * 31 + word.getbyte(i % word.size)) % 65_521 }
      sum
   end
end

words = read
puts report(words), ARGV[0] == 'slow' ? keep_slow(words) : keep_sound(words)
