/* SPDX-License-Identifier: Apache-2.0 */
/* Memory as a source and as a sink of framed files. */
#ifndef LPI_PYTHON_MEMORY_H
#define LPI_PYTHON_MEMORY_H

#include "native.h"

struct source {
    const uint8_t *at;
    size_t bytes;
};
/* An lp_read_fn; the context is a struct source. */
lp_read_fn source_read;

struct sink {
    struct lpp_bytes out;
    size_t room;
};
/* An lp_write_fn; the context is a struct sink. LP_ERR_SYSTEM: no memory. */
lp_write_fn sink_write;
/* Gives the bytes to the caller, or frees them after an error, which it returns. */
int sink_take(struct sink *sink, int error, struct lpp_bytes *out);

#endif
