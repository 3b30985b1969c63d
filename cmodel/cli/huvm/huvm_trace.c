/* SPDX-License-Identifier: Apache-2.0 */
#include "huvm_trace.h"
#include "../../systems/huvm/policy/trace.h"
#include "../shared/fail.h"
#include "../shared/input.h"
#include <stdlib.h>

static noreturn void refuse(const char *path, const struct huvm_trace_fault *fault)
{
    cli_fail("%s: %s %llu: %s", path, fault->binary ? "byte" : "line",
             (unsigned long long)fault->at, fault->why);
}

/* Of what is no trace no more is read than shows it. */
static uint8_t *read_all(const char *path, size_t *used)
{
    enum { STEP = 1 << 16 };
    struct lp_input *input = cli_input_open(path, 1);
    struct huvm_trace_part part = {0};
    struct huvm_trace_fault fault;
    size_t room = STEP;
    uint8_t *bytes = cli_alloc(room);
    *used = 0;
    for (size_t n; (n = cli_input_read(input, path, bytes + *used, STEP)) > 0;) {
        *used += n;
        if (!huvm_trace_begins(bytes, *used, &part, &fault))
            refuse(path, &fault);
        if (room - *used < STEP)
            bytes = cli_resize(bytes, room *= 2);
    }
    lp_input_close(input);
    return bytes;
}

void huvm_trace_read(const char *path, uint32_t chunks, uint32_t **trace, uint64_t *length)
{
    struct huvm_trace_fault fault;
    size_t used;
    uint8_t *bytes = read_all(path, &used);
    if (!huvm_trace_parse(bytes, used, trace, length, &fault))
        refuse(path, &fault);
    free(bytes);
    for (uint64_t i = 0; i < *length; i++)
        if ((*trace)[i] >= chunks)
            cli_fail("%s: use %llu is of chunk %u, and there are %u", path,
                     (unsigned long long)i + 1, (*trace)[i], chunks);
}
