/* SPDX-License-Identifier: Apache-2.0 */
#include "unpack.h"

#include <linepress/linepress.h>
#include <lzma.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#define ROOM ((size_t)1 << 18)
#define MAGIC_BYTES 6u
#define ZSTD_WINDOW_LOG 27
#define XZ_MEMORY (UINT64_C(128) << 20)

enum form { UNKNOWN, PLAIN, ZSTD, XZ };

struct lpi_unpack {
    lp_read_fn *read;
    void *context;
    enum form form;
    ZSTD_DStream *zstd;
    lzma_stream xz;
    bool inside;   /* a frame or stream has begun and has not ended */
    bool ended;    /* `read` has no more */
    bool finished; /* nor has the decoder */
    const char *why;
    size_t at, have; /* of the buffer */
    uint8_t buffer[ROOM];
};

static int fail(struct lpi_unpack *u, int error, const char *why)
{
    u->why = why;
    return error;
}

/* Reads until there are at least `least` bytes in the buffer or the input ends. */
static int fill(struct lpi_unpack *u, size_t least)
{
    memmove(u->buffer, u->buffer + u->at, u->have - u->at);
    u->have -= u->at;
    u->at = 0;
    while (u->have < least && !u->ended) {
        size_t got = 0;
        int error = u->read(u->context, u->buffer + u->have, ROOM - u->have, &got);
        if (error != LP_OK)
            return fail(u, error, "");
        u->have += got;
        u->ended = got == 0;
    }
    return LP_OK;
}

static int begin(struct lpi_unpack *u)
{
    static const uint8_t zstd[4] = {0x28, 0xb5, 0x2f, 0xfd};
    static const uint8_t xz[MAGIC_BYTES] = {0xfd, '7', 'z', 'X', 'Z', 0};
    int error = fill(u, MAGIC_BYTES);
    if (error != LP_OK)
        return error;
    u->form = PLAIN;
    if (u->have >= sizeof zstd && memcmp(u->buffer, zstd, sizeof zstd) == 0) {
        u->form = ZSTD;
        u->zstd = ZSTD_createDStream();
        if (u->zstd == NULL ||
            ZSTD_isError(ZSTD_DCtx_setParameter(u->zstd, ZSTD_d_windowLogMax, ZSTD_WINDOW_LOG)))
            return fail(u, LP_ERR_SYSTEM, "no memory for the zstd decoder");
    } else if (u->have >= sizeof xz && memcmp(u->buffer, xz, sizeof xz) == 0) {
        u->form = XZ;
        u->inside = true;
        if (lzma_stream_decoder(&u->xz, XZ_MEMORY, LZMA_CONCATENATED) != LZMA_OK)
            return fail(u, LP_ERR_SYSTEM, "no memory for the xz decoder");
    }
    return LP_OK;
}

static int read_plain(struct lpi_unpack *u, void *buffer, size_t room, size_t *got)
{
    if (u->at == u->have && !u->ended) {
        int error = u->read(u->context, buffer, room, got);
        u->ended = error == LP_OK && *got == 0;
        return error == LP_OK ? LP_OK : fail(u, error, "");
    }
    *got = u->have - u->at < room ? u->have - u->at : room;
    memcpy(buffer, u->buffer + u->at, *got);
    u->at += *got;
    return LP_OK;
}

static int read_zstd(struct lpi_unpack *u, void *buffer, size_t room, size_t *got)
{
    ZSTD_inBuffer in = {u->buffer, u->have, u->at};
    ZSTD_outBuffer out = {buffer, room, 0};
    size_t left = ZSTD_decompressStream(u->zstd, &out, &in);
    if (ZSTD_isError(left))
        return fail(u, LP_ERR_CORRUPT, ZSTD_getErrorName(left));
    u->inside = left > 0;
    u->at = in.pos;
    *got = out.pos;
    return LP_OK;
}

static int read_xz(struct lpi_unpack *u, void *buffer, size_t room, size_t *got)
{
    u->xz.next_in = u->buffer + u->at;
    u->xz.avail_in = u->have - u->at;
    u->xz.next_out = buffer;
    u->xz.avail_out = room;
    lzma_ret result = lzma_code(&u->xz, u->ended ? LZMA_FINISH : LZMA_RUN);
    u->at = u->have - u->xz.avail_in;
    *got = room - u->xz.avail_out;
    switch (result) {
    case LZMA_STREAM_END:
        u->inside = false;
        u->finished = true;
        return LP_OK;
    case LZMA_OK:
    case LZMA_BUF_ERROR: /* no progress, which the caller notices */ return LP_OK;
    case LZMA_MEM_ERROR: return fail(u, LP_ERR_SYSTEM, "no memory for the xz decoder");
    case LZMA_MEMLIMIT_ERROR:
        return fail(u, LP_ERR_CORRUPT, "the xz data needs more than 128 MiB to decode");
    default: return fail(u, LP_ERR_CORRUPT, "the xz data is damaged");
    }
}

static int read_packed(struct lpi_unpack *u, void *buffer, size_t room, size_t *got)
{
    *got = 0;
    while (*got == 0 && !u->finished) {
        int error = u->at == u->have ? fill(u, 1) : LP_OK;
        if (error != LP_OK)
            return error;
        bool last = u->ended && u->at == u->have;
        if (last && u->form == ZSTD && !u->inside)
            return LP_OK;
        error = u->form == ZSTD ? read_zstd(u, buffer, room, got) : read_xz(u, buffer, room, got);
        if (error != LP_OK)
            return error;
        if (last && *got == 0 && u->inside)
            return fail(u, LP_ERR_SHORT,
                        u->form == ZSTD ? "truncated: the zstd data ends early"
                                        : "truncated: the xz data ends early");
    }
    return LP_OK;
}

int lpi_unpack_open(lp_read_fn *read, void *context, struct lpi_unpack **unpack)
{
    struct lpi_unpack *u = malloc(sizeof *u);
    if (u == NULL)
        return LP_ERR_SYSTEM;
    memset(u, 0, offsetof(struct lpi_unpack, buffer));
    u->read = read;
    u->context = context;
    u->why = "";
    *unpack = u;
    return LP_OK;
}

int lpi_unpack_read(struct lpi_unpack *u, void *buffer, size_t room, size_t *got)
{
    int error = u->form == UNKNOWN ? begin(u) : LP_OK;
    if (error != LP_OK)
        return error;
    if (u->form == PLAIN)
        return read_plain(u, buffer, room, got);
    return read_packed(u, buffer, room, got);
}

const char *lpi_unpack_why(const struct lpi_unpack *u)
{
    return u->why;
}

void lpi_unpack_close(struct lpi_unpack *u)
{
    if (u == NULL)
        return;
    ZSTD_freeDStream(u->zstd);
    lzma_end(&u->xz);
    free(u);
}
