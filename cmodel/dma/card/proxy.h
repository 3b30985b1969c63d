/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Connects a card in its own process to the machine that contains it: the protocol of QEMU 7.2's
 * device x-pci-proxy-dev, over a stream socket. The machine is the client: QEMU, or a program that
 * drives the card directly; the card is the server. QEMU calls the device experimental, so
 * everything that depends on its version is in proxy.c. Not installed.
 *
 * No call waits longer than the timeout, whatever the other side does. A failed call returns -1
 * with errno: ETIMEDOUT, EPIPE if the other side is gone, EPROTO if it violated the protocol, or a
 * system error. The connection is unusable after that.
 */
#ifndef LPI_CARD_PROXY_H
#define LPI_CARD_PROXY_H

#include <stdint.h>

#define LPI_PROXY_REGIONS 8u

struct lpi_proxy {
    int fd;
    int timeout_ms; /* of a call as a whole; below 0: none */
    uint64_t bar;   /* address of BAR 0: client */
    char wrong[96]; /* after EPROTO: description of the violation */
};

/* A part of the machine's memory: a shared mapping of this many bytes of fd, from offset on. */
struct lpi_proxy_region {
    uint64_t address, bytes, offset;
    int fd;
};

/* ---- client: 0, or -1 with errno ---- */

/* All memory that the card may access from now on, at most LPI_PROXY_REGIONS; the caller keeps
 * the descriptors. */
int lpi_proxy_regions(struct lpi_proxy *proxy, const struct lpi_proxy_region *regions,
                      unsigned count);
int lpi_proxy_sysmem(struct lpi_proxy *proxy, uint64_t address, uint64_t bytes, int memfd);
/* Configuration space; size: 1, 2 or 4. */
int lpi_proxy_config_read(struct lpi_proxy *proxy, uint32_t offset, unsigned size, uint32_t *value);
int lpi_proxy_config_write(struct lpi_proxy *proxy, uint32_t offset, unsigned size, uint32_t value);
/* The work of firmware and a driver's probe: maps BAR 0 at this address, below 4 GiB, and
 * enables memory accesses and bus mastering. ENODEV: no device accepts that address. */
int lpi_proxy_enable(struct lpi_proxy *proxy, uint64_t bar);
/* Bytes from `offset` of BAR 0 on; size: 1, 2, 4 or 8. */
int lpi_proxy_bar_read(struct lpi_proxy *proxy, uint64_t offset, unsigned size, uint64_t *value);
int lpi_proxy_bar_write(struct lpi_proxy *proxy, uint64_t offset, unsigned size, uint64_t value);
/* An eventfd that is incremented when the card raises its interrupt, and one for the client's
 * acknowledgement, which the card ignores. */
int lpi_proxy_interrupt(struct lpi_proxy *proxy, int raised, int again);
/* Reset of the slot, including configuration space. */
int lpi_proxy_reset(struct lpi_proxy *proxy);

/* ---- server ---- */

enum lpi_proxy_kind {
    LPI_PROXY_REGIONS_ARE, /* no reply */
    LPI_PROXY_CONFIG_WRITE,
    LPI_PROXY_CONFIG_READ,
    LPI_PROXY_BAR_WRITE,
    LPI_PROXY_BAR_READ,
    LPI_PROXY_INTERRUPT, /* no reply */
    LPI_PROXY_RESET
};

struct lpi_proxy_message {
    enum lpi_proxy_kind kind;
    uint64_t address, value; /* config: an offset; BAR: an address of the machine */
    unsigned size;           /* 1, 2, 4, and 8 in a BAR */
    unsigned count;          /* descriptors: region[i].fd, to be closed by the server */
    struct lpi_proxy_region region[LPI_PROXY_REGIONS];
};

/* 1: a message; 0: the client has closed the connection between two messages; -1: errno. It
 * waits for a message to begin, so poll the socket first if there is other work. */
int lpi_proxy_receive(struct lpi_proxy *proxy, struct lpi_proxy_message *message);
int lpi_proxy_reply(struct lpi_proxy *proxy, uint64_t value);
/* Closes the descriptors of a message. */
void lpi_proxy_drop(struct lpi_proxy_message *message);

#endif
