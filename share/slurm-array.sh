#!/bin/sh
# A sweep as a Slurm job array, one shard a task:
#   sbatch --array=1-64 slurm-array.sh OUT_DIR WORKLOAD... [options of bench]
# (or --accept SPEC instead of workloads)
# and when all are done:
#   dagsim merge OUT_DIR/parts/*.jsonl -o OUT_DIR --figure-dir OUT_DIR
# A task that was killed or requeued goes on from the rows it had.
#SBATCH --job-name=dagsim-bench
#SBATCH --cpus-per-task=1
#SBATCH --requeue
set -eu
out=$1
shift
exec "${DAGSIM:-dagsim}" bench "$@" \
	--shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
	--jobs "${SLURM_CPUS_PER_TASK:-1}" --resume --quiet -o "$out/parts"
