/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Knows V8, by symbols of C++, and Go. */

#include "code/runtimes.h"

#include "pub_tool_libcbase.h"

#define NAMESPACE_OF_V8  "_ZN2v88internal"

/* How names begin; before each, a symbol has its length.  The first ones are called by generated code. */
static const HChar* const of_v8[] = {
   "Runtime_Compile", "Runtime_InstallBaselineCode", "Runtime_BytecodeBudgetInterrupt", "Runtime_StackGuard",
   "Runtime_HealOptimizedCodeSlot", "Runtime_FunctionLogNextExecution", "Runtime_NotifyDeoptimized",
   "Deoptimizer3NewE", "Deoptimizer19ComputeOutputFramesE",
   "Heap14CollectGarbageE", "Heap17CollectAllGarbageE",
};

Bool runtimes_own_work(const HChar* symbol)
{
   SizeT length = VG_(strlen)(NAMESPACE_OF_V8);
   if (VG_(strncmp)(symbol, NAMESPACE_OF_V8, length) != 0) {
      return False;
   }
   const HChar* name = symbol + length;
   while (VG_(isdigit)(*name)) {
      name++;
   }
   for (UInt i = 0; i < sizeof of_v8 / sizeof *of_v8; i++) {
      if (VG_(strncmp)(name, of_v8[i], VG_(strlen)(of_v8[i])) == 0) {
         return True;
      }
   }
   return False;
}

Bool runtimes_copies_stack(const HChar* symbol)
{
   return VG_STREQ(symbol, "runtime.copystack");
}

Bool runtimes_schedules(const HChar* symbol)
{
   return VG_STREQ(symbol, "runtime.mcall") || VG_STREQ(symbol, "runtime.goschedImpl")
          || VG_STREQ(symbol, "runtime.preemptPark") || VG_STREQ(symbol, "runtime.schedule");
}
