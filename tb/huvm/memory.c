/* SPDX-License-Identifier: Apache-2.0 */
#include "memory.h"
#include "../../cmodel/huvm/presets.h"
#include <errno.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *need(void *pointer)
{
    if (pointer != NULL)
        return pointer;
    fputs("huvm-programs: no memory\n", stderr);
    exit(2);
}

/* A hundredth of the paper's rates, and as much of its threshold and prefetches as fits. */
static void open_real(struct memory *m, const struct memory_limit *limit)
{
    struct huvm_real_config config = {
        .chunk_bytes = m->chunk, .chunks = (uint32_t)(m->room / m->chunk), .local = limit->local,
        .lenders = limit->spare > 0, .spare = limit->spare,
        .on = huvm_policies[limit->policy].on, .threshold = 16, .prefetch = HUVM_PREFETCH_CHUNKS,
        .stride = HUVM_STRIDE_CHUNKS, .pcie = {HUVM_PCIE_RATE / 100, HUVM_PCIE_NS},
        .nvlink = {HUVM_NVLINK_RATE / 100, HUVM_NVLINK_NS}};
    int error = huvm_real_open(&config, &m->real);
    if (error == LP_OK) {
        m->bytes = huvm_real_memory(m->real);
        return;
    }
    fprintf(stderr, "huvm-programs: memory with a limit: %s\n",
            error == LP_ERR_SYSTEM ? strerror(errno) : lp_strerror(error));
    exit(2);
}

void memory_open(struct memory *m, size_t chunk, size_t room, const struct memory_limit *limit)
{
    *m = (struct memory){.chunk = chunk, .use_room = 1 << 16};
    m->room = (room + chunk - 1) / chunk * chunk + ARRAYS_MAX * chunk;
    if (limit != NULL)
        open_real(m, limit);
    else
        m->bytes = need(calloc(m->room, 1));
    m->uses = need(malloc(m->use_room * sizeof *m->uses));
}

/* The bytes are read here, since a system call may not touch memory that faults. */
void memory_free_limit(struct memory *m, struct huvm_counts *counts)
{
    uint8_t *copy = need(calloc(m->room, 1));
    memcpy(copy, m->bytes, m->used);
    huvm_real_close(m->real, counts);
    m->real = NULL;
    m->bytes = copy;
}

void memory_close(struct memory *m)
{
    free(m->bytes);
    free(m->uses);
}

unsigned memory_array(struct memory *m, size_t bytes)
{
    if (m->arrays == ARRAYS_MAX || bytes > m->room - m->used)
        need(NULL);
    m->array[m->arrays] = (struct array){m->used, bytes, UINT32_MAX};
    m->used += (bytes + m->chunk - 1) / m->chunk * m->chunk;
    return m->arrays++;
}

void memory_note(struct memory *m, uint32_t chunk)
{
    if (m->use_count == m->use_room) {
        m->use_room *= 2;
        m->uses = need(realloc(m->uses, m->use_room * sizeof *m->uses));
    }
    m->uses[m->use_count++] = chunk;
}
