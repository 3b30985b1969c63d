/* SPDX-License-Identifier: Apache-2.0 */
/* Names of allocations and of call sites, derived from return addresses. */
#ifndef LPI_CAPTURE_NAMES_H
#define LPI_CAPTURE_NAMES_H

#include "../../base/fault.h"
#include "preload/control.h"
#include <stddef.h>
#include <stdint.h>

#define CAPTURE_SITE_MAX 1024

struct capture_names;

/* All calls report errors in `fault`. NULL: no memory. */
struct capture_names *capture_names_open(struct lpi_fault *fault);
void capture_names_close(struct capture_names *names);

/*
 * Sets the copy of /proc/self/maps for the addresses that are named after this call. Returns 0 or a
 * fault's code.
 */
int capture_names_maps(struct capture_names *names, const char *path);

/* Sets the first program image, whose names get no number in front; later images do. */
void capture_names_first(struct capture_names *names, uint32_t image);

/*
 * The allocation's name: SYMBOL+OFFSET.NUMBER, or MODULE+OFFSET.NUMBER if no symbol is known. The
 * same place has the same name in every run of the same program. Returns 0 or a fault's code.
 */
int capture_name(struct capture_names *names, const uint64_t frames[LPI_CAPTURE_FRAMES],
                 uint32_t image, uint32_t number, char *name, size_t capacity);

/* The call chain, innermost first: "f+0x1c (app) < main+0x40 (app)". */
void capture_site(struct capture_names *names, const uint64_t frames[LPI_CAPTURE_FRAMES],
                  char site[CAPTURE_SITE_MAX]);

#endif
