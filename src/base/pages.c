/* pages.c - see pages.h */
#define _DEFAULT_SOURCE /* madvise */
#include "base/pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20, WORTH_IT = 1 << 20 };

void *pages_alloc(size_t bytes)
{
	size_t rounded;
	void *p;

	if (bytes < WORTH_IT || bytes > SIZE_MAX - HUGE_PAGE)
		return malloc(bytes);
	rounded = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	p = aligned_alloc(HUGE_PAGE, rounded);
#ifdef MADV_HUGEPAGE
	if (p) /* a wish: without it the table is only slower */
		(void)madvise(p, rounded, MADV_HUGEPAGE);
#endif
	return p;
}
