/* SPDX-License-Identifier: Apache-2.0 */
/* PCI devices as sysfs shows them. Not installed. */
#ifndef LPI_CARD_SYSFS_H
#define LPI_CARD_SYSFS_H

#include "transport.h"

#define LPI_SYSFS_PATH 256

/* Prefix of /sys, /dev and /proc: "" except in tests. */
extern const char *lpi_card_root;

/* A path with that prefix, formatted as by printf. */
void lpi_card_path(char path[LPI_SYSFS_PATH], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A number in a file of the device's folder, in any base; -1: missing. */
long lpi_sysfs_number(const char *device, const char *name);
/* The last component of the target of a link in the folder; 0: there is none. */
int lpi_sysfs_link(const char *device, const char *name, char *text, size_t size);

/* Whether `device` has the form DDDD:BB:DD.F and is a Linepress card; LP_OK or LP_ERR_CARD. */
int lpi_sysfs_check(const char *device, struct lp_card_trouble *why);
/* Speed and width of the link, if sysfs knows them. */
void lpi_sysfs_speed(const char *device, struct lpi_card_shape *shape);

#endif
