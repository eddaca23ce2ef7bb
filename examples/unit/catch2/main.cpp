/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The function main is Catch2's own. */

#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
