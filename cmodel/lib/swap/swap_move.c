/* SPDX-License-Identifier: Apache-2.0 */
/* Copies piece by piece, so that a copy can be paced and aborted. */
#define _POSIX_C_SOURCE 200809L
#include "swap_move.h"
#include "../../base/clock.h"
#include "swap_caller.h"
#include <errno.h>
#include <libdeflate.h>
#include <string.h>
#include <time.h>

#define PIECE_LEAST ((size_t)4096)
#define PIECE_SECONDS 0.005 /* time of a piece on a slow link, so that a copy is aborted soon */

static void sleep_until(double when)
{
    double left = when - lpi_now();
    if (left <= 0)
        return;
    struct timespec span = {(time_t)left, (long)(1e9 * (left - (double)(time_t)left))};
    while (nanosleep(&span, &span) != 0 && errno == EINTR)
        continue;
}

/* A token bucket: later pieces catch up for a late one. */
static void pace(struct lpi_link *link, size_t bytes)
{
    if (link->rate <= 0)
        return;
    sleep_until(link->ready);
    link->ready += (double)bytes / link->rate;
}

/* Copies between the host's end and `data` in host memory. */
static int host_piece(struct lpi_copy *c, uint8_t *data, size_t bytes)
{
    struct lpi_host *host = &c->swap->host;
    if (c->memory != NULL) {
        memcpy(c->to_host ? c->memory + c->at : data, c->to_host ? data : c->memory + c->at, bytes);
        return LP_OK;
    }
    int error = c->to_host ? lpi_host_write(host, c->at, data, bytes)
                           : lpi_host_read(host, c->at, data, bytes);
    c->why = errno;
    return error;
}

/* Copies between the link's piece and `data` in GPU memory. */
static int device_piece(struct lpi_copy *c, uint8_t *data, size_t bytes)
{
    const struct lp_swap_device *device = c->swap->device;
    struct lpi_link *link = c->link;
    int error = c->to_host ? device->to_host(link->cuda, link->piece, data, bytes)
                           : device->to_device(link->cuda, data, link->piece, bytes);
    c->refused = error != LP_OK;
    return error;
}

/* Memory that the caller may write is copied first, so that the CRC matches the bytes sent. */
static int copy_piece(struct lpi_copy *c, uint8_t *data, size_t bytes, uint32_t *crc)
{
    uint8_t *near = c->on_device ? c->link->piece : c->callers ? c->link->copy : data;
    int error = LP_OK;
    if (c->on_device && c->to_host)
        error = device_piece(c, data, bytes);
    else if (c->callers)
        error = lpi_caller_read(near, data, bytes);
    if (error == LP_OK)
        error = host_piece(c, near, bytes);
    c->at += bytes;
    if (error == LP_OK && c->on_device && !c->to_host)
        error = device_piece(c, data, bytes);
    if (error == LP_OK && crc != NULL)
        *crc = libdeflate_crc32(*crc, near, bytes);
    return error;
}

static size_t piece_of(const struct lpi_link *link)
{
    double most = link->rate * PIECE_SECONDS;
    if (link->rate <= 0 || most >= (double)LPI_PIECE)
        return LPI_PIECE;
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
        int error = copy_piece(c, data + done, piece, crc);
        if (error != LP_OK)
            return error;
        done += piece;
    }
    /* The copy arrives when the link has had the time for it. */
    if (c->link->rate > 0)
        sleep_until(c->link->ready);
    return LP_OK;
}
