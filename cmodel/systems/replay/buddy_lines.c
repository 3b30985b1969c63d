/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include "buddy_lines.h"
#include "../../lib/io/input_all.h"
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

/* ---- reading ---- */

static void read_lines(struct lp_input *input, const char *path, struct buddy_lines *lines,
                       struct lpi_fault *fault)
{
    size_t bytes;
    uint8_t *data = lpi_input_all(input, path, LP_LINE_BYTES, &bytes, fault);
    if (data == NULL)
        return;
    uint64_t count = lp_lines(bytes);
    memset(data + bytes, 0, (size_t)count * LP_LINE_BYTES - bytes);
    *lines = (struct buddy_lines){.data = data, .count = count, .memory = data};
}

/* ---- mapping ---- */

/*
 * The last line may end on a page past the file's last page, where a file mapping would fault; so
 * the file is mapped over zeros that extend one page further. Returns 0 if this fails.
 */
static int map_lines(const struct lpi_input_place *place, struct buddy_lines *lines)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), ahead = place->begin % page;
    uint64_t of_file = ahead + place->bytes;
    if (of_file > SIZE_MAX / 2)
        return 0;
    size_t all = (size_t)((of_file + page - 1) / page * page + page);
    uint8_t *zeros = mmap(NULL, all, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (zeros == MAP_FAILED)
        return 0;
    if (mmap(zeros, (size_t)of_file, PROT_READ, MAP_PRIVATE | MAP_FIXED, place->fd,
             (off_t)(place->begin - ahead)) == MAP_FAILED) {
        munmap(zeros, all);
        return 0;
    }
    *lines = (struct buddy_lines){.data = zeros + ahead,
                                  .count = lp_lines((size_t)place->bytes),
                                  .memory = zeros,
                                  .mapped_bytes = all};
    return 1;
}

int buddy_lines_open(const char *path, int raw, struct buddy_lines *lines, struct lpi_fault *fault)
{
    struct lpi_input_place place;
    *lines = (struct buddy_lines){.count = 0};
    struct lp_input *input = lpi_input_begin(path, raw ? LPI_INPUT_RAW : LPI_INPUT_PLAIN, fault);
    if (input == NULL)
        return fault->code;
    if (!lpi_input_place(input, &place) || !map_lines(&place, lines))
        read_lines(input, path, lines, fault);
    lp_input_close(input);
    return fault->code;
}

void buddy_lines_close(struct buddy_lines *lines)
{
    if (lines->mapped_bytes > 0)
        munmap(lines->memory, lines->mapped_bytes);
    else
        free(lines->memory);
}
