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

extern const struct analysis_test multipath_opt_test;
extern const struct analysis_test multipath_greedy_test;
extern const struct analysis_test graham_test;

extern const struct analysis_test fed_multipath_opt_test;
extern const struct analysis_test fed_multipath_test;
extern const struct analysis_test fed_graham_test;
extern const struct analysis_test semifed_x1_test;
extern const struct analysis_test reservation_rmin_test;
extern const struct analysis_test reservation_split_test;
extern const struct analysis_test reservation_requal_test;
extern const struct analysis_test partitioned_edf_test;
extern const struct analysis_test partitioned_fp_test;
extern const struct analysis_test typed_rta_test;

/* several cores: global EDF */
extern const struct analysis_test edf_li13_cab_test;
extern const struct analysis_test edf_li14_cab_test;
extern const struct analysis_test edf_bonifaci13_poly_test;
extern const struct analysis_test edf_gfb_test;
extern const struct analysis_test edf_baker_test;
extern const struct analysis_test edf_bcl_test;
extern const struct analysis_test edf_melani15_test;
extern const struct analysis_test edf_chain_rta_test;
extern const struct analysis_test edf_baruah14_test;
extern const struct analysis_test edf_bar_test;
/* global fixed priorities */
extern const struct analysis_test fp_li14_cab_test;
extern const struct analysis_test fp_bonifaci13_poly_test;
extern const struct analysis_test fp_melani15_test;
extern const struct analysis_test fp_chain_rta_test;
extern const struct analysis_test fp_he19_cpf_test;
extern const struct analysis_test fp_fonseca17_test;
/* global, preempted between nodes */
extern const struct analysis_test lpfp_boundary_rta_test;
extern const struct analysis_test lpedf_boundary_rta_test;

#endif
