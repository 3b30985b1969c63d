/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "set.h"

#include <linepress/linepress.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- names ---- */

bool lpi_set_name_valid(const char *name)
{
    size_t length = strlen(name);
    if (length == 0 || length > LPI_SET_NAME_MAX || *name == '.')
        return false;
    for (const char *p = name; *p != '\0'; p++)
        if ((unsigned char)*p <= ' ' || *p == 127 || *p == '/')
            return false;
    return true;
}

void lpi_set_close(struct lpi_set *set)
{
    if (set == NULL)
        return;
    lpi_spill_close(&set->unpacked);
    free(set->pieces);
    free(set->allocations);
    free(set->points);
    lpi_strings_free(&set->strings);
    free(set);
}

const struct lpi_piece *lpi_set_piece(const struct lpi_set *set, size_t allocation, size_t point)
{
    return &set->pieces[allocation * set->point_count + point];
}

/* ---- bytes ---- */

void lpi_piece_path(const struct lpi_piece *piece, char path[LPI_PATH_MAX])
{
    snprintf(path, LPI_PATH_MAX, "%s%s%s", piece->folder, *piece->folder != '\0' ? "/" : "",
             piece->file);
}

void lpi_piece_identify(const struct stat *st, struct lpi_piece *piece)
{
    piece->device = (uint64_t)st->st_dev;
    piece->inode = (uint64_t)st->st_ino;
    piece->file_bytes = (uint64_t)st->st_size;
    piece->changed = (int64_t)((uint64_t)st->st_mtim.tv_sec * 1000000000u +
                               (uint64_t)st->st_mtim.tv_nsec);
}

static int check_same(const struct lpi_piece *piece, const char *path, const struct stat *st,
                      struct lpi_fault *fault)
{
    struct lpi_piece now = *piece;
    lpi_piece_identify(st, &now);
    if (now.device == piece->device && now.inode == piece->inode &&
        now.file_bytes == piece->file_bytes && now.changed == piece->changed)
        return LP_OK;
    return lpi_fault_set(fault, LP_ERR_CORRUPT, "%s: has changed while it was read", path);
}

static int read_all(const char *path, int fd, uint64_t at, uint8_t *buffer, size_t bytes,
                    struct lpi_fault *fault)
{
    while (bytes > 0) {
        ssize_t got = pread(fd, buffer, bytes, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return lpi_fault_system(fault, path);
        if (got == 0)
            return lpi_fault_set(fault, LP_ERR_CORRUPT,
                                 "%s: has changed while it was read: it ends at "
                                 "byte %" PRIu64,
                                 path, at);
        buffer += got;
        at += (uint64_t)got;
        bytes -= (size_t)got;
    }
    return LP_OK;
}

int lpi_piece_read(const struct lpi_piece *piece, uint64_t at, void *buffer, size_t bytes,
                   struct lpi_fault *fault)
{
    char path[LPI_PATH_MAX];
    struct stat st;
    lpi_piece_path(piece, path);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return lpi_fault_system(fault, path);
    int error = fstat(fd, &st) == 0 ? check_same(piece, path, &st, fault)
                                    : lpi_fault_system(fault, path);
    if (error == LP_OK && piece->unpacked == NULL)
        error = read_all(path, fd, piece->begin + at, buffer, bytes, fault);
    else if (error == LP_OK && lpi_spill_read(piece->unpacked, piece->begin + at, buffer, bytes))
        error = lpi_fault_system(fault, path);
    close(fd);
    return error;
}

int lpi_set_check(const struct lpi_set *set, struct lpi_fault *fault)
{
    int error = LP_OK;
    for (size_t i = 0; i < set->allocation_count * set->point_count && error == LP_OK; i++) {
        const struct lpi_piece *piece = &set->pieces[i];
        char path[LPI_PATH_MAX];
        struct stat st;
        if (piece->file == NULL)
            continue;
        lpi_piece_path(piece, path);
        error = stat(path, &st) == 0 ? check_same(piece, path, &st, fault)
                                     : lpi_fault_system(fault, path);
    }
    return error;
}
