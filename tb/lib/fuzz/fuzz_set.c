/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Snapshot sets of arbitrary bytes, by the first byte: a core, a folder's snapshots.json, or a flat
 * file, its name and then, after a newline, its bytes. Every byte of an opened set must be
 * readable.
 */
#define _GNU_SOURCE /* memfd_create */
#include "../../../cmodel/lib/profile/set.h"
#include "fuzz.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void write_file(int fd, const uint8_t *bytes, size_t count)
{
    must(fd >= 0 && ftruncate(fd, 0) == 0);
    must(pwrite(fd, bytes, count, 0) == (ssize_t)count);
}

static void read_pieces(const struct lpi_set *set)
{
    struct lpi_fault fault;
    for (size_t a = 0; a < set->allocation_count; a++)
        for (size_t p = 0; p < set->point_count; p++) {
            const struct lpi_piece *piece = lpi_set_piece(set, a, p);
            uint64_t at = piece->bytes > 4096 ? piece->bytes - 4096 : 0;
            uint8_t buffer[4096];
            must(piece->bytes <= set->allocations[a].bytes);
            if (piece->file != NULL)
                must(lpi_piece_read(piece, at, buffer, (size_t)(piece->bytes - at), &fault) ==
                     LP_OK);
        }
}

static void open_set(const char *path)
{
    struct lpi_set *set;
    struct lpi_fault fault = {0};
    char *operands[] = {(char *)(uintptr_t)path};
    if (lpi_set_open(operands, 1, NULL, &set, &fault) == LP_OK) {
        must(set->point_count > 0 && set->allocation_count > 0);
        read_pieces(set);
        lpi_set_close(set);
    } else {
        must(fault.why[0] != '\0');
    }
}

/* A folder with two allocations at two points, made once. */
static const char *folder(void)
{
    static char path[] = "/tmp/fuzz_set-XXXXXX";
    static int made;
    static const char *const names[] = {"1", "1/a.bin", "1/b.bin", "2", "2/a.bin"};
    char name[64];
    if (made++)
        return path;
    must(mkdtemp(path) != NULL);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(name, sizeof name, "%s/%s", path, names[i]);
        int fd = names[i][1] == '\0' ? mkdir(name, 0777) : open(name, O_CREAT | O_WRONLY, 0666);
        must(fd >= 0);
        if (names[i][1] != '\0')
            write_file(fd, (const uint8_t *)names[i], 5), close(fd);
    }
    return path;
}

/* An empty folder, made once. */
static const char *flat_folder(void)
{
    static char path[] = "/tmp/fuzz_flat-XXXXXX";
    static int made;
    must(made++ > 0 || mkdtemp(path) != NULL);
    return path;
}

/* The name may be one that does not exist. */
static void open_flat(const uint8_t *bytes, size_t count)
{
    const uint8_t *end = memchr(bytes, '\n', count);
    size_t length = end != NULL ? (size_t)(end - bytes) : 0;
    char path[512];
    if (length == 0 || length > 200 || memchr(bytes, '/', length) != NULL ||
        memchr(bytes, 0, length) != NULL)
        return;
    snprintf(path, sizeof path, "%s/%.*s", flat_folder(), (int)length, (const char *)bytes);
    int fd = open(path, O_CREAT | O_WRONLY | O_NOFOLLOW, 0666);
    if (fd < 0)
        return;
    write_file(fd, end + 1, count - length - 1);
    close(fd);
    open_set(flat_folder());
    must(unlink(path) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    static int core = -1;
    char path[64];
    if (count == 0)
        return 0;
    if (bytes[0] % 3 == 2) {
        open_flat(bytes + 1, count - 1);
        return 0;
    }
    if (bytes[0] % 3 == 0) {
        if (core < 0)
            core = memfd_create("core", 0);
        write_file(core, bytes + 1, count - 1);
        snprintf(path, sizeof path, "/proc/self/fd/%d", core);
        open_set(path);
        return 0;
    }
    snprintf(path, sizeof path, "%s/snapshots.json", folder());
    int fd = open(path, O_CREAT | O_WRONLY, 0666);
    write_file(fd, bytes + 1, count - 1);
    close(fd);
    open_set(folder());
    return 0;
}
