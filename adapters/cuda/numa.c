/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "numa.h"
#include <ctype.h>
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PREFERRED 1 /* MPOL_PREFERRED of <linux/mempolicy.h> */
#define BITS (8 * (int)sizeof(unsigned long))
#define MOST (LPC_NUMA_WORDS * BITS)

int lpc_numa_node(int device)
{
    char bus[32], path[96];
    int node = -1;
    if (cudaDeviceGetPCIBusId(bus, (int)sizeof bus, device) != cudaSuccess)
        return -1;
    for (char *at = bus; *at != '\0'; at++)
        *at = (char)tolower((unsigned char)*at); /* sysfs has it that way */
    snprintf(path, sizeof path, "/sys/bus/pci/devices/%s/numa_node", bus);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return -1;
    if (fscanf(file, "%d", &node) != 1 || node < 0 || node >= MOST)
        node = -1;
    fclose(file);
    return node;
}

/* The kernel takes the number of bits, and one more. */
void lpc_numa_prefer(int node, struct lpc_numa_policy *before)
{
    unsigned long nodes[LPC_NUMA_WORDS] = {0};
    *before = (struct lpc_numa_policy){.mode = -1};
    if (node < 0 || node >= MOST)
        return;
    int mode = -1;
    if (syscall(SYS_get_mempolicy, &mode, before->nodes, (unsigned long)MOST + 1, NULL, 0ul) != 0)
        return;
    nodes[node / BITS] = 1ul << node % BITS;
    if (syscall(SYS_set_mempolicy, PREFERRED, nodes, (unsigned long)MOST + 1) == 0)
        before->mode = mode;
}

void lpc_numa_restore(const struct lpc_numa_policy *before)
{
    if (before->mode >= 0)
        syscall(SYS_set_mempolicy, before->mode, before->nodes, (unsigned long)MOST + 1);
}
