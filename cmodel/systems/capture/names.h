/* SPDX-License-Identifier: Apache-2.0 */
/* Names of allocations and call sites, from return addresses. */
#ifndef LPI_CAPTURE_NAMES_H
#define LPI_CAPTURE_NAMES_H

#include "../../base/fault.h"
#include "preload/control.h"
#include <stddef.h>
#include <stdint.h>

#define CAPTURE_SITE_MAX 1024

struct capture_names;

/* `fault` is that of all calls. NULL: no memory. */
struct capture_names *capture_names_open(struct lpi_fault *fault);
void capture_names_close(struct capture_names *names);

/* A copy of /proc/self/maps that belongs to the addresses asked from now on. 0, or a fault's code.
 */
int capture_names_maps(struct capture_names *names, const char *path);

/* The program, among those that the process became, whose names have no number before them. */
void capture_names_first(struct capture_names *names, uint32_t image);

/*
 * The allocation's name: SYMBOL+OFFSET.NUMBER, or MODULE+OFFSET.NUMBER where no symbol is known.
 * The same place gives the same name in any run of the same program. 0, or a fault's code.
 */
int capture_name(struct capture_names *names, const uint64_t frames[LPI_CAPTURE_FRAMES],
                  uint32_t image, uint32_t number, char *name, size_t capacity);

/* The calls that led there, innermost first: "f+0x1c (app) < main+0x40 (app)". */
void capture_site(struct capture_names *names, const uint64_t frames[LPI_CAPTURE_FRAMES],
                  char site[CAPTURE_SITE_MAX]);

#endif
