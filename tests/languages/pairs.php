<?php
// A quadratic function, called with lists of 60 lengths in a mixed order, and a linear one.

function count_pairs($list) {
   $pairs = 0;
   $n = count($list);
   for ($i = 0; $i < $n; $i++)
      for ($j = 0; $j < $i; $j++)
         $pairs += $list[$i] === $list[$j] ? 1 : 0;
   return $pairs;
}
function count_ones($list) {
   $ones = 0;
   $n = count($list);
   for ($i = 0; $i < $n; $i++)
      $ones += $list[$i] === 1 ? 1 : 0;
   return $ones;
}
$sum = 0;
for ($k = 0; $k < 60; $k++) {
   $length = 60 + 9 * (($k * 23) % 60);
   $list = [];
   for ($i = 0; $i < $length; $i++) $list[] = $i % 7;
   $sum += count_pairs($list) + count_ones($list);
}
echo $sum, "\n";
