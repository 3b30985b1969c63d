/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations shared by the files of the ports; the lock is held. */
#ifndef LPI_HUVM_REAL_PORTS_INNER_H
#define LPI_HUVM_REAL_PORTS_INNER_H

#include "ports.h"

/* serve.c: the serving thread. */
void *real_serve_run(void *ports);

/*
 * hear.c: receives from a connection, or from a program's userfaultfd; answers a hello, if the GPU
 * is free; closes a connection, which ends its program's session; and frees the GPU of a program
 * that left.
 */
void real_hear_peer(struct real_ports *ports, struct real_peer *peer);
void real_hear_faults(struct real_ports *ports, unsigned gpu);
void real_greet(struct real_ports *ports, struct real_peer *peer);
void real_lose(struct real_ports *ports, struct real_peer *peer);
void real_end_leaving(struct real_ports *ports);
/* Whether it is the connection of a GPU's program. */
bool real_is_users(const struct real_ports *ports, const struct real_peer *peer);
/* Closes a descriptor if it is open. */
void real_let_go(int *fd);

/* send.c: sends a message to the program of a GPU; sends queued messages, or discards them. */
void real_send(struct real_ports *ports, unsigned gpu, const struct huvm_message *message);
void real_send_kept(struct real_port *port);
void real_send_nothing(struct real_port *port);

/*
 * Disconnects the program of a GPU, and no other; `format` says what the program does wrong.
 * `locked`: whether the lock is held.
 */
void real_port_refuse(struct real_ports *ports, unsigned gpu, bool locked, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* ports.c: timeout for a program, in ns. */
uint64_t real_patience(const struct real_ports *ports);

#endif
