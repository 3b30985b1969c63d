/* SPDX-License-Identifier: Apache-2.0 */
/* Access to a card: one file for each transport. Not installed. */
#ifndef LPI_CARD_TRANSPORT_H
#define LPI_CARD_TRANSPORT_H

#include <linepress/card.h>
#include <stdbool.h>

#define LPI_CARD_VENDOR 0x1234u
#define LPI_CARD_DEVICE 0x11c9u
#define LPI_CARD_BAR_BYTES 32768u

/* Host memory that the card accesses directly. */
struct lpi_card_window {
    uint8_t *at;
    uint64_t bus, bytes;
};

/*
 * A bridge's two streams, connected to lp_card_mover in the card. One run at a time; stop ends
 * everything, after which no data moves in either direction.
 */
struct lpi_card_streams {
    size_t least, most; /* smallest useful and largest run in bytes, multiples of 32 */
    /* Sends these bytes, possibly followed by padding. */
    int (*offer)(void *state, const void *from, size_t bytes);
    /* Begins to receive that many bytes; *more = number of bytes that must follow them. */
    int (*accept)(void *state, size_t bytes, size_t *more);
    /* Returns the first bytes when they have arrived, or LP_ERR_TIMEOUT after this time. */
    int (*collect)(void *state, void *to, size_t bytes, unsigned timeout_ms);
    void (*stop)(void *state);
};

/* Properties that a transport sets when it opens. */
struct lpi_card_shape {
    uint32_t bar_bytes;
    struct lpi_card_window window; /* `at` is NULL: none, so that only local mode is available */
    double link_gts;               /* 0: not known */
    unsigned link_lanes;
    const struct lpi_card_streams *streams; /* NULL: none */
};

/*
 * A register access; for a read, `value` is the result. `after`: it uses registers written before
 * it, so it must not be executed while one of those writes may be lost.
 */
struct lpi_card_access {
    uint32_t offset, value;
    bool write, after;
};

struct lpi_card_transport {
    const char *scheme;
    /* `rest` is the name after the scheme. LP_OK or LP_ERR_CARD with *why. */
    int (*open)(const char *rest, const struct lp_card_config *config, void **state,
                struct lpi_card_shape *shape, struct lp_card_trouble *why);
    void (*close)(void *state);
    /* Registers by byte offsets inside the BAR. LP_OK, LP_ERR_TIMEOUT, LP_ERR_SYSTEM. */
    int (*read32)(void *state, uint32_t offset, uint32_t *value);
    int (*write32)(void *state, uint32_t offset, uint32_t value);
    /* Copies of card memory without the engine; NULL: the self-test's poke and peek are used. */
    int (*put)(void *state, uint64_t address, const void *from, size_t bytes);
    int (*get)(void *state, uint64_t address, void *to, size_t bytes);
    /* Waits for an interrupt, at most that long: 1 if one came. NULL: there are none. */
    int (*wait)(void *state, int milliseconds);
    /* Several accesses in order, if that is faster; NULL: by read32 and write32. A failed list
     * may have been executed in part, and be executed again. */
    int (*access)(void *state, struct lpi_card_access *list, size_t count);
};

extern const struct lpi_card_transport lpi_card_sim, lpi_card_pci, lpi_card_vfio, lpi_card_xdma,
    lpi_card_litepcie, lpi_card_uart;

/* Writes why and returns LP_ERR_CARD; `why` may be NULL. */
int lpi_card_say(struct lp_card_trouble *why, enum lp_card_fault fault, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for errno of a failed open: permission, busy, or other. */
int lpi_card_say_errno(struct lp_card_trouble *why, const char *path);

/* open(2) with these additional flags, and a lock, so that no second process uses the file. -1:
 * see *why. */
int lpi_card_open_locked(const char *path, int flags, struct lp_card_trouble *why);

/* lp_card_open by a transport that may be missing in the library's table. */
int lpi_card_open(const struct lpi_card_transport *transport, const char *spec, const char *rest,
                  const struct lp_card_config *config, struct lp_card **card,
                  struct lp_card_trouble *trouble);

#endif
