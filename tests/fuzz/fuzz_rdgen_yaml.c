/* fuzz_rdgen_yaml.c - any bytes as a DAG in YAML */
#include "tests/fuzz/dag_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return dag_target("fuzz.yaml", data, size);
}
