/* fuzz_graphml.c - any bytes as a DAG in GraphML */
#include "tests/fuzz/dag_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return dag_target("fuzz.xml", data, size);
}
