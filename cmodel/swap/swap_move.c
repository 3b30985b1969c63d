/* SPDX-License-Identifier: Apache-2.0 */
/* A copy goes piece by piece, so that it can be held to a rate and cut off. */
#define _POSIX_C_SOURCE 200809L
#include "swap_move.h"
#include <errno.h>
#include <libdeflate.h>
#include <string.h>
#include <time.h>

#define PIECE ((size_t)256 * 1024)
#define PIECE_LEAST ((size_t)4096)
#define PIECE_SECONDS 0.005 /* of a slow link, so that a copy is cut off soon */

static void sleep_until(double when)
{
    double left = when - lpi_swap_now();
    if (left <= 0)
        return;
    struct timespec span = {(time_t)left, (long)(1e9 * (left - (double)(time_t)left))};
    while (nanosleep(&span, &span) != 0 && errno == EINTR)
        continue;
}

/* A token bucket: what a late piece lost, the next ones make good. */
static void pace(struct lpi_link *link, size_t bytes)
{
    if (link->rate <= 0)
        return;
    sleep_until(link->ready);
    link->ready += (double)bytes / link->rate;
}

static int copy_piece(struct lpi_copy *c, uint8_t *data, size_t bytes)
{
    struct lpi_host *host = &c->swap->host;
    if (c->memory != NULL) {
        memcpy(c->to_host ? c->memory + c->at : data, c->to_host ? data : c->memory + c->at, bytes);
        c->at += bytes;
        return LP_OK;
    }
    int error = c->to_host ? lpi_host_write(host, c->at, data, bytes)
                           : lpi_host_read(host, c->at, data, bytes);
    c->why = errno;
    c->at += bytes;
    return error;
}

static size_t piece_of(const struct lpi_link *link)
{
    double most = link->rate * PIECE_SECONDS;
    if (link->rate <= 0 || most >= (double)PIECE)
        return PIECE;
    return most > (double)PIECE_LEAST ? (size_t)most : PIECE_LEAST;
}

int lpi_move(struct lpi_copy *c, uint8_t *data, size_t bytes, uint32_t *crc)
{
    size_t most = piece_of(c->link);
    for (size_t done = 0; done < bytes;) {
        size_t piece = bytes - done < most ? bytes - done : most;
        if (c->tensor->doomed)
            return LP_ERR_ABORTED;
        pace(c->link, piece);
        int error = copy_piece(c, data + done, piece);
        if (error != LP_OK)
            return error;
        if (crc != NULL)
            *crc = libdeflate_crc32(*crc, data + done, piece);
        done += piece;
    }
    /* What was copied is there when the link has had the time for it. */
    if (c->link->rate > 0)
        sleep_until(c->link->ready);
    return LP_OK;
}
