/* SPDX-License-Identifier: Apache-2.0 */
/* Files of many arrays, detected by their magic bytes. */
#ifndef LPI_SYSTEMS_REPORT_CONTAINER_H
#define LPI_SYSTEMS_REPORT_CONTAINER_H

#include <stddef.h>
#include <stdint.h>

#define REPORT_CONTAINER_BYTES 16u

/*
 * The format that data with these first bytes seem to have, such as "safetensors"; NULL: none that
 * is known. REPORT_CONTAINER_BYTES are enough.
 */
const char *report_container(const uint8_t *bytes, size_t count);

#endif
