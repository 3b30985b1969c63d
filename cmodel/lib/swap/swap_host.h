/* SPDX-License-Identifier: Apache-2.0 */
/* The host pool: anonymous memory, or an exclusive file. Not installed. */
#ifndef LPI_SWAP_HOST_H
#define LPI_SWAP_HOST_H

#include "swap_space.h"

struct lpi_host {
    int file;     /* -1: in RAM */
    uint8_t *ram; /* NULL: in a file */
    char *path;
    uint64_t bytes;
    struct lpi_space space;
};

/* path NULL: in RAM. LP_ERR_SYSTEM: errno says why. */
int lpi_host_open(struct lpi_host *host, const char *path, uint64_t bytes);

/* Removes the file. */
void lpi_host_close(struct lpi_host *host);

/* Calls of take and give from different threads need a lock. LP_ERR_SPACE. */
int lpi_host_take(struct lpi_host *host, uint64_t bytes, uint64_t *at);
void lpi_host_give(struct lpi_host *host, uint64_t at, uint64_t bytes);

/*
 * LP_ERR_SYSTEM: see errno, which is ENOENT if the file was removed. LP_ERR_SHORT: the file was
 * truncated.
 */
int lpi_host_write(struct lpi_host *host, uint64_t at, const void *data, size_t bytes);
int lpi_host_read(struct lpi_host *host, uint64_t at, void *data, size_t bytes);

/* Whether the file still has its name. */
int lpi_host_check(const struct lpi_host *host);

#endif
