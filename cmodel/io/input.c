/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <linepress/file.h>
#include <linepress/linepress.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct lp_input {
    int fd;
    int is_npy;
    uint64_t known_bytes; /* of data; 0 if only reading tells */
    uint64_t read_bytes;
    struct lp_npy npy;
    uint8_t first; /* a byte of data read ahead, to tell an empty pipe */
    int has_first;
    uint8_t header[LP_NPY_HEADER_MAX];
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

static int has_npy_name(const char *path)
{
    size_t length = strlen(path);
    return length >= 4 && strcmp(path + length - 4, ".npy") == 0;
}

static int read_npy_header(struct lp_input *in)
{
    size_t got, rest;
    int error = read_full(in->fd, in->header, LP_NPY_PREFIX_BYTES, &got);
    if (error != LP_OK)
        return error;
    if (got == 0)
        return LP_ERR_EMPTY;
    size_t header_bytes;
    error = lp_npy_header_bytes(in->header, got, &header_bytes);
    if (error != LP_OK)
        return error;
    rest = header_bytes - LP_NPY_PREFIX_BYTES;
    error = read_full(in->fd, in->header + got, rest, &got);
    if (error == LP_OK && got < rest)
        error = LP_ERR_SHORT;
    if (error == LP_OK)
        error = lp_npy_parse(in->header, header_bytes, &in->npy);
    if (error == LP_OK && in->npy.data_bytes == 0)
        error = LP_ERR_EMPTY;
    in->known_bytes = in->npy.data_bytes;
    return error;
}

/* Where the file's size is known, a wrong length is reported before any work is done. */
static int check_size(struct lp_input *in, const struct stat *st)
{
    uint64_t size = (uint64_t)st->st_size;
    if (!in->is_npy) {
        in->known_bytes = size;
        return LP_OK;
    }
    uint64_t data = size - in->npy.header_bytes;
    return data < in->npy.data_bytes ? LP_ERR_SHORT : data > in->npy.data_bytes ? LP_ERR_LONG : 0;
}

static int start(struct lp_input *in)
{
    struct stat st;
    if (fstat(in->fd, &st) != 0)
        return LP_ERR_SYSTEM;
    if (S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return LP_ERR_SYSTEM;
    }
    int error = in->is_npy ? read_npy_header(in) : LP_OK;
    /* Files of /proc are regular and of size 0, yet have data: a read tells. */
    if (error == LP_OK && S_ISREG(st.st_mode) && st.st_size > 0)
        error = check_size(in, &st);
    if (error != LP_OK || in->is_npy)
        return error;
    size_t got;
    error = read_full(in->fd, &in->first, 1, &got);
    in->has_first = got == 1;
    return error == LP_OK && got == 0 ? LP_ERR_EMPTY : error;
}

static int open_as(const char *path, int is_npy, struct lp_input **input)
{
    struct lp_input *in = calloc(1, sizeof *in);
    if (in == NULL)
        return LP_ERR_SYSTEM;
    in->is_npy = is_npy;
    in->fd = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    int error = in->fd < 0 ? LP_ERR_SYSTEM : start(in);
    if (error != LP_OK) {
        int reason = errno;
        lp_input_close(in);
        errno = reason;
        return error;
    }
    *input = in;
    return LP_OK;
}

int lp_input_open(const char *path, struct lp_input **input)
{
    return open_as(path, has_npy_name(path), input);
}

int lp_input_open_raw(const char *path, struct lp_input **input)
{
    return open_as(path, 0, input);
}

/* The shape is complete: anything after it is too much. */
static int check_npy_end(struct lp_input *in)
{
    uint8_t extra;
    size_t got;
    int error = read_full(in->fd, &extra, 1, &got);
    return error != LP_OK ? error : got != 0 ? LP_ERR_LONG : LP_OK;
}

int lp_input_read(struct lp_input *in, void *buffer, size_t capacity, size_t *got)
{
    uint8_t *p = buffer;
    size_t ahead = in->has_first && capacity > 0;
    if (in->is_npy && capacity > in->npy.data_bytes - in->read_bytes)
        capacity = (size_t)(in->npy.data_bytes - in->read_bytes);
    if (ahead)
        *p = in->first;
    int error = read_full(in->fd, p + ahead, capacity - ahead, got);
    if (error != LP_OK)
        return error;
    *got += ahead;
    in->has_first -= (int)ahead;
    in->read_bytes += *got;
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
    free(in);
}
