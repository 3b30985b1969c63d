/* SPDX-License-Identifier: Apache-2.0 */
#include <linepress/trace.h>

#include <stdlib.h>

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void shuffle(uint64_t *order, uint64_t lines, uint64_t *random)
{
    for (uint64_t left = lines; left > 1; left--) {
        uint64_t other = next_random(random) % left, line = order[left - 1];
        order[left - 1] = order[other];
        order[other] = line;
    }
}

static void set_order(uint64_t *order, const struct lp_trace_pattern *pattern)
{
    uint64_t stride = pattern->order == LP_TRACE_STRIDED ? pattern->stride : 1, n = 0;
    for (uint64_t first = 0; first < stride && n < pattern->lines; first++)
        for (uint64_t line = first; line < pattern->lines; line += stride) {
            order[n++] = line;
            if (pattern->lines - line <= stride)
                break;
        }
}

int lp_trace_generate(const struct lp_trace_pattern *pattern, struct lp_trace *trace)
{
    if (pattern == NULL || trace == NULL)
        return LP_ERR_ARG;
    uint64_t lines = pattern->lines, reads = pattern->reads ? pattern->reads : lines;
    uint64_t random = pattern->seed;
    if (lines == 0 || pattern->stride == 0 || (unsigned)pattern->order > LP_TRACE_STRIDED)
        return LP_ERR_ARG;
    if (lines > LP_TRACE_MAX || reads > LP_TRACE_MAX - lines)
        return LP_ERR_TRACE_COUNT;
    uint64_t *order = NULL;
    struct lp_access *accesses = NULL;
    if (lines + reads <= SIZE_MAX / sizeof *accesses) {
        order = malloc((size_t)lines * sizeof *order);
        accesses = malloc((size_t)(lines + reads) * sizeof *accesses);
    }
    if (order == NULL || accesses == NULL) {
        free(order);
        free(accesses);
        return LP_ERR_SYSTEM;
    }
    for (uint64_t n = 0; n < lines; n++)
        accesses[n] = (struct lp_access){.address = n * LP_LINE_BYTES, .data = n, .write = 1};
    set_order(order, pattern);
    for (uint64_t n = 0; n < reads; n++) {
        if (n % lines == 0 && pattern->order == LP_TRACE_RANDOM)
            shuffle(order, lines, &random);
        accesses[lines + n] = (struct lp_access){.address = order[n % lines] * LP_LINE_BYTES};
    }
    free(order);
    *trace = (struct lp_trace){accesses, (size_t)(lines + reads)};
    return LP_OK;
}
