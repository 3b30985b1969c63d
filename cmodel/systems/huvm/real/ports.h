/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ports: connections of programs, their messages, and the programs' memory. Messages are passed
 * to `events`. The lock is held unless a function says otherwise.
 */
#ifndef LPI_HUVM_REAL_PORTS_H
#define LPI_HUVM_REAL_PORTS_H

#include "run.h"

enum { REAL_PEERS = 64 /* connections */ };

/* Events of programs. Called with the lock, which must be kept. */
struct real_port_events {
    void *context;
    void (*faulted)(void *context, uint32_t chunk);
    void (*released)(void *context, uint32_t chunk);
    bool (*is_resident)(void *context, uint32_t chunk); /* and stays resident: it can be pinned */
    void (*left)(void *context, unsigned gpu);
    bool (*is_idle)(void *context, unsigned gpu); /* none of the copies of a program that left is in
                                                     flight */
    void (*follow)(void *context);                /* called after one or more of the others */
};

/* The memory of a program, for use without the lock. */
struct real_memory {
    int file, faults; /* faults: a userfaultfd, or -1 */
    uint64_t base;    /* its address in the program */
};

/* A ring of messages that the socket has not accepted yet, the oldest first. */
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
    bool dropped;          /* to be disconnected by the serving thread */
    bool releases;         /* it waits for the answer that chunks are forgotten */
    enum huvm_faults kind; /* of the last program, and an errno: why it has no userfaultfd */
    int reason;
};

struct real_peer {
    int socket;      /* -1: none */
    int gpu;         /* of its program; -1: not known yet */
    bool hello;      /* it waits until that GPU is free */
    uint64_t waited; /* ns waited: for its hello, then until it is ready */
};

struct real_ports {
    struct real_run *run;
    struct real_port_events events;
    struct real_port gpu[HUVM_GPUS_MAX];
    bool *obeyed; /* for each chunk: the program has obeyed the last order */
    bool *pinned; /* for each chunk: it is in the program's memory, whatever state the policy has */
    struct real_peer peer[REAL_PEERS];
    int listener, call[2]; /* call: a pipe that wakes the serving thread */
    bool no_files;         /* out of descriptors: no connection is accepted for a moment */
    uint64_t looked;       /* time when that thread last read the clock */
    pthread_t server;
    bool started;
};

/* Without the lock. Ports that failed to open must be closed too. false: errno is set. */
void real_ports_init(struct real_ports *ports, struct real_run *run,
                     const struct real_port_events *events);
bool real_ports_open(struct real_ports *ports);
void real_ports_stop(struct real_ports *ports); /* the run is ending: waits for the thread */
void real_ports_close(struct real_ports *ports);

/* Adds a new connection; false: too many. Accepts connections from a listening socket. */
bool real_ports_connect(struct real_ports *ports, int socket);
void real_ports_listen(struct real_ports *ports, int socket);

/* Wakes the serving thread: a program that left may be idle, or the run ends. */
void real_ports_call(struct real_ports *ports);

bool real_port_is_ready(const struct real_ports *ports, unsigned gpu);
bool real_port_is_leaving(const struct real_ports *ports, unsigned gpu);
/* The program handles protection faults and reports them; it has no userfaultfd. */
bool real_port_sees_faults(const struct real_ports *ports, unsigned gpu);
/* How the last program received faults, and an errno: why it has no userfaultfd. */
enum huvm_faults real_port_kind(const struct real_ports *ports, unsigned gpu, int *reason);

/* The memory of the chunk's own program; and whether the chunk is pinned there. */
struct real_memory real_port_memory(const struct real_ports *ports, uint32_t chunk);
bool real_port_is_pinned(const struct real_ports *ports, uint32_t chunk);

/* Answers a pending release. */
void real_port_forgot(struct real_ports *ports, unsigned gpu);
/* Drops a chunk without waiting; wakes threads that wait for it, which retry. */
void real_port_discard(struct real_ports *ports, uint32_t chunk);
void real_port_wake(struct real_ports *ports, uint32_t chunk);

/* Without the lock, for a copy; they may wait. If the program is gone, they do nothing. */
void real_port_guard(struct real_ports *ports, uint32_t chunk, const struct real_memory *memory);
void real_port_read(struct real_ports *ports, uint32_t chunk, const struct real_memory *memory,
                    uint8_t *to);
void real_port_drop(struct real_ports *ports, uint32_t chunk, const struct real_memory *memory);
void real_port_bring(struct real_ports *ports, uint32_t chunk, const struct real_memory *memory,
                     const uint8_t *from);

#endif
