/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include "buddy_lines.h"
#include "../shared/fail.h"
#include "../shared/input.h"
#include <linepress/linepress.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

/* ---- reading ---- */

static void read_lines(struct lp_input *input, const char *path, struct buddy_lines *lines)
{
    size_t bytes;
    uint8_t *data = cli_input_read_all(input, path, LP_LINE_BYTES, &bytes);
    uint64_t count = lp_lines(bytes);
    memset(data + bytes, 0, (size_t)count * LP_LINE_BYTES - bytes);
    *lines = (struct buddy_lines){.data = data, .count = count, .memory = data};
}

/* ---- mapping ---- */

static char bus_error[512];

/* A mapped file that became shorter, or whose device failed, shows itself by this signal alone. */
static void end_on_bus_error(int signal)
{
    (void)signal;
    ssize_t written = write(STDERR_FILENO, bus_error, strlen(bus_error));
    (void)written; /* there is nobody else to tell */
    _exit(EXIT_BAD);
}

static void catch_bus_errors(const char *path)
{
    struct sigaction action = {.sa_handler = end_on_bus_error};
    snprintf(bus_error, sizeof bus_error,
             "linepress: %.400s: cannot be read any more; did the file become shorter?\n", path);
    sigaction(SIGBUS, &action, NULL);
}

/*
 * The last line may end on a page after the file's last, where a file mapping has nothing; so the
 * file is mapped over zeros that go on for a page more. Returns 0 if that cannot be done.
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
    *lines = (struct buddy_lines){.data = zeros + ahead, .count = lp_lines((size_t)place->bytes),
                                  .memory = zeros, .mapped_bytes = all};
    return 1;
}

void buddy_lines_open(const char *path, int raw, struct buddy_lines *lines)
{
    struct lp_input *input = cli_input_open(path, raw);
    struct lpi_input_place place;
    if (lpi_input_place(input, &place) && map_lines(&place, lines))
        catch_bus_errors(path);
    else
        read_lines(input, path, lines);
    lp_input_close(input);
}

void buddy_lines_close(struct buddy_lines *lines)
{
    if (lines->mapped_bytes > 0)
        munmap(lines->memory, lines->mapped_bytes);
    else
        free(lines->memory);
}
