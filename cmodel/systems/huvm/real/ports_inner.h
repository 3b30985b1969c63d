/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the ports share, with the lock held. */
#ifndef LPI_HUVM_REAL_PORTS_INNER_H
#define LPI_HUVM_REAL_PORTS_INNER_H

#include "ports.h"

/* serve.c: the thread. */
void *real_serve_run(void *ports);

/* hear.c: hears a connection, or a program's userfaultfd; answers a hello, if the GPU is free;
   closes a connection, with which its program is gone; and frees the GPU of a program that left. */
void real_hear_peer(struct real_ports *ports, struct real_peer *peer);
void real_hear_faults(struct real_ports *ports, unsigned gpu);
void real_greet(struct real_ports *ports, struct real_peer *peer);
void real_lose(struct real_ports *ports, struct real_peer *peer);
void real_end_leaving(struct real_ports *ports);
/* Whether it is the connection of a GPU's program. */
bool real_is_users(const struct real_ports *ports, const struct real_peer *peer);
/* Closes a file that is open. */
void real_let_go(int *fd);

/* send.c: tells the program of a GPU; sends what was kept of that, or forgets it. */
void real_send(struct real_ports *ports, unsigned gpu, const struct huvm_message *message);
void real_send_kept(struct real_port *port);
void real_send_nothing(struct real_port *port);

/* Lets the program of a GPU go, and no other; `format` says what it does. Also without the lock, by
   `locked`. */
void real_port_refuse(struct real_ports *ports, unsigned gpu, bool locked, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* ports.c: how long a program is waited for, in ns. */
uint64_t real_patience(const struct real_ports *ports);

#endif
