// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) 2026 The aprof authors
//
// A quadratic function, called with lists of 60 lengths in a mixed order, and a linear one.

using System;
public static class Program
{
   static int CountPairs(int[] list)
   {
      int pairs = 0;
      for (int i = 0; i < list.Length; i++)
         for (int j = 0; j < i; j++)
            pairs += list[i] == list[j] ? 1 : 0;
      return pairs;
   }

   static int CountOnes(int[] list)
   {
      int ones = 0;
      for (int i = 0; i < list.Length; i++)
         ones += list[i] == 1 ? 1 : 0;
      return ones;
   }

   public static int Main()
   {
      int sum = 0;
      for (int k = 0; k < 60; k++) {
         int length = 60 + 9 * ((k * 23) % 60);
         int[] list = new int[length];
         for (int i = 0; i < length; i++) list[i] = i % 7;
         sum += CountPairs(list) + CountOnes(list);
      }
      Console.WriteLine(sum);
      return 0;
   }
}
