/* response.h - worst responses under fixed priorities and under EDF
 *
 * All responses count from the nominal time of the job, as deadlines do; so
 * a bound R compares with D, and R also bounds the response counted from the
 * actual release.  One executor; sporadic tasks with jitter J; any D.
 *
 * Fixed priorities.  Task i is analysed against a list of tasks that go
 * before it (hep: higher or equal priority) and a blocking term, so that the
 * same code serves a given order and Audsley's assignment.
 *
 *   preemptive (Joseph, Pandya 1986; Audsley et al. 1993; Lehoczky 1990 and
 *   Tindell 1994 for several jobs in the busy period, D > T):
 *     w_q = (q+1) C_i + sum_hep ceil((w_q + J_j)/T_j) C_j
 *     R = max over q of w_q - (q T_i - J_i),  until w_q <= (q+1) T_i - J_i
 *   non-preemptive (Davis, Burns, Bril, Lukkien 2007: all jobs of the busy
 *   period, not only the first):
 *     w_q = B + q C_i + sum_hep (floor((w_q + J_j)/T_j) + 1) C_j
 *     R = max over q of w_q + C_i - (q T_i - J_i),  q < ceil((L + J_i)/T_i)
 *     L = B + sum over hep and i of ceil((L + J_j)/T_j) C_j
 *
 * At level utilization 1 L need not exist; w_{q + H/T_i} = w_q + H with H the
 * lcm of the periods then, so q < H/T_i suffices.  Above 1 responses diverge.
 *
 * EDF.  For every absolute deadline d = D'_j + kT_j that a job of i can have
 * in the longest busy period, with n_j(d) jobs of j due by d:
 *
 *   preemptive (Spuri, INRIA RR-2772, 1996):
 *     x = n_i C_i + sum_{j != i} min(ceil((x + J_j)/T_j), n_j(d)) C_j
 *     R = max over d of x - (d - D_i)
 *   non-preemptive (George, Rivierre, Spuri, INRIA RR-2966, 1996):
 *     x = B(d) + (n_i - 1) C_i
 *         + sum_{j != i} min(floor((x + J_j)/T_j) + 1, n_j(d)) C_j
 *     R = max over d of x + C_i - (d - D_i)
 *   B(d) = longest chunk of a task with D' > d.
 *
 * At load 1 all repeats from one lcm of the periods to the next, once every
 * task has had a first deadline, so one of them is looked at.
 *
 * Exactness: the bounds are reached, or approached, by the pattern behind
 * them, except where equal priorities are taken for higher ones.  EDF ties
 * are taken against i.  Without preemption and in dense time, blocking comes
 * up to C but never is C, so a job that is released C after the others finds
 * the executor free an instant before; the bound takes it for one that goes
 * before (as it may where a release is seen late), and `reached` does not.
 *
 * Units: ns.  Cost: pseudo-polynomial; every evaluation of a sum counts as
 * one unit of work a term, and at the limit a bound is "not known".
 */
#ifndef DAGSIM_ANALYSIS_RESPONSE_H
#define DAGSIM_ANALYSIS_RESPONSE_H

#include "base/load.h"
#include "analysis/set.h"

enum response_status {
	RESPONSE_KNOWN,
	RESPONSE_DIVERGES, /* utilization above 1                         */
	RESPONSE_GAVE_UP,  /* the limit of work, or of 2^60 ns            */
	RESPONSE_ABOVE,    /* the same, but `worst` is reached, may not be
			    * the worst, and is above the deadline        */
};

struct response {
	enum response_status status;
	dag_time worst;    /* R                                            */
	dag_time reached;  /* what arrivals come up to: R, or less         */
	dag_time job;      /* fixed priority: the q that attains it        */
	dag_time deadline; /* EDF: the d that attains it                   */
	dag_time blocking; /* the term in it                               */
	uint32_t blocker;  /* whose it is, or NONE                         */
};

struct response_limit {
	uint64_t used, most;
};

/* Task i of s behind the n tasks hep (positions, ascending, without i). */
void response_fp(const struct analysis_set *s, uint32_t i, const uint32_t *hep,
		 uint32_t n, struct response_limit *limit,
		 struct response *out);

/* The same without preemption; tasks neither i nor in hep block. */
void response_np_fp(const struct analysis_set *s, uint32_t i,
		    const uint32_t *hep, uint32_t n,
		    struct response_limit *limit, struct response *out);

/* A bound by a line above the work of hep: w_q is at most
 * (B + (q+1) C + sum over hep of C (1 + J/T)) / (1 - U), with U that of hep and
 * one C less without preemption; if i and hep load at most the whole executor,
 * q = 0 is then the worst.  There is one near load 1 too, where busy periods
 * have no end.  -1 where there is none.  O(n). */
dag_time response_by_line(const struct analysis_set *s, uint32_t i,
			  const uint32_t *hep, uint32_t n, bool preemptive);

/* All tasks under EDF, preemptive or not; out has n_tasks entries. */
void response_edf(const struct analysis_set *s, bool preemptive,
		  struct response_limit *limit, struct arena *a,
		  struct response *out);

/* All tasks under FIFO (fifo.c); `job` is the release of the worst job,
 * counted from the start of the busy period. */
void response_fifo(const struct analysis_set *s, struct response_limit *limit,
		   struct arena *a, struct response *out);

/* Such bounds under FIFO, J + sum over all of C + sum over others of C J/T,
 * for each task; false where the load is not at most 1. */
bool response_fifo_by_line(const struct analysis_set *s, dag_time *out);

/* Takes such a bound where r was given up, if it is within the deadline. */
void response_take_line(struct response *r, dag_time bound, dag_time deadline);

#endif
