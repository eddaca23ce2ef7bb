require 'fiber'
# Says how long a script's methods take, by Ruby's TracePoint (answer/grow/functions.h).  What Ruby itself, gems
# and blocks do is their caller's.
module AprofFunctions
   ELSEWHERE = [__FILE__, '<internal:', RbConfig::CONFIG['rubylibprefix'], *Gem.path].freeze
   CLOCK = Process::CLOCK_PROCESS_CPUTIME_ID
   TIMES = Hash.new(0.0)
   STACKS = Hash.new { |stacks, thread| stacks[thread] = [] }
   NAMES = {}

   def self.key_of(event)
      NAMES.fetch([event.path, event.method_id, event.defined_class]) do |at|
         is_own = at[1] && ELSEWHERE.none? { |place| event.path.start_with?(place) }
         NAMES[at] = is_own ? "#{event.lineno}\t#{File.expand_path(event.path)}\t#{at[1]}" : nil
      end
   end

   def self.write(main)
      lines = TIMES.sort_by { |_, seconds| -seconds }.map { |key, seconds| "#{'%.6f' % seconds}\t#{key || main}\n" }
      output = ENV['APROF_FUNCTIONS']
      output ? File.write(output, lines.join, mode: 'a') : warn(lines.join)
   end

   last = Process.clock_gettime(CLOCK)
   trace = TracePoint.new(:call, :return) do |event|
      now = Process.clock_gettime(CLOCK)
      stack = STACKS[Fiber.current]
      TIMES[stack.last] += now - last
      event.event == :call ? stack.push(key_of(event) || stack.last) : stack.pop
      last = Process.clock_gettime(CLOCK)
   end
   main = "1\t#{File.expand_path($PROGRAM_NAME)}\tmain"
   at_exit do
      trace.disable
      TIMES[STACKS[Fiber.current].last] += Process.clock_gettime(CLOCK) - last
      write(main)
   end
   trace.enable
end
