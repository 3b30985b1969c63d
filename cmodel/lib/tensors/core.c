/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "core.h"
#include "../../base/bytes.h"
#include "reader.h"

#include <inttypes.h>
#include <linepress/linepress.h>
#include <stdio.h>
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
    uint64_t bytes;
    uint64_t segments_at, segments;
};

/* Reads bytes of the core; an error if any is missing. */
static int take(const struct core *core, uint64_t at, uint8_t *bytes, size_t count,
                struct lpi_fault *fault)
{
    if (at > core->bytes || count > core->bytes - at)
        return lpi_fault_set(fault, LP_ERR_SHORT,
                             "%s: the core is cut short: it has %" PRIu64
                             " bytes and needs %zu at byte %" PRIu64,
                             core->path, core->bytes, count, at);
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
    size_t there = core->bytes < HEADER_BYTES ? (size_t)core->bytes : HEADER_BYTES;
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

static int take_segment(const struct core *core, const uint8_t *header,
                        const struct lpi_core_ask *ask, struct lpi_fault *fault)
{
    struct lpi_core_segment segment = {.address = lpi_get_le(header + 16, 8),
                                       .begin = lpi_get_le(header + 8, 8),
                                       .bytes = lpi_get_le(header + 32, 8)};
    if (lpi_get_le(header, 4) != SEGMENT_LOAD || !(lpi_get_le(header + 4, 4) & FLAG_WRITE) ||
        segment.bytes == 0)
        return LP_OK;
    if (segment.begin > core->bytes || segment.bytes > core->bytes - segment.begin)
        return lpi_fault_set(fault, LP_ERR_SHORT,
                             "%s: the core is cut short: the segment at 0x%" PRIx64
                             " ends after byte %" PRIu64,
                             core->path, segment.address, core->bytes);
    snprintf(segment.name, sizeof segment.name, "at-%" PRIx64, segment.address);
    return ask->segment(ask->context, &segment);
}

int lpi_core_segments(const struct lpi_core_ask *ask, struct lpi_fault *fault)
{
    struct core core = {.path = ask->path, .fd = ask->fd, .bytes = ask->bytes};
    int error = read_header(&core, ask->machine, fault);
    for (uint64_t i = 0; i < core.segments && error == LP_OK; i++) {
        uint8_t header[SEGMENT_BYTES];
        error = take(&core, core.segments_at + i * SEGMENT_BYTES, header, sizeof header, fault);
        if (error == LP_OK)
            error = take_segment(&core, header, ask, fault);
    }
    return error;
}

/* ---- as a file of tensors ---- */

struct found {
    const struct lpi_tensor_file *file;
    struct lpi_tensors *tensors;
};

static int add_segment(void *context, const struct lpi_core_segment *segment)
{
    const struct found *to = context;
    struct lpi_tensor_found found = {.name = segment->name,
                                     .name_bytes = strlen(segment->name),
                                     .dtype = "",
                                     .axes = 1,
                                     .shape = &segment->bytes,
                                     .bytes = segment->bytes,
                                     .part = {.begin = segment->begin, .bytes = segment->bytes}};
    return lpi_tensors_add(to->file, to->tensors, &found);
}

static int list(const struct lpi_tensor_file *file, struct lpi_tensors *tensors)
{
    unsigned machine = 0;
    struct found to = {file, tensors};
    const struct lpi_core_ask ask = {file->path, file->fd, file->bytes, &machine, add_segment, &to};
    return lpi_core_segments(&ask, file->fault);
}

const struct lpi_tensor_reader lpi_read_core = {LPI_LOOK_CORE, list};
