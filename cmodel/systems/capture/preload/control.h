/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What `linepress capture` and the object in the program tell each other: a page that both map, and
 * the files of a picture. They are private to one run; what remains of it is format.md's set.
 * Not installed.
 */
#ifndef LPI_CAPTURE_CONTROL_H
#define LPI_CAPTURE_CONTROL_H

#include <stdatomic.h>
#include <stdint.h>

/* In the program's environment: the path of the page's file. */
#define LPI_CAPTURE_VARIABLE "LINEPRESS_CAPTURE"
#define LPI_CAPTURE_VERSION 1u
#define LPI_CAPTURE_PICTURES 4096u
#define LPI_CAPTURE_PATH 4352u
#define LPI_CAPTURE_FRAMES 4u
#define LPI_CAPTURE_ARGUMENTS 256u /* of a kernel */
#define LPI_CAPTURE_VALUE 1024u    /* bytes of an argument */
#define LPI_CAPTURE_WRITERS 8u     /* pictures that are written at a time, if nobody waits */

enum lpi_capture_pass {
    LPI_CAPTURE_MEASURE, /* count boundaries, no more */
    LPI_CAPTURE_COUNTED, /* pictures at plan[0], plan[1], ... boundaries */
    LPI_CAPTURE_TIMED,   /* a picture each plan[0] nanoseconds of the process's time */
    LPI_CAPTURE_LAUNCH,  /* save launch plan[0] */
};

/* Why a run leaves no set. */
enum lpi_capture_fault {
    LPI_CAPTURE_GOOD,
    LPI_CAPTURE_WRITE,   /* a file of a picture: `number` is the error's */
    LPI_CAPTURE_READ,    /* memory that cannot be read */
    LPI_CAPTURE_MEMORY,  /* no memory for the tables */
    LPI_CAPTURE_FORK,    /* no process for a picture */
    LPI_CAPTURE_DEAD,    /* the process of a picture died: `number` is the signal's */
    LPI_CAPTURE_OPENCL,  /* a call of OpenCL, named by `text`: `number` is its error */
    LPI_CAPTURE_REFUSED, /* a launch that cannot be saved: `text` says why */
};

struct lpi_capture_picture {
    uint64_t boundaries; /* marks or launches that had passed */
    uint64_t time;       /* of the process, ns */
    uint64_t stopped;    /* how long the caller stood still, ns */
    uint64_t took;       /* from its beginning until it was written, ns */
    uint64_t worked;     /* processor time for it, ns */
    uint64_t bytes, blocks;
    uint64_t changing;   /* blocks that other threads were changing, which are left out */
    _Atomic int32_t writer;  /* the process that writes it */
    _Atomic uint32_t whole;  /* 1: all its files are there */
    _Atomic uint32_t ended;  /* 1: nobody writes it any longer */
    char kernel[64]; /* that the last launch ran */
};

struct lpi_capture {
    uint32_t version, pass;
    int32_t pid;           /* whose memory: a process that it forks is let alone */
    uint32_t planned;      /* pictures */
    uint64_t least;        /* bytes of a block that is kept */
    _Atomic uint32_t images;  /* programs that the process became, by execve, with the object */
    _Atomic uint32_t writing; /* pictures that are being written; a futex */
    _Atomic uint32_t started; /* pictures that were begun */
    _Atomic uint64_t boundaries;
    _Atomic uint32_t fault; /* the first one */
    int32_t number;
    char text[200];
    _Atomic uint64_t left_out[4]; /* images, samplers, pipes, shared memory: made, not kept */
    uint64_t plan[LPI_CAPTURE_PICTURES];
    struct lpi_capture_picture pictures[LPI_CAPTURE_PICTURES];
    char folder[LPI_CAPTURE_PATH]; /* where pictures go: folder/NUMBER, from 0 */
};

/*
 * A picture is a folder of NUMBER/: maps, a copy of /proc/self/maps; index, an entry for each
 * block; and a block's bytes in a file called by its place in the index.
 */
struct lpi_capture_entry {
    uint64_t address; /* OpenCL: place in the order of creation */
    uint64_t bytes, access;
    uint64_t frames[LPI_CAPTURE_FRAMES]; /* return addresses, innermost first; then 0 */
    uint32_t number;                     /* among the live blocks of the place, from 1 */
    uint32_t image;                      /* from 1 */
};

enum lpi_capture_direction { LPI_TO_DEVICE, LPI_FROM_DEVICE };

/* A record of the file `copies` beside the pictures; number is 0 where the buffer is not known. */
struct lpi_capture_copy {
    uint64_t boundaries; /* launches that had been enqueued */
    uint64_t offset, bytes;
    uint64_t frames[LPI_CAPTURE_FRAMES];
    uint32_t number, image;
    uint32_t direction, unused;
};

/* Files `launch` and `arguments` of a launch that is saved, in place of a picture; its texts are in
 * files of their own. */
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
    uint32_t kind, buffer; /* buffer: its place in the index */
    uint64_t offset, bytes;
    uint8_t value[LPI_CAPTURE_VALUE];
};

#endif
