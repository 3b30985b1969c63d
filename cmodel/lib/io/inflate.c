/* SPDX-License-Identifier: Apache-2.0 */
#include "inflate.h"

#include <errno.h>
#include <libdeflate.h>
#include <limits.h>
#include <linepress/linepress.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

#define ROOM 65536u

struct lpi_inflate {
    int fd;
    z_stream zlib;
    uint64_t packed, bytes; /* still to come from the file, and to be delivered */
    uint32_t crc, due;      /* so far, and of all bytes */
    bool ended;             /* the stream's last block was read */
    uint8_t buffer[ROOM];
};

int lpi_inflate_open(int fd, uint64_t packed, uint64_t bytes, uint32_t crc,
                     struct lpi_inflate **opened)
{
    struct lpi_inflate *i = calloc(1, sizeof *i);
    if (i == NULL)
        return LP_ERR_SYSTEM;
    i->fd = fd;
    i->packed = packed;
    i->bytes = bytes;
    i->due = crc;
    if (inflateInit2(&i->zlib, -MAX_WBITS) != Z_OK) {
        free(i);
        errno = ENOMEM;
        return LP_ERR_SYSTEM;
    }
    *opened = i;
    return LP_OK;
}

static int fill(struct lpi_inflate *i)
{
    size_t most = i->packed < ROOM ? (size_t)i->packed : ROOM;
    if (most == 0)
        return LP_ERR_SHORT;
    ssize_t got;
    do
        got = read(i->fd, i->buffer, most);
    while (got < 0 && errno == EINTR);
    if (got <= 0)
        return got < 0 ? LP_ERR_SYSTEM : LP_ERR_SHORT;
    i->packed -= (uint64_t)got;
    i->zlib.next_in = i->buffer;
    i->zlib.avail_in = (uInt)got;
    return LP_OK;
}

/* One step of zlib; it may hold bytes that it has read, so the file is read only if it stops. */
static int step(struct lpi_inflate *i, uint8_t *to, size_t room, size_t *got)
{
    size_t most = room < INT_MAX ? room : INT_MAX;
    i->zlib.next_out = to;
    i->zlib.avail_out = (uInt)most;
    int result = inflate(&i->zlib, Z_NO_FLUSH);
    *got = most - i->zlib.avail_out;
    i->ended = result == Z_STREAM_END;
    if (result == Z_OK || result == Z_STREAM_END)
        return LP_OK;
    if (result == Z_MEM_ERROR) {
        errno = ENOMEM;
        return LP_ERR_SYSTEM;
    }
    return result == Z_BUF_ERROR && i->zlib.avail_in == 0 ? fill(i) : LP_ERR_CORRUPT;
}

/* Up to `room` bytes, fewer only at the stream's end. */
static int take(struct lpi_inflate *i, uint8_t *to, size_t room, size_t *got)
{
    *got = 0;
    while (*got < room && !i->ended) {
        size_t more;
        int error = step(i, to + *got, room - *got, &more);
        *got += more;
        if (error != LP_OK)
            return error;
    }
    return LP_OK;
}

/* All bytes were taken: the stream must end here, and the file's part of it too. */
static int finish(struct lpi_inflate *i)
{
    uint8_t extra;
    size_t got;
    int error = take(i, &extra, 1, &got);
    if (error != LP_OK || got > 0)
        return error != LP_OK ? error : LP_ERR_LONG;
    if (i->packed > 0 || i->zlib.avail_in > 0)
        return LP_ERR_LONG;
    return i->crc == i->due ? LP_OK : LP_ERR_CORRUPT;
}

int lpi_inflate_read(struct lpi_inflate *i, void *buffer, size_t capacity, size_t *got)
{
    size_t most = capacity < i->bytes ? capacity : (size_t)i->bytes;
    if (most == 0) {
        *got = 0;
        return i->bytes == 0 && !i->ended ? finish(i) : LP_OK;
    }
    int error = take(i, buffer, most, got);
    if (error != LP_OK)
        return error;
    i->crc = libdeflate_crc32(i->crc, buffer, *got);
    i->bytes -= *got;
    if (*got < most)
        return LP_ERR_SHORT;
    return i->bytes == 0 ? finish(i) : LP_OK;
}

void lpi_inflate_close(struct lpi_inflate *i)
{
    if (i == NULL)
        return;
    inflateEnd(&i->zlib);
    free(i);
}
