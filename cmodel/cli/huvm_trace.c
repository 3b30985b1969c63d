/* SPDX-License-Identifier: Apache-2.0 */
#include "huvm_trace.h"
#include "../huvm/trace.h"
#include "fail.h"
#include "input.h"
#include <stdlib.h>

void huvm_trace_read(const char *path, uint32_t chunks, uint32_t **trace, uint64_t *length)
{
    enum { STEP = 1 << 16 };
    struct lp_input *input = cli_input_open(path, 1);
    size_t used = 0, room = STEP;
    uint8_t *bytes = cli_alloc(room);
    for (size_t n; (n = cli_input_read(input, path, bytes + used, room - used)) > 0;) {
        used += n;
        if (room - used >= STEP)
            continue;
        room *= 2;
        bytes = realloc(bytes, room);
        if (bytes == NULL)
            cli_fail("no memory for %zu bytes", room);
    }
    lp_input_close(input);
    struct huvm_trace_fault fault;
    if (!huvm_trace_parse(bytes, used, trace, length, &fault))
        cli_fail("%s: %s %llu: %s", path, fault.binary ? "byte" : "line",
                 (unsigned long long)fault.at, fault.why);
    free(bytes);
    for (uint64_t i = 0; i < *length; i++)
        if ((*trace)[i] >= chunks)
            cli_fail("%s: use %llu is of chunk %u, and there are %u", path,
                     (unsigned long long)i + 1, (*trace)[i], chunks);
}
