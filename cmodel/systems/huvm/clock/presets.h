/* SPDX-License-Identifier: Apache-2.0 */
/* Named policies and scenarios. */
#ifndef LPI_HUVM_PRESETS_H
#define LPI_HUVM_PRESETS_H

#include "clock.h"

enum { HUVM_POLICIES = 8, HUVM_CASES = 4, HUVM_CASE_GPUS = 4 };

/* Columns of figure 7: stock UVM, prior work (section 6), then one more mechanism in each. */
struct huvm_policy_row {
    const char *name, *title;
    struct huvm_switches on;
};
extern const struct huvm_policy_row huvm_policies[HUVM_POLICIES];

/* A GPU of table 2. The GPUs of one application have the same name and app. */
struct huvm_case_gpu {
    const char *name;
    double use; /* fraction of the GPU's memory */
    unsigned app;
    enum huvm_pattern pattern;
};
struct huvm_case {
    const char *name;
    struct huvm_case_gpu gpu[HUVM_CASE_GPUS];
};
extern const struct huvm_case huvm_cases[HUVM_CASES];

/* Table 1 and section 6.1; the compute time of a chunk is that of 2 MiB at half of 900 GB/s. */
#define HUVM_CHUNK_BYTES 2097152u
#define HUVM_GPU_CHUNKS 8192u
#define HUVM_PCIE_RATE 12.3e9
#define HUVM_PCIE_NS 16700u
#define HUVM_NVLINK_RATE 40.1e9
#define HUVM_NVLINK_NS 5100u
#define HUVM_MEMORY_RATE 900e9
/*
 * Of a V100's L2 and its crossbar, as loads of SMs measure it (Jia et al., Dissecting the NVIDIA
 * Volta GPU Architecture via Microbenchmarking, 2018).
 */
#define HUVM_L2_RATE 2155e9
#define HUVM_COMPUTE_NS 4700u
#define HUVM_THRESHOLD 50u
#define HUVM_IN_FLIGHT 8u /* neither this nor the next is in the paper */
#define HUVM_BURST 1u
#define HUVM_PREFETCH_CHUNKS 16u /* chunks */
#define HUVM_STRIDE_CHUNKS 1u

/*
 * On the real clock, memory and rates are divided by 100, so that links are slower than the kernel.
 */
#define HUVM_REAL_SCALE 100u
#define HUVM_REAL_CHUNK_BYTES 65536u
#define HUVM_REAL_THRESHOLD 16u

/*
 * Driver time in ns, fitted as described in docs/studies/huvm.md: per chunk served, and per host
 * page populated.
 */
#define HUVM_SERVED_NS 128850.0
#define HUVM_PAGE_NS 282.8

/*
 * Units at the memory controllers of each GPU and of the host: the channels of the cDMA engine, and
 * the frequency goal of a channel with both codecs (docs/reference/units/cdma.md).
 */
#define HUVM_CHANNELS 6u
#define HUVM_UNIT_MHZ 825.0

#endif
