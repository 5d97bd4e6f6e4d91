/* tests.h - the tests that table.c lists; private to src/analysis */
#ifndef DAGSIM_ANALYSIS_TESTS_H
#define DAGSIM_ANALYSIS_TESTS_H

#include "analysis/test.h"

extern const struct analysis_test np_edf_test;
extern const struct analysis_test np_edf_same_deadline_test;
extern const struct analysis_test np_edf_cross_deadline_test;
extern const struct analysis_test np_edf_cross_deadline_tight_test;
extern const struct analysis_test np_fp_rta_test;
extern const struct analysis_test np_fifo_test;
extern const struct analysis_test edf_qpa_test;
extern const struct analysis_test fp_rta_test;

extern const struct analysis_test fed_multipath_opt_test;
extern const struct analysis_test fed_multipath_test;
extern const struct analysis_test fed_graham_test;
extern const struct analysis_test semifed_x1_test;
extern const struct analysis_test reservation_rmin_test;
extern const struct analysis_test reservation_split_test;
extern const struct analysis_test reservation_requal_test;
extern const struct analysis_test partitioned_edf_test;
extern const struct analysis_test partitioned_fp_test;

#endif
