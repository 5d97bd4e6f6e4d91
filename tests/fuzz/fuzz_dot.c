/* fuzz_dot.c - any bytes as a DAG in DOT */
#include "tests/fuzz/dag_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return dag_target("fuzz.dot", data, size);
}
