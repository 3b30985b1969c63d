/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "areas.h"
#include "raw.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define LINE 256u /* longer lines are cut: the fields used are in the first bytes */

/* ---- lines ---- */

struct reader {
    int fd;
    size_t at, count;
    char buffer[4096];
};

/* The next character; below 0: an error, or INT_MIN at the end of the file. */
static int next_character(struct reader *reader)
{
    if (reader->at == reader->count) {
        long n = lpi_raw_read(reader->fd, reader->buffer, sizeof reader->buffer);
        if (n <= 0)
            return n < 0 ? (int)n : INT32_MIN;
        reader->at = 0;
        reader->count = (size_t)n;
    }
    return (unsigned char)reader->buffer[reader->at++];
}

/* 1: a line; 0: end of the file; below 0: an error. */
static int next_line(struct reader *reader, char line[LINE])
{
    size_t length = 0;
    int c;
    while ((c = next_character(reader)) >= 0 && c != '\n')
        if (length + 1 < LINE)
            line[length++] = (char)c;
    line[length] = '\0';
    if (c < 0 && c != INT32_MIN)
        return c;
    return c == '\n' || length > 0;
}

/* ---- the contents of the lines ---- */

static const char *read_hex(const char *text, uint64_t *value)
{
    *value = 0;
    for (; (*text >= '0' && *text <= '9') || (*text >= 'a' && *text <= 'f'); text++)
        *value = *value << 4 | (uint64_t)(*text <= '9' ? *text - '0' : *text - 'a' + 10);
    return text;
}

/* "7f00-7f10 rw-p ..." begins an area; the names of its attributes begin with a capital letter. */
static bool read_head(const char *line, struct lpi_area *area)
{
    const char *p = read_hex(line, &area->begin);
    if (p == line || *p != '-')
        return false;
    return *read_hex(p + 1, &area->end) == ' ';
}

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

static void read_flags(const char *line, struct lpi_area *area)
{
    area->copied = true;
    for (const char *p = strchr(line, ' '); p != NULL; p = strchr(p + 1, ' '))
        if (p[1] == 'w' && p[2] == 'f')
            area->copied = false;
}

static void read_swap(const char *line, struct lpi_area *area)
{
    const char *p = line + strcspn(line, "0123456789");
    area->swapped = *p != '0' || p[1] != ' ';
}

/* Doubles the room. The old list stays mapped: the process ends soon. */
static bool grow(struct lpi_areas *areas)
{
    size_t room = areas->room > 0 ? 2 * areas->room : 1024;
    struct lpi_area *list = lpi_raw_memory(room * sizeof *list);
    if (list == NULL)
        return false;
    if (areas->count > 0)
        memcpy(list, areas->list, areas->count * sizeof *list);
    areas->list = list;
    areas->room = room;
    return true;
}

long lpi_areas_read(struct lpi_areas *areas)
{
    static struct reader reader;
    char line[LINE];
    int answer;
    reader = (struct reader){.fd = lpi_raw_open("/proc/self/smaps")};
    *areas = (struct lpi_areas){0};
    if (reader.fd < 0)
        return reader.fd;
    while ((answer = next_line(&reader, line)) > 0) {
        struct lpi_area area = {.swapped = true};
        if (areas->count == areas->room && !grow(areas))
            return -ENOMEM;
        if (read_head(line, &area))
            areas->list[areas->count++] = area;
        else if (areas->count > 0 && begins(line, "VmFlags:"))
            read_flags(line, &areas->list[areas->count - 1]);
        else if (areas->count > 0 && begins(line, "Swap:"))
            read_swap(line, &areas->list[areas->count - 1]);
    }
    lpi_raw_close(reader.fd);
    return answer;
}

const struct lpi_area *lpi_areas_find(const struct lpi_areas *areas, uint64_t address)
{
    size_t low = 0, high = areas->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (areas->list[middle].end > address)
            high = middle;
        else
            low = middle + 1;
    }
    return low < areas->count ? &areas->list[low] : NULL;
}
