/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "input.h"
#include "../../base/null.h"
#include "inflate.h"
#include <linepress/linepress.h>

#include <errno.h>
#include <fcntl.h>
#include <libdeflate.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NPY_MAGIC_BYTES 6u

struct lp_input {
    int fd;
    int how; /* it was opened, a sum of LPI_INPUT_* */
    int is_npy, is_regular;
    uint64_t begin;       /* file offset at opening; not always 0 for standard input */
    uint64_t known_bytes; /* of data; 0 if not known before reading */
    uint64_t read_bytes;
    uint64_t fault; /* lpi_input_fault.byte */
    enum lpi_look refused;
    uint64_t left;         /* bytes of the part that are not read; UINT64_MAX: no limit */
    uint32_t crc, crc_due; /* of the part so far, and of all of it */
    int has_crc;
    struct lpi_inflate *unpacked; /* NULL: the part is stored as it is */
    struct lp_npy npy;
    size_t ahead, ahead_at; /* bytes read to detect a raw file's kind; bytes used of them */
    uint8_t header[LP_NPY_HEADER_MAX]; /* of an .npy file; of a raw one, the bytes read ahead */
};

static int read_full(int fd, void *buffer, size_t capacity, size_t *got)
{
    uint8_t *p = buffer;
    for (*got = 0; *got < capacity;) {
        ssize_t n = read(fd, p + *got, capacity - *got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return LP_ERR_SYSTEM;
        if (n == 0)
            break;
        *got += (size_t)n;
    }
    return LP_OK;
}

/* The part's end is known, so a file that ends before it is cut short. */
static int read_part(struct lp_input *in, void *buffer, size_t capacity, size_t *got)
{
    if (in->unpacked != NULL)
        return lpi_inflate_read(in->unpacked, buffer, capacity, got);
    size_t most = capacity < in->left ? capacity : (size_t)in->left;
    int error = read_full(in->fd, buffer, most, got);
    if (error != LP_OK)
        return error;
    in->left -= *got;
    if (*got < most)
        return LP_ERR_SHORT;
    if (in->has_crc)
        in->crc = libdeflate_crc32(in->crc, *got > 0 ? buffer : "", *got);
    return in->has_crc && in->left == 0 && in->crc != in->crc_due ? LP_ERR_CORRUPT : LP_OK;
}

static int read_source(struct lp_input *in, void *buffer, size_t capacity, size_t *got)
{
    return in->left == UINT64_MAX ? read_full(in->fd, buffer, capacity, got)
                                  : read_part(in, buffer, capacity, got);
}

static bool has_npy_name(const char *path)
{
    size_t length = strlen(path);
    return length >= 4 && strcmp(path + length - 4, ".npy") == 0;
}

/* The whole array was read: any byte after it is an error. */
static int check_npy_end(struct lp_input *in)
{
    uint8_t extra;
    size_t got;
    int error = read_source(in, &extra, 1, &got);
    return error != LP_OK ? error : got != 0 ? LP_ERR_LONG : LP_OK;
}

/* An array without elements is never read, so bytes after it are checked for here. */
static int check_empty(struct lp_input *in)
{
    return in->how & LPI_INPUT_EMPTY ? check_npy_end(in) : LP_ERR_EMPTY;
}

/* The first `have` bytes, up to LP_NPY_PREFIX_BYTES, are in in->header. */
static int read_npy_header(struct lp_input *in, size_t have)
{
    size_t header_bytes, got, rest;
    int error = lp_npy_header_bytes(in->header, have, &header_bytes);
    in->fault = have;
    if (error != LP_OK)
        return error;
    rest = header_bytes - LP_NPY_PREFIX_BYTES;
    error = read_source(in, in->header + have, rest, &got);
    in->fault += got;
    if (error == LP_OK && got < rest)
        error = LP_ERR_SHORT;
    if (error == LP_OK)
        error = lp_npy_parse(in->header, header_bytes, &in->npy);
    if (error == LP_OK && in->npy.data_bytes == 0)
        error = check_empty(in);
    in->known_bytes = in->npy.data_bytes;
    return error;
}

/* Reports a wrong length before any work is done, if the size is known. */
static int check_size(struct lp_input *in, uint64_t size)
{
    if (!in->is_npy) {
        in->known_bytes = size;
        return LP_OK;
    }
    uint64_t due = in->npy.header_bytes + in->npy.data_bytes;
    in->fault = size < due ? size : due;
    return size < due ? LP_ERR_SHORT : size > due ? LP_ERR_LONG : LP_OK;
}

/*
 * Reads the first bytes, to detect an .npy file and an empty input; on a pipe there is no other
 * way.
 */
static int look(struct lp_input *in, const char *path, int named_npy)
{
    size_t got, header_bytes;
    int raw = in->how & LPI_INPUT_RAW;
    int error = read_source(in, in->header, raw ? 1 : LP_NPY_PREFIX_BYTES, &got);
    if (error != LP_OK)
        return error;
    if (got == 0)
        return in->how & LPI_INPUT_EMPTY ? LP_OK : LP_ERR_EMPTY;
    int has_magic = got >= NPY_MAGIC_BYTES &&
                    lp_npy_header_bytes(in->header, got, &header_bytes) != LP_ERR_NPY_MAGIC;
    in->is_npy = !raw && (named_npy || has_magic);
    in->ahead = in->is_npy ? 0 : got;
    if (!raw && !in->is_npy && in->how & LPI_INPUT_PLAIN)
        in->refused = lpi_looks(path, in->header, got);
    if (lpi_look_name(in->refused) != NULL)
        return LP_ERR_ARG;
    return in->is_npy ? read_npy_header(in, got) : LP_OK;
}

static int start(struct lp_input *in, const char *path)
{
    struct stat st;
    if (fstat(in->fd, &st) != 0)
        return LP_ERR_SYSTEM;
    if (S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return LP_ERR_SYSTEM;
    }
    off_t begin = S_ISREG(st.st_mode) ? lseek(in->fd, 0, SEEK_CUR) : 0;
    in->begin = begin > 0 ? (uint64_t)begin : 0;
    in->is_regular = S_ISREG(st.st_mode) && st.st_size > 0;
    int error = look(in, path, has_npy_name(path));
    /* Files of /proc are regular, of size 0, and yet have data: only a read shows it. */
    if (error == LP_OK && in->is_regular)
        error = check_size(in,
                           (uint64_t)st.st_size > in->begin ? (uint64_t)st.st_size - in->begin : 0);
    return error;
}

/* The file must have all of the part before any of it is read. */
static int start_part(struct lp_input *in, const struct lpi_part *part)
{
    struct stat st;
    uint64_t due = part->packed > 0 ? part->packed : part->bytes;
    if (fstat(in->fd, &st) != 0)
        return LP_ERR_SYSTEM;
    if (!S_ISREG(st.st_mode) || part->begin > (uint64_t)st.st_size ||
        due > (uint64_t)st.st_size - part->begin)
        return LP_ERR_SHORT;
    if (lseek(in->fd, (off_t)part->begin, SEEK_SET) < 0)
        return LP_ERR_SYSTEM;
    in->begin = part->begin;
    in->left = part->bytes;
    in->crc_due = part->crc;
    in->has_crc = part->has_crc;
    in->is_regular = part->packed == 0;
    int error = part->packed == 0
                    ? LP_OK
                    : lpi_inflate_open(in->fd, part->packed, part->bytes, part->crc, &in->unpacked);
    if (error == LP_OK)
        error = look(in, part->path, part->is_npy);
    return error == LP_OK ? check_size(in, part->bytes) : error;
}

static int open_input(const char *path, const struct lpi_part *part, int how,
                      struct lp_input **input, struct lpi_input_fault *fault)
{
    struct lp_input *in = calloc(1, sizeof *in);
    *fault = (struct lpi_input_fault){0};
    if (in == NULL)
        return LP_ERR_SYSTEM;
    in->how = how;
    in->left = UINT64_MAX;
    in->fd = part == NULL && strcmp(path, "-") == 0 ? STDIN_FILENO
                                                    : open(path, O_RDONLY | O_CLOEXEC);
    int error = in->fd < 0 ? LP_ERR_SYSTEM : part != NULL ? start_part(in, part) : start(in, path);
    if (error != LP_OK) {
        int reason = errno;
        *fault = lpi_input_fault(in);
        lp_input_close(in);
        errno = reason;
        return error;
    }
    *input = in;
    return LP_OK;
}

int lpi_input_open(const char *path, int how, struct lp_input **input,
                   struct lpi_input_fault *fault)
{
    if (LPI_ANY_NULL(path, input))
        return LP_ERR_ARG;
    return open_input(path, NULL, how, input, fault);
}

int lpi_input_open_part(const struct lpi_part *part, int how, struct lp_input **input,
                        struct lpi_input_fault *fault)
{
    return open_input(part->path, part, part->is_npy ? how & ~LPI_INPUT_RAW : how | LPI_INPUT_RAW,
                      input, fault);
}

int lpi_input_place(const struct lp_input *in, struct lpi_input_place *place)
{
    *place = (struct lpi_input_place){
        .fd = in->fd, .begin = in->begin + in->npy.header_bytes, .bytes = in->known_bytes};
    return in->is_regular && in->known_bytes > 0;
}

struct lpi_input_fault lpi_input_fault(const struct lp_input *in)
{
    return (struct lpi_input_fault){.is_npy = in->is_npy, .byte = in->fault, .look = in->refused};
}

int lp_input_open(const char *path, struct lp_input **input)
{
    struct lpi_input_fault fault;
    return lpi_input_open(path, 0, input, &fault);
}

int lp_input_open_raw(const char *path, struct lp_input **input)
{
    struct lpi_input_fault fault;
    return lpi_input_open(path, LPI_INPUT_RAW, input, &fault);
}

/* Returns the bytes that were read ahead first. */
static size_t take_ahead(struct lp_input *in, uint8_t *buffer, size_t capacity)
{
    size_t left = in->ahead - in->ahead_at, bytes = left < capacity ? left : capacity;
    memcpy(buffer, in->header + in->ahead_at, bytes);
    in->ahead_at += bytes;
    return bytes;
}

int lp_input_read(struct lp_input *in, void *buffer, size_t capacity, size_t *got)
{
    if (LPI_ANY_NULL(in, got) || (buffer == NULL && capacity != 0))
        return LP_ERR_ARG;
    uint8_t *p = buffer;
    if (in->is_npy && capacity > in->npy.data_bytes - in->read_bytes)
        capacity = (size_t)(in->npy.data_bytes - in->read_bytes);
    size_t ahead = capacity > 0 ? take_ahead(in, p, capacity) : 0;
    int error = read_source(in, p + ahead, capacity - ahead, got);
    if (error != LP_OK)
        return error;
    *got += ahead;
    in->read_bytes += *got;
    in->fault = in->npy.header_bytes + in->read_bytes;
    if (in->is_npy && *got < capacity)
        return LP_ERR_SHORT;
    if (in->is_npy && *got != 0 && in->read_bytes == in->npy.data_bytes)
        return check_npy_end(in);
    return LP_OK;
}

uint64_t lp_input_bytes(const struct lp_input *in)
{
    return in->known_bytes;
}

const struct lp_npy *lp_input_npy(const struct lp_input *in)
{
    return in->is_npy ? &in->npy : NULL;
}

const void *lp_input_header(const struct lp_input *in)
{
    return in->is_npy ? in->header : NULL;
}

void lp_input_close(struct lp_input *in)
{
    if (in == NULL)
        return;
    if (in->fd > STDIN_FILENO)
        close(in->fd);
    lpi_inflate_close(in->unpacked);
    free(in);
}
