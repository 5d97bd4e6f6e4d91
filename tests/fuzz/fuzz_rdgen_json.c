/* fuzz_rdgen_json.c - any bytes as a DAG in JSON, encoded once or twice */
#include "tests/fuzz/dag_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return dag_target("fuzz.json", data, size);
}
