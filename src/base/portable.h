/* portable.h - logarithms and powers that are the same bits everywhere
 *
 * The C library's log, exp and pow differ in the last bit between versions
 * and between CPUs with and without fused multiply-add, and one such bit can
 * move a number across a rounding boundary.  These functions use nothing but
 * +, -, * and / on doubles, which IEEE 754 defines to the bit (the build
 * forbids contraction: -ffp-contract=off), and exact scaling by powers of
 * two.  Relative error below 4 * 10^-16 times the magnitude of the result's
 * logarithm, which is more than drawing random numbers needs.
 *
 * Cost: 15 to 25 ns; a root twice that.
 */
#ifndef DAGSIM_BASE_PORTABLE_H
#define DAGSIM_BASE_PORTABLE_H

#include <stdint.h>

/* Base-2 logarithm of a finite x > 0 that is not subnormal. */
double portable_log2(double x);

/* 2^x for |x| <= 1000. */
double portable_exp2(double x);

/* u^(1/k) for 0 < u <= 1 and k >= 1. */
double portable_root(double u, uint32_t k);

/* Uniform on the open interval (0, 1): 52 of the bits, and half a step. */
static inline double portable_unit(uint64_t bits)
{
	return ((double)(bits >> 12) + 0.5) * 0x1p-52;
}

#endif
