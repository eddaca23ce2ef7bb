<?php
// php grown.php slow|sound: keeps the first of equal words of standard input.  Slow, it looks through all that it has.

function read_words(): array
{
   return array_map('trim', file('php://stdin'));
}

function is_known(array $seen, string $word): bool
{
   return in_array($word, $seen, true);
}

function keep_slow(array $words): int
{
   $seen = [];
   foreach ($words as $word) {
      if (!is_known($seen, $word)) {
         $seen[] = $word;
      }
   }
   return count($seen);
}

function keep_sound(array $words): int
{
   return count(array_flip($words));
}

function report(array $words): int
{
   $all = 0;
   foreach ($words as $word) {
      $sum = 0;
      for ($i = 0; $i < 300; $i++) {
         $sum = ($sum * 31 + ord($word[$i % strlen($word)])) % 65521;
      }
      $all += $sum;
   }
   return $all;
}

$words = read_words();
echo report($words), ' ', $argv[1] === 'slow' ? keep_slow($words) : keep_sound($words), "\n";
