/* SPDX-License-Identifier: Apache-2.0 */
/* Records the chunks that one program uses. */
#define _GNU_SOURCE
#include "wire/record.h"
#include "policy/trace.h"
#include "preload/preload.h"
#include "launch.h"
#include "one.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * A sparse file that the program fills. It is read rather than mapped here, because the program
 * could truncate it. -1: the fault is set.
 */
static int open_record(const struct huvm_one *o, const struct huvm_launch *launch,
                       struct lpi_fault *fault)
{
    const struct huvm_record record = {.chunk_bytes = o->chunk,
                                       .chunks = (uint32_t)(o->room / o->chunk),
                                       .window = o->window,
                                       .room = HUVM_TRACE_MAX};
    char path[HUVM_LAUNCH_PATH];
    size_t bytes = sizeof record + HUVM_TRACE_MAX * sizeof(uint32_t);
    huvm_launch_path(launch, "record", path);
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0 && fchmod(fd, 0600) == 0 && ftruncate(fd, (off_t)bytes) == 0 &&
        pwrite(fd, &record, sizeof record, 0) == (ssize_t)sizeof record)
        return fd;
    lpi_fault_set(fault, LPI_BAD, "huvm: the record of the program's uses: %s", strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}

static bool read_whole(int fd, void *to, size_t bytes, size_t from)
{
    for (size_t done = 0; done < bytes;) {
        ssize_t n = pread(fd, (uint8_t *)to + done, bytes - done, (off_t)(from + done));
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* Reads and validates the program's record. */
static int read_record(const struct huvm_one *o, int fd, struct huvm_uses *u,
                       struct lpi_fault *fault)
{
    const char *name = o->program[0];
    struct huvm_record record;
    bool good = read_whole(fd, &record, sizeof record, 0);
    u->count = good ? atomic_load(&record.count) : 0;
    u->chunks = good ? atomic_load(&record.used) : 0;
    if (good && u->count == 0)
        return lpi_fault_set(fault, LPI_BAD, "huvm: %s used no memory that is managed", name);
    if (good && u->count > HUVM_TRACE_MAX)
        return lpi_fault_set(fault, LPI_BAD,
                             "huvm: %s has more than %" PRIu64 " uses: take larger chunks, or a "
                             "larger --window",
                             name, (uint64_t)HUVM_TRACE_MAX);
    u->chunk = lpi_fault_alloc(fault, u->count * sizeof *u->chunk);
    if (u->chunk == NULL)
        return fault->code;
    good = good && u->chunks <= o->room / o->chunk &&
           read_whole(fd, u->chunk, u->count * sizeof *u->chunk, sizeof record);
    for (uint64_t i = 0; good && i < u->count; i++)
        good = u->chunk[i] < u->chunks;
    if (good)
        return 0;
    free(u->chunk);
    u->chunk = NULL;
    return lpi_fault_set(fault, LPI_BAD, "huvm: %s has written to the record of its uses", name);
}

int huvm_one_record(const struct huvm_one *o, struct huvm_uses *u, struct lpi_fault *fault)
{
    struct huvm_program program = {.argv = o->program, .least = o->least, .aside = o->aside};
    struct huvm_launch *launch = lpi_fault_alloc(fault, sizeof *launch);
    int record = -1;
    *u = (struct huvm_uses){0};
    if (launch == NULL)
        return fault->code;
    memset(launch, 0, sizeof *launch);
    int code = huvm_launch_open(launch, fault);
    if (code == 0 && (record = open_record(o, launch, fault)) < 0)
        code = fault->code;
    if (code == 0)
        code = huvm_launch_run(launch, &program, 1, LPI_HUVM_RECORD, "record", NULL, fault);
    u->end = (struct huvm_ended){program.status, program.time, launch->signal};
    huvm_launch_close(launch);
    if (code == 0 && program.status == 0)
        code = read_record(o, record, u, fault);
    if (record >= 0)
        close(record);
    free(launch);
    return code;
}
