/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interface between `linepress capture` and the object preloaded into the program: a page that both
 * map, and the files of a memory snapshot. Both are private to one run; only the set of format.md
 * remains. Not installed.
 */
#ifndef LPI_CAPTURE_CONTROL_H
#define LPI_CAPTURE_CONTROL_H

#include <stdatomic.h>
#include <stdint.h>

/* Environment variable of the program: the path of the page's file. */
#define LPI_CAPTURE_VARIABLE "LINEPRESS_CAPTURE"
#define LPI_CAPTURE_VERSION 1u
#define LPI_CAPTURE_SNAPSHOTS 4096u
#define LPI_CAPTURE_PATH 4352u
#define LPI_CAPTURE_FRAMES 4u
#define LPI_CAPTURE_ARGUMENTS 256u /* of a kernel */
#define LPI_CAPTURE_VALUE 1024u    /* bytes of an argument */
#define LPI_CAPTURE_WRITERS                                                                        \
    8u /* snapshots written concurrently, unless the program waits for
                                      fewer */

enum lpi_capture_pass {
    LPI_CAPTURE_MEASURE, /* only count boundaries */
    LPI_CAPTURE_COUNTED, /* snapshots at boundaries plan[0], plan[1], ... */
    LPI_CAPTURE_TIMED,   /* a snapshot every plan[0] nanoseconds of the process's time */
    LPI_CAPTURE_LAUNCH,  /* save launch plan[0] */
};

/* Why a run has no set. */
enum lpi_capture_fault {
    LPI_CAPTURE_GOOD,
    LPI_CAPTURE_WRITE,   /* a file of a snapshot could not be written: `number` is the errno */
    LPI_CAPTURE_READ,    /* memory could not be read */
    LPI_CAPTURE_MEMORY,  /* no memory for the tables */
    LPI_CAPTURE_FORK,    /* no process for a snapshot */
    LPI_CAPTURE_DEAD,    /* the process of a snapshot was killed: `number` is the signal */
    LPI_CAPTURE_OPENCL,  /* the OpenCL call named by `text` failed: `number` is its error */
    LPI_CAPTURE_REFUSED, /* a launch that cannot be saved: `text` is the reason */
};

struct lpi_capture_snapshot {
    uint64_t boundaries; /* marks or launches so far */
    uint64_t time;       /* of the process, ns */
    uint64_t stopped;    /* how long the caller was paused, ns */
    uint64_t took;       /* from the beginning to the end of writing, ns */
    uint64_t worked;     /* processor time spent on it, ns */
    uint64_t bytes, blocks;
    uint64_t changing;      /* blocks left out because other threads were changing them */
    _Atomic int32_t writer; /* the process that writes it */
    _Atomic uint32_t whole; /* 1: all its files are complete */
    _Atomic uint32_t ended; /* 1: its writer has ended */
    char kernel[64];        /* of the last launch */
};

struct lpi_capture {
    uint32_t version, pass;
    int32_t pid;              /* of the captured process; processes that it forks are ignored */
    uint32_t planned;         /* number of snapshots */
    uint64_t least;           /* minimum bytes of a block that is recorded */
    _Atomic uint32_t images;  /* images that the process executed (execve) with the object loaded */
    _Atomic uint32_t writing; /* snapshots being written; a futex */
    _Atomic uint32_t started; /* snapshots begun */
    _Atomic uint64_t boundaries;
    _Atomic uint32_t fault; /* the first fault */
    int32_t number;
    char text[200];
    _Atomic uint64_t left_out[4]; /* images, samplers, pipes, shared memory: not recorded */
    uint64_t plan[LPI_CAPTURE_SNAPSHOTS];
    struct lpi_capture_snapshot snapshots[LPI_CAPTURE_SNAPSHOTS];
    char folder[LPI_CAPTURE_PATH]; /* snapshots are written to folder/NUMBER, from 0 */
};

/*
 * A snapshot is a folder NUMBER/ with maps, a copy of /proc/self/maps; index, an entry for each
 * block; and one file for each block, named by the block's position in the index.
 */
struct lpi_capture_entry {
    uint64_t address; /* OpenCL: position in the order of creation */
    uint64_t bytes, access;
    uint64_t frames[LPI_CAPTURE_FRAMES]; /* return addresses, innermost first; then 0 */
    uint32_t number;                     /* among the live blocks of the same place, from 1 */
    uint32_t image;                      /* from 1 */
};

enum lpi_capture_direction { LPI_TO_DEVICE, LPI_FROM_DEVICE };

/*
 * A record of the file `copies` in the same folder as the snapshots; number is 0 if the buffer is
 * unknown.
 */
struct lpi_capture_copy {
    uint64_t boundaries; /* launches enqueued before it */
    uint64_t offset, bytes;
    uint64_t frames[LPI_CAPTURE_FRAMES];
    uint32_t number, image;
    uint32_t direction, unused;
};

/*
 * Files `launch` and `arguments` of a saved launch, which replace a snapshot; its texts have files
 * of their own.
 */
struct lpi_capture_launch {
    uint64_t offset[3], global[3], local[3];
    uint32_t dimensions, has_local, arguments, unused;
};

enum lpi_capture_argument_kind {
    LPI_ARGUMENT_VALUE,
    LPI_ARGUMENT_LOCAL,
    LPI_ARGUMENT_NULL, /* a null pointer to a buffer */
    LPI_ARGUMENT_BUFFER,
};

struct lpi_capture_argument {
    uint32_t kind, buffer; /* buffer: its position in the index */
    uint64_t offset, bytes;
    uint8_t value[LPI_CAPTURE_VALUE];
};

#endif
