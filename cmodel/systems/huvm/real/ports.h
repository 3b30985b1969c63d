/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ports: sockets of programs, what is said over them, and the programs' memory. What a program
 * says goes to `events`. All with the lock held, unless a function says otherwise.
 */
#ifndef LPI_HUVM_REAL_PORTS_H
#define LPI_HUVM_REAL_PORTS_H

#include "run.h"

enum { REAL_PEERS = 64 /* connections */ };

/* What programs did. Called with the lock, which must be kept. */
struct real_port_events {
    void *context;
    void (*faulted)(void *context, uint32_t chunk);
    void (*released)(void *context, uint32_t chunk);
    bool (*is_resident)(void *context, uint32_t chunk); /* and stays so: it can be pinned */
    void (*left)(void *context, unsigned gpu);
    bool (*is_idle)(void *context, unsigned gpu); /* nothing of a program that left is under way */
    void (*follow)(void *context);                /* after one or several of the others */
};

/* The memory of a program, as it is used without the lock. */
struct real_memory {
    int file, faults; /* faults: a userfaultfd, or -1 */
    uint64_t base;    /* its address in the program */
};

/* Messages that a socket has not taken yet, the oldest one first, in a ring. */
struct real_outbox {
    struct huvm_message *at;
    uint32_t first, count, room;
    bool released; /* one of them answers a release */
};

/* The program that uses a GPU. */
struct real_port {
    enum { REAL_NOBODY, REAL_GREETED, REAL_READY, REAL_LEAVING } state;
    int socket;
    struct real_memory memory;
    struct real_outbox out;
    bool dropped;          /* it is let go as soon as the thread that serves sees it */
    bool releases;         /* it waits to be told that chunks are forgotten */
    enum huvm_faults kind; /* of the last program, and why it has no userfaultfd */
    int reason;
};

struct real_peer {
    int socket;      /* -1: none */
    int gpu;         /* whose program it is; -1: not known yet */
    bool hello;      /* it waits for that GPU to be free */
    uint64_t waited; /* ns that it has been waited for: for its hello, then until it is ready */
};

struct real_ports {
    struct real_run *run;
    struct real_port_events events;
    struct real_port gpu[HUVM_GPUS_MAX];
    bool *obeyed; /* of each chunk: the program has done what it was told last */
    bool *pinned; /* it is in the program's memory, whatever the policy thinks */
    struct real_peer peer[REAL_PEERS];
    int listener, call[2]; /* call: a pipe that wakes the thread that serves */
    bool no_files;         /* no connection is accepted until a moment has passed */
    uint64_t looked;       /* when that thread last looked at the clock */
    pthread_t server;
    bool started;
};

/* Without the lock. Ports that are not open are closed too. false: errno says why. */
void real_ports_init(struct real_ports *ports, struct real_run *run,
                     const struct real_port_events *events);
bool real_ports_open(struct real_ports *ports);
void real_ports_stop(struct real_ports *ports); /* the run is ending: waits for the thread */
void real_ports_close(struct real_ports *ports);

/* Takes a new connection; false: there are too many. Takes connections from a listening socket. */
bool real_ports_connect(struct real_ports *ports, int socket);
void real_ports_listen(struct real_ports *ports, int socket);

/* Wakes the thread that serves: a program that left may be idle, or the run ends. */
void real_ports_call(struct real_ports *ports);

bool real_port_is_ready(const struct real_ports *ports, unsigned gpu);
bool real_port_is_leaving(const struct real_ports *ports, unsigned gpu);
/* The program sees its faults itself, and tells of them; there is no userfaultfd. */
bool real_port_sees_faults(const struct real_ports *ports, unsigned gpu);
/* How the last program sees them, and an errno: why it has no userfaultfd. */
enum huvm_faults real_port_kind(const struct real_ports *ports, unsigned gpu, int *reason);

/* The memory that a chunk is in when it is at home; and whether it stays there. */
struct real_memory real_port_memory(const struct real_ports *ports, uint32_t chunk);
bool real_port_is_pinned(const struct real_ports *ports, uint32_t chunk);

/* Answers a release, if there is one. */
void real_port_forgot(struct real_ports *ports, unsigned gpu);
/* Drops a chunk without waiting; has threads that wait for it try again. */
void real_port_discard(struct real_ports *ports, uint32_t chunk);
void real_port_wake(struct real_ports *ports, uint32_t chunk);

/* Without the lock, for a copy; they may wait. Where the program is gone, they do nothing. */
void real_port_guard(struct real_ports *ports, uint32_t chunk, const struct real_memory *memory);
void real_port_read(struct real_ports *ports, uint32_t chunk, const struct real_memory *memory,
                    uint8_t *to);
void real_port_drop(struct real_ports *ports, uint32_t chunk, const struct real_memory *memory);
void real_port_bring(struct real_ports *ports, uint32_t chunk, const struct real_memory *memory,
                     const uint8_t *from);

#endif
