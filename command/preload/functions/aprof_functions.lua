-- Says how long a script's functions take, by their calls and returns (answer/grow/functions.h).  What functions in
-- C do is their caller's.
local getinfo, sethook, clock, output = debug.getinfo, debug.sethook, os.clock, os.getenv("APROF_FUNCTIONS")
local times, keys, current, last, here = {}, {}, "main", clock(), getinfo(1, "S").source

-- Of the first function from this level on that is the script's.
local function key_at(level)
   local info = getinfo(level + 1, "Sf")
   while info and (info.source:sub(1, 1) ~= "@" or info.source == here) do
      level = level + 1
      info = getinfo(level + 1, "Sf")
   end
   if info and not keys[info.func] then
      local name = info.what == "main" and "main" or getinfo(level + 1, "n").name or "function"
      keys[info.func] = ("%d\t%s\t%s"):format(math.max(info.linedefined, 1), info.source:sub(2), name)
   end
   return info and keys[info.func] or "main"
end

local function observe(event)
   times[current] = (times[current] or 0) + clock() - last
   current = key_at(event:find("return") and 3 or 2)
   last = clock()
end

local function write()
   sethook()
   times[current] = (times[current] or 0) + clock() - last
   local file = output and io.open(output, "a") or io.stderr
   local sorted = {}
   for key in pairs(times) do
      sorted[#sorted + 1] = key ~= "main" and key or nil
   end
   table.sort(sorted, function(one, other) return times[one] > times[other] end)
   for _, key in ipairs(sorted) do
      file:write(("%.6f\t%s\n"):format(times[key], key))
   end
   file:flush()
end

-- Each coroutine has a hook of its own.
local create, exit = coroutine.create, os.exit
function coroutine.create(start)
   local made = create(start)
   sethook(made, observe, "cr")
   return made
end
function coroutine.wrap(start)
   local made = coroutine.create(start)
   local function take(is_right, ...)
      if not is_right then
         error(..., 0)
      end
      return ...
   end
   return function(...) return take(coroutine.resume(made, ...)) end
end
function os.exit(...)
   write()
   exit(...)
end

-- It ends with what is collected last.
aprof_functions = newproxy and newproxy(true) or setmetatable({}, {})
getmetatable(aprof_functions).__gc = write
if not newproxy then
   setmetatable(aprof_functions, getmetatable(aprof_functions))   -- which has __gc now
end
if jit then
   jit.off()
end
sethook(observe, "cr")
