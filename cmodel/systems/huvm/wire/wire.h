/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a coordinator and its programs tell each other, over a socket that keeps messages apart
 * (SOCK_SEQPACKET). A program says hello; the answer has its memory's file. It maps that and says
 * that it is ready, with its userfaultfd, if it has one.
 */
#ifndef LPI_HUVM_WIRE_H
#define LPI_HUVM_WIRE_H

#include <stdbool.h>
#include <stdint.h>

enum { HUVM_WIRE_VERSION = 1 };

/* How a program's faults are seen. */
enum huvm_faults {
    HUVM_ANY_FAULTS,   /* by userfaultfd where there is one */
    HUVM_USERFAULTFD,
    HUVM_PROTECTION    /* pages that may not be used, and a handler of SIGSEGV */
};

enum huvm_message_kind {
    /* from the program */
    HUVM_HELLO,    /* value: GPU; first: version */
    HUVM_READY,    /* value: enum huvm_faults; first: address; count: why there is no userfaultfd */
    HUVM_RELEASE,  /* chunks, whose data nobody needs; the answer comes when they are zero */
    HUVM_FAULTED,  /* first: chunk */
    HUVM_OBEYED,   /* the last message about chunk first that asks for it */
    /* from the coordinator */
    HUVM_WELCOME,  /* value: enum huvm_faults; first: bytes of a chunk; count: chunks */
    HUVM_UNKNOWN,  /* there is no such GPU, or it runs nothing */
    HUVM_BUSY,     /* another process uses it */
    HUVM_RELEASED,
    HUVM_OPEN,     /* chunk first may be used; value 1: the answer is HUVM_OBEYED */
    HUVM_GUARD,    /* may be read; so too */
    HUVM_SHUT,     /* may not be used; so too */
    HUVM_AGAIN,    /* who waits for chunk first is to try again */
    /* a question of the program, and its answer */
    HUVM_PIN,      /* chunk first, which is resident, is to stay so until it is released */
    HUVM_PINNED    /* value 1: chunk first is; 0: it is not resident, or on its way */
};

struct huvm_message {
    uint32_t kind, value;
    uint64_t first, count;
};

/* `fd` is sent too unless it is -1. false: errno says why, EAGAIN if the socket takes no more and is
   one that does not wait. */
bool huvm_send(int socket, const struct huvm_message *message, int fd);

/* *fd, which is the caller's, is -1 if none came; fd NULL: none is taken. 1: a message; 0: the other
   end is closed; -1: errno says why, EPROTO if it is no message, has more than one descriptor or
   lost one on the way. Only with 1 can a descriptor have come. */
int huvm_receive(int socket, struct huvm_message *message, int *fd);

#endif
