/* How far forecasts look, and which exponents are told apart. */

#pragma once

/* Larger inputs and runs are so many times as large as the largest one that was measured, unless
   somebody asks for others: far enough that a square shows, and near enough that forecasts come true. */
#define FAR_TIMES  10.0

/* A forecast whose interval is wider, high by low, is named by the interval, and not confirmed: with the
   tolerance of names, a narrower one excludes what is half a power beside. */
#define WIDE_FORECAST  2.5

/* One whose interval is wider is open: it is no figure. */
#define OPEN_FORECAST  4.0

/* Exponents that differ by less are the same: costs are never exactly a power of the size. */
#define SAME_EXPONENT  0.05

/* Exponents that differ by less may be of the same class, which has one name. */
#define SAME_CLASS  0.15
