#!/usr/bin/env php
<?php
// decode_webgrind.php [--layout|--functions] FILE
//
// Decodes a file of webgrind, version 4 to 7, byte by byte by its layout, and
// prints the graph in it in the form of expected_graph.pl; of version 4, which
// has no number of calls, without these. --functions prints a line for each
// function instead, --layout every number.
// Each byte must belong to something, and all that stands in the file twice must
// agree. The first violation ends it, with status 1.

const NUMBER = 4;
const NO_CALLER = 0xFFFFFFFF;

$layout = $argv[1] === '--layout';
$only_functions = $argv[1] === '--functions';
$path = $argv[$argc - 1];
$bytes = file_get_contents($path);
$at = 0;

function fail(string $what)
{
   global $path, $at;
   fwrite(STDERR, "$path: at $at: $what\n");
   exit(1);
}

function show(string $text, string $end = "\n")
{
   global $layout;
   if ($layout) {
      echo $text, $end;
   }
}

function number(): int
{
   global $bytes, $at;
   if ($at + NUMBER > strlen($bytes)) {
      fail('the file ends in a number');
   }
   $value = ord($bytes[$at]) | ord($bytes[$at + 1]) << 8 | ord($bytes[$at + 2]) << 16 | ord($bytes[$at + 3]) << 24;
   $at += NUMBER;
   return $value;
}

function numbers(string ...$names): array
{
   $values = [];
   foreach ($names as $name) {
      $values[$name] = number();
   }
   return $values;
}

// Readers trim texts, and stop at an empty one.
function text(): string
{
   global $bytes, $at;
   $end = strpos($bytes, "\n", $at);
   if ($end === false) {
      fail('a text without newline');
   }
   $text = substr($bytes, $at, $end - $at);
   if (trim($text) === '' || preg_match('/[\x00-\x1f\x7f]/', $text) || !preg_match('//u', $text)) {
      fail('an empty text, or one that is no text');
   }
   $at = $end + 1;
   return $text;
}

function spell(array $values): string
{
   return implode(' ', array_map(fn($name, $value) => "$name=$value", array_keys($values), $values));
}

function calls(int $count, int $functions, string $kind): array
{
   $calls = [];
   for ($i = 0; $i < $count; $i++) {
      $call = numbers('function', 'line', 'calls', 'cost');
      if ($call['function'] >= $functions) {
         fail("function {$call['function']} of $functions");
      }
      if ($call['calls'] === 0) {
         fail('a call that never happened');
      }
      show("   $kind " . spell($call));
      $calls[] = $call;
   }
   return $calls;
}

function decode_function(int $version, int $functions): array
{
   $head = numbers(...array_slice(['line', 'self', 'inclusive', 'calls', 'callers', 'callees'],
                                  $version === 7 ? 0 : 1, $version === 5 ? 4 : 5 + ($version === 7)));
   show(' ' . spell($head));
   $function = $head;
   $function['from'] = calls($head['callers'], $functions, 'from');
   $function['sub'] = calls($head['callees'] ?? 0, $functions, 'sub');
   return $function;
}

function decode_function_4(int $functions): array
{
   $function = numbers('self', 'inclusive', 'cost', 'invocations');
   show(' ' . spell($function));
   $function['list'] = [];
   for ($i = 0; $i < $function['invocations']; $i++) {
      $invocation = numbers('self', 'inclusive', 'cost', 'caller', 'invocation', 'line', 'subcalls', 'address');
      show('   invocation ' . spell($invocation));
      $function['list'][] = $invocation;
   }
   return $function;
}

// Both ends of each call say the same.
function check_both_ends(array $functions)
{
   foreach ($functions as $number => $function) {
      foreach ($function['sub'] as $sub) {
         $other_end = array_filter($functions[$sub['function']]['from'], fn($from) => $from['function'] === $number);
         if (count($other_end) !== 1 || array_diff_key(current($other_end), ['function' => 0])
                                        != array_diff_key($sub, ['function' => 0])) {
            fail("the call of {$sub['function']} by $number differs at its other end");
         }
      }
      $callers = array_column($function['from'], 'function');
      foreach ($callers as $caller) {
         if (!in_array($number, array_column($functions[$caller]['sub'], 'function'), true)) {
            fail("$caller does not call $number");
         }
      }
   }
}

