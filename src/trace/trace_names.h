/* trace_names.h - the words of a header, in the order of their enums (internal)
 *
 * One list for the writer and the reader.
 */
#ifndef DAGSIM_TRACE_TRACE_NAMES_H
#define DAGSIM_TRACE_TRACE_NAMES_H

static const char *const orders[] = {"edf", "fifo", "fixed", "other", NULL};
static const char *const batchings[] = {"none", "same_deadline",
					"cross_deadline", "timeout", NULL};
static const char *const traits[] = {
	"work_conserving", "preempts",       "key_changes", "critical_first",
	"on_cores",        "on_accelerator", "fifo_ties",   "rotates",
	"binds",           "sees_wakes"};
static const char *const lates[] = {"drop", "run", NULL};
static const char *const resources[] = {"accelerator", "core", NULL};
static const char *const preemptions[] = {"full", "limited", "none", NULL};
enum { TRAITS = sizeof(traits) / sizeof(*traits) };

#endif
