/* SPDX-License-Identifier: Apache-2.0 */
/* The accesses of a warp trace that miss the L2. Not installed. */
#ifndef LPI_UM_STREAM_H
#define LPI_UM_STREAM_H

#include "../../base/fault.h"
#include "../gpu/config/gpu_config.h"
#include <linepress/linepress.h>
#include <linepress/warp.h>

/* Requests in a row for one page. */
struct lpi_um_touch {
    uint64_t page; /* number: index in `pages` */
    uint64_t requests;
};

enum { LPI_UM_READ, LPI_UM_WRITE, LPI_UM_WAYS };

struct lpi_um_buffer {
    char name[LP_WARP_NAME_MAX + 1];
    uint64_t address, bytes;
    /* Lines that were read or written back, by their compressed sectors at that time. */
    uint64_t lines[LPI_UM_WAYS][LP_LINE_SECTORS + 1];
    uint64_t sectors[LPI_UM_WAYS]; /* sectors that move if the buffer is not compressed */
};

struct lpi_um_stream {
    struct lpi_um_touch *touches;
    size_t touch_count;
    uint64_t *pages; /* page numbers of all buffers, ascending */
    size_t page_count;
    struct lpi_um_buffer *buffers; /* in the order of the trace */
    size_t buffer_count;
    uint64_t page_bytes, block_pages;
    uint64_t instructions, requests;
    uint64_t sectors[LPI_UM_WAYS];
};

/*
 * Reads the trace through an L2 as the configuration has it. Groups run sms at a time, a record of
 * each warp in turn; a line's size is that with BPC of its bytes, which follow the stores.
 * `block_pages`: a power of two. Returns 0 or the code that it sets in *fault, which must be 0 on
 * entry; then there is nothing to close.
 */
int lpi_um_stream_read(const char *path, const struct lpi_gpu_config *config, uint64_t page_bytes,
                       uint64_t block_pages, struct lpi_um_stream *stream, struct lpi_fault *fault);
void lpi_um_stream_close(struct lpi_um_stream *stream);

#endif
