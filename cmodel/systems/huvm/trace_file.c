/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_file.h"
#include "policy/trace.h"
#include "../../lib/io/input_all.h"
#include <stdlib.h>

static int refuse(struct lpi_fault *fault, const char *path, const struct huvm_trace_fault *why)
{
    return lpi_fault_set(fault, LPI_BAD, "%s: %s %llu: %s", path, why->binary ? "byte" : "line",
                         (unsigned long long)why->at, why->why);
}

/* Stops reading as soon as the input is known to be no trace. NULL: the fault is set. */
static uint8_t *read_all(struct lp_input *input, const char *path, size_t *used,
                         struct lpi_fault *fault)
{
    enum { STEP = 1 << 16 };
    struct huvm_trace_part part = {0};
    struct huvm_trace_fault why;
    size_t room = STEP, n;
    uint8_t *bytes = lpi_fault_alloc(fault, room);
    *used = 0;
    while (bytes != NULL) {
        if (lpi_input_next(input, path, bytes + *used, STEP, &n, fault) != 0)
            break;
        if (n == 0)
            return bytes;
        *used += n;
        if (!huvm_trace_begins(bytes, *used, &part, &why)) {
            refuse(fault, path, &why);
            break;
        }
        if (room - *used >= STEP)
            continue;
        uint8_t *larger = lpi_fault_resize(fault, bytes, room *= 2);
        if (larger == NULL)
            break;
        bytes = larger;
    }
    free(bytes);
    return NULL;
}

static int check_chunks(const char *path, const uint32_t *trace, uint64_t length, uint32_t chunks,
                        struct lpi_fault *fault)
{
    for (uint64_t i = 0; i < length; i++)
        if (trace[i] >= chunks)
            return lpi_fault_set(fault, LPI_BAD, "%s: use %llu is of chunk %u, and there are %u",
                                 path, (unsigned long long)i + 1, trace[i], chunks);
    return 0;
}

int huvm_trace_read(const char *path, uint32_t chunks, uint32_t **trace, uint64_t *length,
                    struct lpi_fault *fault)
{
    struct huvm_trace_fault why;
    size_t used;
    struct lp_input *input = lpi_input_begin(path, LPI_INPUT_RAW, fault);
    if (input == NULL)
        return fault->code;
    uint8_t *bytes = read_all(input, path, &used, fault);
    lp_input_close(input);
    if (bytes == NULL)
        return fault->code;
    bool good = huvm_trace_parse(bytes, used, trace, length, &why);
    free(bytes);
    if (!good)
        return refuse(fault, path, &why);
    if (check_chunks(path, *trace, *length, chunks, fault) == 0)
        return 0;
    free(*trace);
    *trace = NULL;
    return fault->code;
}
