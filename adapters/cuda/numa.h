/* SPDX-License-Identifier: Apache-2.0 */
/* Host memory near to a GPU. Where the system does not tell or refuses, memory is as it would be. */
#ifndef LPC_NUMA_H
#define LPC_NUMA_H

#define LPC_NUMA_WORDS 16 /* of a mask of nodes: 1024 nodes */

/* The NUMA node of a CUDA device; -1: not known, or the system has one alone. */
int lpc_numa_node(int device);

/* A thread's NUMA policy. */
struct lpc_numa_policy {
    int mode; /* -1: was not changed */
    unsigned long nodes[LPC_NUMA_WORDS];
};

/* From here on this thread's new pages come from `node` if it has some; none if it is -1. */
void lpc_numa_prefer(int node, struct lpc_numa_policy *before);

void lpc_numa_restore(const struct lpc_numa_policy *before);

#endif
