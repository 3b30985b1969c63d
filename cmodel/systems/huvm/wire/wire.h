/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Protocol between a coordinator and its programs, over a socket that preserves message boundaries
 * (SOCK_SEQPACKET). A program sends hello; the answer contains the file of its memory. It maps the
 * file and sends ready, with its userfaultfd if it has one.
 */
#ifndef LPI_HUVM_WIRE_H
#define LPI_HUVM_WIRE_H

#include <stdbool.h>
#include <stdint.h>

enum { HUVM_WIRE_VERSION = 1 };

/* How a program receives faults. */
enum huvm_faults {
    HUVM_ANY_FAULTS, /* by userfaultfd if available */
    HUVM_USERFAULTFD,
    HUVM_PROTECTION /* inaccessible pages, and a handler of SIGSEGV */
};

enum huvm_message_kind {
    /* from the program */
    HUVM_HELLO,   /* value: GPU; first: version */
    HUVM_READY,   /* value: enum huvm_faults; first: address; count: errno, why there is no
                      userfaultfd */
    HUVM_RELEASE, /* chunks no longer needed; answered when they are zero */
    HUVM_FAULTED, /* first: chunk */
    HUVM_OBEYED,  /* the last order for chunk first that requests an answer was obeyed */
    /* from the coordinator */
    HUVM_WELCOME, /* value: enum huvm_faults; first: bytes of a chunk; count: chunks */
    HUVM_UNKNOWN, /* the GPU does not exist, or runs nothing */
    HUVM_BUSY,    /* another process uses it */
    HUVM_RELEASED,
    HUVM_OPEN,  /* chunk first may be used; value 1: answer with HUVM_OBEYED */
    HUVM_GUARD, /* only for reading; answered likewise */
    HUVM_SHUT,  /* not at all; answered likewise */
    HUVM_AGAIN, /* threads waiting for chunk first retry */
    /* a request of the program, and its answer */
    HUVM_PIN,   /* keep chunk first, which is resident, resident until it is released */
    HUVM_PINNED /* value 1: chunk first is pinned; 0: it is not resident, or being copied */
};

struct huvm_message {
    uint32_t kind, value;
    uint64_t first, count;
};

/*
 * Sends `fd` too unless it is -1. false: errno is set, to EAGAIN if a non-blocking socket is full.
 */
bool huvm_send(int socket, const struct huvm_message *message, int fd);

/*
 * *fd, which the caller owns, is -1 if no descriptor was received; fd NULL: a descriptor is closed.
 * 1: a message, the only case in which *fd may be set; 0: the other end is closed; -1: errno is
 * set, to EPROTO if the message is invalid, has more than one descriptor or lost one.
 */
int huvm_receive(int socket, struct huvm_message *message, int *fd);

#endif