// Version 4: the subcalls of each invocation stand at its address, and lead back to it.
function decode_subcalls(array $functions, int $end): array
{
   global $at;
   $edges = [];
   $called = [];
   foreach ($functions as $number => $function) {
      $sums = ['self' => 0, 'inclusive' => 0, 'cost' => 0];
      foreach ($function['list'] as $i => $invocation) {
         if ($invocation['subcalls'] > 0 && $invocation['address'] !== $at) {
            fail("the subcalls of invocation $i of $number should be at {$invocation['address']}");
         }
         foreach ($sums as $name => $sum) {
            $sums[$name] = $sum + $invocation[$name];
         }
         for ($k = 0; $k < $invocation['subcalls']; $k++) {
            $sub = numbers('function', 'invocation', 'line', 'cost');
            show("subcall of $number.$i " . spell($sub));
            $callee = $functions[$sub['function']]['list'][$sub['invocation']] ?? fail('no such invocation');
            if ($callee['caller'] !== $number || $callee['invocation'] !== $i || $callee['cost'] !== $sub['cost']
                || $callee['cost'] !== $callee['inclusive'] || $callee['line'] !== $sub['line']) {
               fail("the call of {$sub['function']}.{$sub['invocation']} by $number.$i differs at its other end");
            }
            if (isset($called["{$sub['function']}.{$sub['invocation']}"])) {
               fail("{$sub['function']}.{$sub['invocation']} has two callers");
            }
            $called["{$sub['function']}.{$sub['invocation']}"] = true;
            $edge = "{$function['name']} > {$functions[$sub['function']]['name']}";
            $edges[$edge] = ($edges[$edge] ?? 0) + $sub['cost'];
         }
      }
      foreach ($sums as $name => $sum) {
         if (abs($sum - $function[$name]) > $function['invocations']) {
            fail("$name of function $number: {$function[$name]}, its invocations add up to $sum");
         }
      }
   }
   foreach ($functions as $number => $function) {
      foreach ($function['list'] as $i => $invocation) {
         if (($invocation['caller'] !== NO_CALLER) !== isset($called["$number.$i"])) {
            fail("$number.$i: its caller does not know it");
         }
      }
   }
   if ($at !== $end) {
      fail("subcalls end here, headers begin at $end");
   }
   return $edges;
}

// All own costs together are the summary. What calls a function costs at most what the function costs: the rest is of
// calls that nobody made. Each cost may have been rounded when it was scaled.
function check_totals(int $version, array $functions, array $headers)
{
   $own = array_sum(array_column($functions, 'self'));
   $scaled = isset($headers['scale']);
   if (abs($own - (int)$headers['summary']) > ($scaled ? count($functions) : 0)) {
      fail("the own costs add up to $own, the summary is $headers[summary]");
   }
   if ($version === 4) {
      return;   // each invocation has been checked
   }
   foreach ($functions as $number => $function) {
      $called = array_sum(array_column($function['from'], 'cost'));
      if ($called > $function['inclusive'] + ($scaled ? count($function['from']) + 1 : 0)) {
         fail("$function[name]: its calls cost $called, the inclusive cost is $function[inclusive]");
      }
   }
}

function decode_headers(): array
{
   global $bytes, $at;
   $headers = [];
   while ($at < strlen($bytes)) {
      $line = text();
      if (!preg_match('/^([a-z]+): (.*\S)/', $line, $parts) || isset($headers[$parts[1]])) {
         fail("'$line' is no header, or one for the second time");
      }
      show($at < strlen($bytes) ? "$line; " : $line, $at < strlen($bytes) ? '' : "\n");
      $headers[$parts[1]] = $parts[2];
   }
   if (array_slice(array_keys($headers), 0, 5) !== ['version', 'creator', 'cmd', 'events', 'summary']) {
      fail('not the headers that are always there');
   }
   if (!ctype_digit($headers['summary'])) {
      fail('the summary is no number');
   }
   return $headers;
}

['version' => $version, 'headers' => $end, 'functions' => $count] = $head = numbers('version', 'headers', 'functions');
if ($version < 4 || $version > 7) {
   fail("version $version");
}
if ($count < 2) {
   fail("readers fail on $count functions");
}
show(spell($head));
$addresses = [];
for ($i = 0; $i < $count; $i++) {
   $addresses[] = number();
}
$functions = [];
foreach ($addresses as $i => $address) {
   if ($address !== $at) {
      fail("function $i should be at $address");
   }
   show("function $i at $at", '');
   $function = $version === 4 ? decode_function_4($count) : decode_function($version, $count);
   $file = text();
   $function['name'] = text() . " [$file]";
   show("   $function[name]");
   $functions[] = $function;
}
if ($version === 4) {
   $edges = decode_subcalls($functions, $end);
} elseif ($version > 5) {
   check_both_ends($functions);
}
if ($at !== $end) {
   fail("functions end here, headers begin at $end");
}
$headers = decode_headers();
check_totals($version, $functions, $headers);
if ($layout) {
   exit(0);
}

if ($only_functions) {
   foreach ($functions as $function) {
      $calls = $version === 4 ? '' : " calls $function[calls]";
      echo "$function[name] self $function[self]$calls inclusive $function[inclusive]\n";
   }
   exit(0);
}

$lines = ["total $headers[summary]"];
foreach ($functions as $function) {
   if ($version !== 4 && $function['self'] + $function['calls'] + $function['inclusive'] > 0) {
      $lines[] = "function $function[name] self $function[self] calls $function[calls]";
      $lines[] = "inclusive $function[name] $function[inclusive]";
   } elseif ($version === 4 && $function['invocations'] > 0 && $function['inclusive'] > 0) {
      $lines[] = "function $function[name] self $function[self]";
      $lines[] = "inclusive $function[name] $function[inclusive]";
   }
   foreach ($version === 4 ? [] : $function['from'] as $from) {
      $lines[] = "call {$functions[$from['function']]['name']} > $function[name] calls $from[calls] cost $from[cost]";
   }
}
foreach ($edges ?? [] as $edge => $cost) {
   $lines[] = "call $edge cost $cost";
}
sort($lines, SORT_STRING);
echo implode("\n", $lines), "\n";
