/* SPDX-License-Identifier: Apache-2.0 */
#include "memory.h"
#include <stdlib.h>
#include <string.h>

int source_read(void *context, void *buffer, size_t bytes, size_t *got)
{
    struct source *source = context;
    *got = bytes < source->bytes ? bytes : source->bytes;
    memcpy(buffer, source->at, *got);
    source->at += *got;
    source->bytes -= *got;
    return LP_OK;
}

int sink_write(void *context, const void *buffer, size_t bytes)
{
    struct sink *sink = context;
    if (bytes > sink->room - sink->out.bytes) {
        size_t room = 2 * sink->room + bytes;
        void *data = realloc(sink->out.data, room);
        if (data == NULL)
            return LP_ERR_SYSTEM;
        sink->out.data = data;
        sink->room = room;
    }
    memcpy((uint8_t *)sink->out.data + sink->out.bytes, buffer, bytes);
    sink->out.bytes += bytes;
    return LP_OK;
}

int sink_take(struct sink *sink, int error, struct lpp_bytes *out)
{
    if (error == LP_OK) {
        *out = sink->out;
    } else {
        free(sink->out.data);
        *out = (struct lpp_bytes){NULL, 0};
    }
    return error;
}

void lpp_free(void *data)
{
    free(data);
}
