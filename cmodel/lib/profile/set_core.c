/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ELF cores: each writable segment with bytes in the core is an allocation, named by its address.
 */
#define _POSIX_C_SOURCE 200809L
#include "set_found.h"
#include "../../base/bytes.h"

#include <linepress/linepress.h>

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Of the ELF specification: 64-bit little-endian files. */
enum {
    HEADER_BYTES = 64,
    SEGMENT_BYTES = 56,
    SECTION_BYTES = 64,
    TYPE_CORE = 4,
    SEGMENT_LOAD = 1,
    FLAG_WRITE = 2,
    MANY_SEGMENTS = 0xffff, /* the number of segments is in the first section's header */
    X86_64 = 62,
    AARCH64 = 183
};

struct core {
    const char *path;
    int fd;
    struct lpi_piece file; /* all of it */
    uint64_t segments_at, segments;
};

/* Reads bytes of the core; an error if any is missing. */
static int take(const struct core *core, uint64_t at, uint8_t *bytes, size_t count,
                struct lpi_fault *fault)
{
    if (at > core->file.file_bytes || count > core->file.file_bytes - at)
        return lpi_fault_set(fault, LP_ERR_SHORT,
                             "%s: the core is cut short: it has %" PRIu64
                             " bytes and needs %zu at byte %" PRIu64,
                             core->path, core->file.file_bytes, count, at);
    ssize_t got = pread(core->fd, bytes, count, (off_t)at);
    if (got < 0)
        return lpi_fault_system(fault, core->path);
    if ((size_t)got != count)
        return lpi_fault_set(fault, LP_ERR_CORRUPT, "%s: has changed while it was read",
                             core->path);
    return LP_OK;
}

static int check_kind(const struct core *core, const uint8_t *header, unsigned *machine,
                      struct lpi_fault *fault)
{
    static const uint8_t magic[] = {0x7f, 'E', 'L', 'F'};
    if (memcmp(header, magic, sizeof magic) != 0)
        return lpi_fault_set(fault, LP_ERR_ARG, "%s: is neither a folder nor an ELF core",
                             core->path);
    if (header[4] != 2 || header[5] != 1)
        return lpi_fault_set(fault, LP_ERR_ARG,
                             "%s: is a core of another machine: not of 64 bits, or "
                             "its words begin with the high byte",
                             core->path);
    if (lpi_get_le(header + 16, 2) != TYPE_CORE)
        return lpi_fault_set(fault, LP_ERR_ARG, "%s: is an ELF file, but no core", core->path);
    unsigned of = (unsigned)lpi_get_le(header + 18, 2);
    if (of != X86_64 && of != AARCH64)
        return lpi_fault_set(fault, LP_ERR_ARG,
                             "%s: is a core of another machine: number %u, neither "
                             "x86-64 nor AArch64",
                             core->path, of);
    if (*machine != 0 && of != *machine)
        return lpi_fault_set(fault, LP_ERR_ARG,
                             "%s: is a core of another machine than those before", core->path);
    *machine = of;
    return LP_OK;
}

static int read_header(struct core *core, unsigned *machine, struct lpi_fault *fault)
{
    uint8_t header[HEADER_BYTES] = {0}, section[SECTION_BYTES];
    size_t there = core->file.file_bytes < HEADER_BYTES ? (size_t)core->file.file_bytes
                                                        : HEADER_BYTES;
    int error = take(core, 0, header, there, fault);
    if (error == LP_OK)
        error = check_kind(core, header, machine, fault);
    if (error == LP_OK && there < HEADER_BYTES)
        error = take(core, 0, header, HEADER_BYTES, fault);
    if (error != LP_OK)
        return error;
    core->segments_at = lpi_get_le(header + 32, 8);
    core->segments = lpi_get_le(header + 56, 2);
    if (core->segments == MANY_SEGMENTS) {
        error = take(core, lpi_get_le(header + 40, 8), section, sizeof section, fault);
        core->segments = error == LP_OK ? lpi_get_le(section + 44, 4) : 0;
    }
    if (error == LP_OK && core->segments > 0 && lpi_get_le(header + 54, 2) != SEGMENT_BYTES)
        error = lpi_fault_set(fault, LP_ERR_CORRUPT, "%s: the core's segments have no known form",
                              core->path);
    return error;
}

static int take_segment(const struct core *core, const uint8_t *segment, uint64_t point,
                        struct lpi_finds *finds, struct lpi_fault *fault)
{
    char name[32], point_name[32];
    struct lpi_piece piece = core->file;
    uint64_t address = lpi_get_le(segment + 16, 8);
    piece.begin = lpi_get_le(segment + 8, 8);
    piece.bytes = lpi_get_le(segment + 32, 8);
    if (lpi_get_le(segment, 4) != SEGMENT_LOAD || !(lpi_get_le(segment + 4, 4) & FLAG_WRITE) ||
        piece.bytes == 0)
        return LP_OK;
    if (piece.begin > piece.file_bytes || piece.bytes > piece.file_bytes - piece.begin)
        return lpi_fault_set(fault, LP_ERR_SHORT,
                             "%s: the core is cut short: the segment at 0x%" PRIx64
                             " ends after byte %" PRIu64,
                             core->path, address, piece.file_bytes);
    snprintf(name, sizeof name, "at-%" PRIx64, address);
    snprintf(point_name, sizeof point_name, "%" PRIu64, point);
    return lpi_finds_add(finds, point_name, point, name, address, &piece, fault);
}

int lpi_find_core(const char *path, uint64_t point, struct lpi_finds *finds,
                  struct lpi_fault *fault)
{
    struct core core = {.path = path};
    int error = lpi_piece_at("", path, &core.file, fault);
    if (error != LP_OK)
        return error;
    core.fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (core.fd < 0)
        return lpi_fault_system(fault, path);
    finds->numbers = 1;
    size_t before = finds->count;
    error = lpi_piece_of_file(core.fd, &core.file, fault);
    if (error == LP_OK && core.file.bytes == 0)
        error = lpi_fault_set(fault, LP_ERR_EMPTY, "%s: the file is empty", path);
    if (error == LP_OK)
        error = read_header(&core, &finds->machine, fault);
    for (uint64_t i = 0; i < core.segments && error == LP_OK; i++) {
        uint8_t segment[SEGMENT_BYTES];
        error = take(&core, core.segments_at + i * SEGMENT_BYTES, segment, sizeof segment, fault);
        if (error == LP_OK)
            error = take_segment(&core, segment, point, finds, fault);
    }
    close(core.fd);
    if (error == LP_OK && finds->count == before)
        error = lpi_fault_set(fault, LP_ERR_EMPTY, "%s: the core has no writable segment", path);
    return error;
}
