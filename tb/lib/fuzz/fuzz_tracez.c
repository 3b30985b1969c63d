/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reader of Accel-Sim's compressed traces, .tracez, on arbitrary bytes: its text is read as that of
 * a kernel. An input's last byte says how much is read at a time.
 */
#define _POSIX_C_SOURCE 200809L
#include "../../../cmodel/lib/accelsim/tracez.h"
#include "traceg.h"

struct slow {
    struct lpi_tracez *tracez;
    size_t most; /* bytes at a time; 0: no limit */
};

static int read_slowly(void *context, void *buffer, size_t bytes, size_t *got)
{
    struct slow *slow = context;
    size_t ask = slow->most > 0 && slow->most < bytes ? slow->most : bytes;
    int error = lpi_tracez_read(slow->tracez, buffer, ask, got);
    must(*got <= ask && (error == LP_OK || *got == 0 || *lpi_tracez_why(slow->tracez) != '\0'));
    return error;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    static struct lpi_fault fault;
    struct slow slow;
    if (count == 0)
        return 0;
    uint8_t *copy = exact_copy(bytes, count);
    FILE *file = fmemopen(copy, count, "rb");
    must(file != NULL);
    fault.code = 0;
    fault.why[0] = '\0';
    if (lpi_tracez_open(file, "x", &slow.tracez, &fault) == 0) {
        slow.most = bytes[count - 1] % 7;
        read_kernel(read_slowly, &slow, &fault);
        must(*lpi_tracez_why(slow.tracez) == '\0' || fault.code != 0);
    }
    must((fault.code == 0) == (fault.why[0] == '\0') && strchr(fault.why, '\n') == NULL);
    lpi_tracez_close(slow.tracez);
    fclose(file);
    free(copy);
    return 0;
}
