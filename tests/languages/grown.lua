-- lua grown.lua slow|sound: joins the words of standard input.  Slow, it copies all that it has for each.

local function read()
   local words = {}
   for line in io.lines() do
      words[#words + 1] = line
   end
   return words
end

local function append(text, word)
   return text .. "," .. word
end

local function join_slow(words)
   local text = ""
   for _, word in ipairs(words) do
      text = append(text, word)
   end
   return #text
end

local function join_sound(words)
   return #table.concat(words, ",")
end

local function report(words)
   local all = 0
   for _, word in ipairs(words) do
      local sum = 0
      for i = 1, 150 do
         sum = (sum * 31 + #word + i) % 65521
      end
      all = all + sum
   end
   return all
end

local words = read()
print(report(words), arg[1] == "slow" and join_slow(words) or join_sound(words))
