/* pages.h - large tables on large pages
 *
 * A table of some megabytes that is touched here and there costs a TLB miss
 * a touch on 4 KiB pages; on a virtual machine that is most of its cost.
 * pages_alloc asks the kernel for 2 MiB pages where that helps (madvise,
 * Linux) and is malloc otherwise.  Free with free().  NULL without memory.
 */
#ifndef DAGSIM_BASE_PAGES_H
#define DAGSIM_BASE_PAGES_H

#include <stddef.h>

void *pages_alloc(size_t bytes);

#endif
